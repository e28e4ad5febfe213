/** Text records asked at a name server of this machine, which has those of the suite. */
import { createSocket } from "node:dgram"
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { textRecordsSuite } from "@kittiwake/core/testing/suites"
import { TextRecords as TextRecordsPort } from "@kittiwake/core/web/TextRecords"
import * as TextRecords from "@kittiwake/fetch/TextRecords"
import { Effect, Layer } from "effect"

/** The name that a query asks for (RFC 1035, §4.1.2). */
const nameOf = (query: Buffer): string => {
  const labels: Array<string> = []
  for (let at = 12; query[at]! > 0; at += query[at]! + 1)
    labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!))
  return labels.join(".")
}

/** A record in parts of 255 bytes at most, as they go over the wire. */
const textOf = (record: string): Buffer => {
  const parts = record.match(/.{1,255}/gs) ?? []
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, "latin1")]))
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const replyTo = (query: Buffer): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const found = textRecordsSuite.publishedTexts[nameOf(query)]
  const head = Buffer.from([0, 0, 0x81, 0x80 | (found === undefined ? 3 : 0), 0, 1, 0, 0, 0, 0, 0, 0])
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(found?.length ?? 0, 6)
  return Buffer.concat([head, question, ...(found ?? []).map(textOf)])
}

const nameServer = Effect.fnUntraced(function* (timeoutMillis: number) {
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => createSocket("udp4")),
    (open) => Effect.sync(() => open.close())
  )
  socket.on("message", (query, { address, port }) => {
    if (!nameOf(query).startsWith("silent")) socket.send(replyTo(query), port, address)
  })
  yield* Effect.callback<void>((resume) => void socket.bind(0, "127.0.0.1", () => resume(Effect.void)))
  return TextRecords.layerWith({ servers: [`127.0.0.1:${socket.address().port}`], timeoutMillis })
})

textRecordsSuite.suite("name servers", Layer.unwrap(nameServer(50)))

describe("names whose servers are silent", () => {
  it.live("keep nobody else's names waiting, however many one organization asks for", () =>
    Effect.gen(function* () {
      const { at } = yield* TextRecordsPort
      const ended: Array<string> = []
      const asking = (owner: string, name: string) =>
        at(name).pipe(
          Effect.tap(() => Effect.sync(() => ended.push(owner))),
          Effect.provideService(WorksFor, OrganizationId.make(owner))
        )
      for (let n = 0; n < 64; n++) {
        yield* Effect.forkChild(asking("org_silent", `silent${n}.example`), { startImmediately: true })
      }
      assert.include(yield* asking("org_other", "default._bimi.tern.example"), "another")
      assert.deepStrictEqual(ended, ["org_other"])
    }).pipe(Effect.provide(Layer.unwrap(nameServer(60_000))))
  )
})
