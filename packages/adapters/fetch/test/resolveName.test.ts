/** Names asked at a name server that answers as told. */
import { createSocket } from "node:dgram"
import { assert, describe, it } from "@effect/vitest"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { Effect, Result } from "effect"
import { makeResolveName } from "../src/resolveName.ts"

const types = { A: 1, AAAA: 28 }

interface Answers {
  readonly code?: number
  readonly A?: ReadonlyArray<readonly [number, number, number, number]>
  /** Eight groups. */
  readonly AAAA?: ReadonlyArray<ReadonlyArray<number>>
}

/** A reply to a query with one question (RFC 1035 §4.1), whose records all point back to that question's name. */
const replyTo = (query: Buffer, { A = [], AAAA = [], code = 0 }: Answers): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const type = question.readUInt16BE(question.length - 4)
  const addresses =
    type === types.A
      ? A.map((bytes) => Buffer.from(bytes))
      : type === types.AAAA
        ? AAAA.map((groups) => Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff])))
        : []
  const records = addresses.flatMap((address) => [
    Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length]),
    address
  ])
  const head = Buffer.from([0, 0, 0x81, 0x80 | code, 0, 1, 0, addresses.length, 0, 0, 0, 0])
  query.copy(head, 0, 0, 2)
  return Buffer.concat([head, question, ...records])
}

/** A name server, and how often it was asked; null never answers. */
const nameServer = Effect.fnUntraced(function* (answers: Answers | null) {
  let asked = 0
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => createSocket("udp4")),
    (open) => Effect.sync(() => open.close())
  )
  socket.on("message", (query, { address, port }) => {
    asked += 1
    if (answers !== null) socket.send(replyTo(query, answers), port, address)
  })
  yield* Effect.callback<void>((resume) => void socket.bind(0, "127.0.0.1", () => resume(Effect.void)))
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: () => asked }
})

const resolving = Effect.fnUntraced(function* (answers: Answers | null) {
  const { asked, servers } = yield* nameServer(answers)
  const resolveName = makeResolveName(publicOnly, { servers, timeoutMillis: 100 })
  const ask = (name: string) =>
    Effect.promise(() => resolveName(name, 443).catch((cause: Error) => [`no: ${cause.message}`]))
  return { ask, asked }
})

describe("resolveName", () => {
  it.live("gives the addresses of both families", () =>
    Effect.gen(function* () {
      const { ask } = yield* resolving({ A: [[93, 184, 215, 14]], AAAA: [[0x2606, 0x4700, 0, 0, 0, 0, 0, 1]] })
      assert.deepStrictEqual(yield* ask("site.example"), ["93.184.215.14", "2606:4700::1"])
    })
  )

  it.live("is content with one family", () =>
    Effect.gen(function* () {
      const { ask } = yield* resolving({ A: [[93, 184, 215, 14]] })
      assert.deepStrictEqual(yield* ask("site.example"), ["93.184.215.14"])
    })
  )

  it.live.each([
    ["a name that does not exist", { code: 3 }, "no: ENOTFOUND"],
    ["a name without addresses", {}, "no: ENOTFOUND"],
    ["a name whose servers fail", { code: 2 }, "no: ENOTFOUND"],
    ["a name whose servers refuse", { code: 5 }, "no: ENOTFOUND"],
    ["a name whose servers never answer", null, "no: ETIMEOUT"]
  ] as const)("gives up on %s", ([, answers, failure]) =>
    Effect.gen(function* () {
      const { ask } = yield* resolving(answers)
      assert.deepStrictEqual(yield* ask("site.example"), [failure])
    })
  )

  it.live("gives all who ask for one name at once one answer", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* resolving({ A: [[93, 184, 215, 14]] })
      yield* Effect.forEach(Array.from({ length: 50 }), () => ask("site.example"), { concurrency: "unbounded" })
      assert.strictEqual(asked(), 2)
    })
  )

  it.live("asks the system for a name that the operator names, and the servers for one that only ends so", () =>
    Effect.gen(function* () {
      const { asked, servers } = yield* nameServer({ A: [[93, 184, 215, 14]] })
      const policy = { ...publicOnly, allow: Result.getOrThrow(parseAllow("nobody.invalid,site.example")) }
      const resolveName = makeResolveName(policy, { servers, timeoutMillis: 100 })
      for (const name of ["www.site.example", "other-site.example", "site.example.org"])
        assert.deepStrictEqual(yield* Effect.promise(() => resolveName(name, 443)), ["93.184.215.14"], name)
      assert.strictEqual(asked(), 6)
      yield* Effect.promise(() => resolveName("nobody.invalid", 443).catch(() => []))
      assert.strictEqual(asked(), 6)
    })
  )

  it.live("asks nobody for private names", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* resolving({ A: [[93, 184, 215, 14]] })
      assert.deepStrictEqual(yield* ask("a.localhost"), ["127.0.0.1", "::1"])
      for (const name of ["printer", "db.internal", "db.local", "x.onion", "y.invalid"]) {
        assert.deepStrictEqual(yield* ask(name), ["no: ENOTFOUND"], name)
      }
      assert.strictEqual(asked(), 0)
    })
  )
})
