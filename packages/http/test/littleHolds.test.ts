/** What small bodies and answers hold together. Observed: who is told what while many wait, and what counts. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Effect, Layer } from "effect"
import { type Holder, LittleHold } from "../src/littleHolds.ts"
import { newCaller } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** What each holds beside its bytes. */
const itself = 4 * kilobyte

const from = (owner: string | null): Holder => ({ owner, isStranger: true })
const of = (owner: string): Holder => ({ owner, isStranger: false })

const makeScene = (capacityBytes = 128 * megabyte) => {
  const memory = new MemoryCounter({ capacityBytes })
  const cut: Array<string> = []
  const hold = (holder: Holder, bytes: number, name = "") => {
    const one = new LittleHold(memory, holder, () => cut.push(name))
    return Object.assign(one, { fits: one.set(bytes - itself) })
  }
  return { memory, cut, hold }
}

describe("what little is held (in sums)", () => {
  it("makes room of who has held longest, of the same network first", () => {
    const { cut, hold } = makeScene()
    hold(from("198.51.100.1"), megabyte, "another's")
    for (const name of ["first", "second", "third"]) hold(from("198.51.100.2"), 0.9 * megabyte, name)
    assert.deepStrictEqual(cut, ["first"])
    hold(from("198.51.100.2"), 0.9 * megabyte, "fourth")
    assert.deepStrictEqual(cut, ["first", "second"])
  })

  it("leaves organizations what those without a key may not have, and each other a part", () => {
    const { cut, hold, memory } = makeScene()
    for (let network = 0; network < 200; network += 1) hold(from(`198.51.100.${network}`), megabyte, "stranger")
    assert.strictEqual(cut.length, 200 - 16)
    for (let call = 0; call < 16; call += 1) assert.isTrue(hold(of("org_a"), megabyte, "a").fits)
    assert.notInclude(cut, "a")
    assert.isTrue(hold(of("org_a"), megabyte, "a").fits)
    assert.strictEqual(cut.filter((name) => name === "a").length, 1)
    assert.isTrue(hold(of("org_b"), megabyte, "b").fits)
    assert.notInclude(cut, "b")
    // All of it counts against the budget, about.
    assert.isAtLeast(memory.usedBytes, 32.5 * megabyte)
    assert.isAtMost(memory.usedBytes, 33.5 * megabyte)
  })

  it.each([
    ["organization", of, 11],
    ["network of strangers", from, 1]
  ] as const)(
    "makes room of the %s that holds most where all hold too much, whoever has held something longest",
    (_, owner, most) => {
      const { cut, hold } = makeScene()
      assert.isTrue(hold(owner("honest"), megabyte / 2, "honest").fits)
      for (let call = 0; call < 30 * most; call += 1) {
        hold(owner(`flood ${call % 30}`), megabyte, "flood")
      }
      assert.isAbove(cut.length, 0)
      assert.notInclude(cut, "honest")
      assert.isTrue(hold(owner("another"), megabyte / 2, "another").fits)
      // Who brings it goes where he is the one.
      for (let call = 0; call < 15; call += 1) hold(owner("most"), megabyte, "most")
      assert.include(cut, "most")
      assert.notInclude(cut, "another")
    }
  )

  it("counts addresses of a proxy as everybody's: one of them is not kept from the others' part", () => {
    const { cut, hold } = makeScene()
    for (let call = 0; call < 16; call += 1) assert.isTrue(hold(from(null), megabyte).fits)
    assert.lengthOf(cut, 0)
    hold(from(null), megabyte)
    assert.lengthOf(cut, 1)
  })

  it("gives all back, whatever came of it, and counts nothing of what was cut", () => {
    const { cut, hold, memory } = makeScene()
    const all = Array.from({ length: 300 }, (_, index) => hold(from(`203.0.113.${index % 7}`), 60 * kilobyte))
    assert.isAbove(memory.usedBytes, 8 * megabyte)
    assert.isAbove(cut.length, 0)
    for (const one of all) {
      one.end()
      one.end()
    }
    assert.strictEqual(memory.usedBytes, 0)
    assert.isFalse(all[0]!.set(10), "what was cut holds nothing any more")
    assert.strictEqual(memory.usedBytes, 0)
    assert.isTrue(hold(from("203.0.113.1"), megabyte).fits)
  })

  it("has room for one body where the budget is small", () => {
    const { hold } = makeScene(megabyte)
    assert.isTrue(hold(from("198.51.100.1"), 68 * kilobyte).fits)
    assert.isTrue(hold(of("org_a"), 68 * kilobyte).fits)
  })
})

const openTo = Effect.fnUntraced(function* (text: string) {
  const { port } = new URL(yield* baseUrl)
  const socket = connect(Number(port), "127.0.0.1")
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  const told = { text: "", isClosed: false }
  socket.on("error", () => {})
  socket.on("close", () => {
    told.isClosed = true
  })
  yield* Effect.promise(() => once(socket, "connect"))
  socket.write(text)
  return { socket, told }
})

