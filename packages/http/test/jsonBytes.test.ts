/** Observed: the JSON of records whose long texts are bytes. */
import { assert, describe, it } from "@effect/vitest"
import { Utf8Text } from "@kittiwake/core/pages/domain/Utf8Text"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Base64Text, JsonBytes, longestEscape } from "../src/JsonBytes.ts"

/** All of it, read with room for so many bytes, and how long it was said to be. */
const readBy = (record: object, room: number) =>
  Effect.gen(function* () {
    const json = new JsonBytes(record)
    const length = yield* json.length
    const pieces: Array<Buffer> = []
    for (;;) {
      const piece = Buffer.alloc(room)
      const read = json.read(piece)
      if (read === 0) return { text: Buffer.concat(pieces).toString(), bytes: Buffer.concat(pieces).length, length }
      pieces.push(piece.subarray(0, read))
    }
  })

const characters = fc.constantFrom(...'ab"\\/\b\f\n\r\t\u0000\u001f\u007f\u0080\u2028é漢🐦')
const texts = fc.array(characters).map((parts) => parts.join(""))

describe("JSON of bytes", () => {
  it("is that of the same as strings, whatever room there is and wherever a text is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.nat(),
        fc.integer({ min: longestEscape + 1, max: 40 }),
        fc.jsonValue(),
        async (text, at, room, other) => {
          const bytes = Buffer.from(text)
          const cut = bytes.length === 0 ? 0 : at % bytes.length
          const markdown = new Utf8Text([bytes.subarray(0, cut), bytes.subarray(cut)])
          const read = await Effect.runPromise(readBy({ first: other, none: undefined, markdown, last: text }, room))
          assert.strictEqual(read.text, JSON.stringify({ first: other, markdown: text, last: text }))
          assert.strictEqual(read.length, read.bytes)
        }
      )
    )
  })

  it("has bytes as letters, whatever room there is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(20),
        texts,
        fc.integer({ min: longestEscape + 1, max: 40 }),
        async (given, from, before, room) => {
          // Bytes are often a part of others.
          const bytes = given.subarray(Math.min(from, given.length))
          const json = JSON.stringify({ first: 1, bytes: before + Buffer.from(bytes).toString("base64"), last: 2 })
          const read = await Effect.runPromise(
            readBy({ first: 1, bytes: new Base64Text(bytes, before), last: 2 }, room)
          )
          assert.strictEqual(read.text, json)
          assert.strictEqual(read.length, read.bytes)
        }
      )
    )
    // More than is made in one go.
    const bytes = new Uint8Array(100_001).map((_, at) => at * 7)
    const read = await Effect.runPromise(readBy({ bytes: new Base64Text(bytes) }, 131_072))
    assert.isTrue(read.text === JSON.stringify({ bytes: Buffer.from(bytes).toString("base64") }))
  })

  it.effect("is an object without fields as well", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* readBy({}, 7)).text, "{}")
    })
  )
})
