/** Text records asked at a name server of this machine, which has those of the suite. */
import { createSocket } from "node:dgram"
import { textRecordsSuite } from "@kittiwake/core/testing/suites"
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

const nameServer = Effect.gen(function* () {
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => createSocket("udp4")),
    (open) => Effect.sync(() => open.close())
  )
  socket.on("message", (query, { address, port }) => {
    if (nameOf(query) !== "silent.example") socket.send(replyTo(query), port, address)
  })
  yield* Effect.callback<void>((resume) => void socket.bind(0, "127.0.0.1", () => resume(Effect.void)))
  return TextRecords.layerWith({ servers: [`127.0.0.1:${socket.address().port}`], timeoutMillis: 50 })
})

textRecordsSuite.suite("name servers", Layer.unwrap(nameServer))