const hear = ({ socket, told }: { readonly socket: Socket; readonly told: { text: string } }) =>
  void socket.on("data", (data) => {
    told.text += data.toString("latin1")
  })

const until = (isSo: () => boolean) =>
  Effect.gen(function* () {
    for (let looks = 0; looks < 400 && !isSo(); looks += 1) yield* Effect.sleep("10 millis")
    assert.isTrue(isSo())
  })

const head = (path: string, length: number, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:8787\r\nContent-Type: application/x-www-form-urlencoded\r\n${more}Content-Length: ${length}\r\n\r\n`

/** A form of which all comes but the last byte, in pieces. */
const begin = Effect.fnUntraced(function* (path: string, more = "") {
  const one = yield* openTo(head(path, 65_536, more))
  hear(one)
  yield* Effect.sleep("5 millis")
  one.socket.write("a".repeat(10))
  yield* Effect.sleep("5 millis")
  one.socket.write("a".repeat(65_525))
  return one
})

describe("what little is held (by a server)", () => {
  const withBudget = (memory: MemoryCounter) =>
    Effect.provide(listening.pipe(Layer.provide(Layer.succeed(MemoryBudget, memory))))

  it.live(
    "of forms that do not end is bounded: who began first is told to come again, and others are answered as ever",
    () => {
      const memory = new MemoryCounter({ capacityBytes: 8 * megabyte })
      return Effect.gen(function* () {
        const forms = yield* Effect.forEach(Array.from({ length: 40 }), () => begin("/token"), { concurrency: 8 })
        const toldOf = () => forms.filter(({ told }) => told.text !== "")
        yield* until(() => toldOf().length >= 24)
        for (const { told } of toldOf()) {
          assert.match(told.text, /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 5\r\n[\s\S]*"temporarily_unavailable"/i)
        }
        assert.isAtMost(memory.usedBytes, megabyte)
        const url = yield* baseUrl
        const token = () =>
          fetch(`${url}/token`, { method: "POST", body: new URLSearchParams({ client_id: "x" }) }).then(
            ({ status }) => status
          )
        for (let tries = 0; tries < 5; tries += 1) assert.strictEqual(yield* Effect.promise(token), 401)
        // Those who are left go on.
        const last = forms.findLast(({ told }) => told.text === "" && !told.isClosed)!
        last.socket.write("a")
        yield* until(() => last.told.text !== "")
        assert.match(last.told.text, /^HTTP\/1\.1 40[01] /)
        for (const { socket } of forms) socket.destroy()
        yield* until(() => memory.usedBytes === 0)
      }).pipe(Effect.scoped, withBudget(memory))
    },
    20_000
  )

  it.live("of calls with a key counts for their organization, and keeps no other one's out", () => {
    const memory = new MemoryCounter({ capacityBytes: 8 * megabyte })
    return Effect.gen(function* () {
      const make = () => newCaller({ overrides: { unlimitedRequests: true } })
      const bearer = (key: string) => `Authorization: Bearer ${key}\r\n`
      const [key, other] = [yield* make(), yield* make()]
      const first = yield* begin("/v1/parse", bearer(other))
      const calls = yield* Effect.forEach(Array.from({ length: 30 }), () => begin("/v1/parse", bearer(key)), {
        concurrency: 8
      })
      yield* until(() => calls.filter(({ told }) => told.text.includes("HTTP/1.1 503")).length >= 14)
      const refused = calls.find(({ told }) => told.text !== "")!
      assert.match(refused.told.text, /\r\nretry-after: 5\r\n[\s\S]*"INTERNAL_ERROR"/i)
      assert.strictEqual(first.told.text, "")
    }).pipe(Effect.scoped, withBudget(memory))
  })

  it.live("of answers that nobody can read yet is bounded: who let them lie longest is cut", () => {
    const memory = new MemoryCounter({ capacityBytes: 8 * megabyte })
    return Effect.gen(function* () {
      const script = yield* WebScript
      script.before = Effect.never
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const scrape = `GET /v1/web/scrape/markdown?url=https://shop.example/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
      const small = "GET /shared/changes/abc HTTP/1.1\r\nHost: 127.0.0.1:8787\r\n\r\n"
      const readers = yield* Effect.forEach(Array.from({ length: 40 }), () => openTo(scrape + small.repeat(20)))
      yield* until(() => readers.some(({ told }) => told.isClosed) && memory.usedBytes >= 0.5 * megabyte)
      assert.isAtMost(memory.usedBytes, 1.5 * megabyte)
      const url = yield* baseUrl
      for (let tries = 0; tries < 20; tries += 1) {
        const { status } = yield* Effect.promise(() => fetch(`${url}/health`))
        assert.strictEqual(status, 200)
      }
      // In which order they begin to hold something is for the turns of the door to say.
      const closed = readers.filter(({ told }) => told.isClosed).length
      assert.isBelow(closed, readers.length - 10, "whoever finds room is not cut")
      for (const { socket } of readers) socket.destroy()
      yield* until(() => memory.usedBytes === 0)
    }).pipe(Effect.scoped, withBudget(memory))
  })
})
