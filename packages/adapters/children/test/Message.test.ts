import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Message, messageReader, piecesOf } from "../src/Message.ts"

const limits = { headBytes: 1_000, bytes: 1_000 }

const collect = (chunks: ReadonlyArray<Uint8Array>): ReadonlyArray<Message> => {
  const messages: Array<Message> = []
  const read = messageReader(limits, (message) => messages.push(message))
  for (const chunk of chunks) read(chunk)
  return messages
}

/** The same bytes in pieces of these sizes. */
const cut = (bytes: Uint8Array, sizes: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

describe("messages", () => {
  it("arrive as they were sent, in whatever pieces", () => {
    const message = fc.record({ head: fc.jsonValue({ maxDepth: 2 }), bytes: fc.uint8Array({ maxLength: 300 }) })
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), sizes, (sent, pieces) => {
        const small = sent.filter(({ head }) => Buffer.byteLength(JSON.stringify(head)) <= limits.headBytes)
        const received = collect(cut(Buffer.concat(small.flatMap(piecesOf)), pieces))
        assert.deepStrictEqual(
          received.map(({ bytes, head }) => ({ head: JSON.stringify(head), bytes: [...bytes] })),
          small.map(({ bytes, head }) => ({ head: JSON.stringify(head), bytes: [...bytes] }))
        )
      })
    )
  })

  it("are refused by their lengths, before room is made for them", () => {
    const large = (head: number, bytes: number) => {
      const lengths = Buffer.alloc(8)
      lengths.writeUInt32LE(head, 0)
      lengths.writeUInt32LE(bytes, 4)
      return () => collect([lengths])
    }
    assert.throws(large(1_001, 0), RangeError)
    assert.throws(large(0, 0xffffffff), RangeError)
    assert.doesNotThrow(large(1_000, 1_000))
  })
})
