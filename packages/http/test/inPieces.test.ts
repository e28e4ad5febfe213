/** Observed: the bytes of an answer that is encoded in pieces, and who gets the thread meanwhile. */
import { assert, describe, it, vi } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Effect, Fiber, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import * as fc from "fast-check"
import { Exchange, newExchange } from "../src/Exchange.ts"
import { jsonInPieces, jsonPieces, largeInPieces } from "../src/inPieces.ts"

/** While a request is answered by a process that has room. */
const answering = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.provideService(effect, Exchange, newExchange("call", 0, new MemoryCounter({ capacityBytes: 1024 ** 3 })))

const textOf = (value: unknown, levels: number) =>
  Effect.map(jsonInPieces(jsonPieces(value, levels)), ({ body }) => {
    assert.strictEqual(body._tag, "Uint8Array")
    return new TextDecoder("utf-8", { fatal: true }).decode((body as { readonly body: Uint8Array }).body)
  })

describe("an answer in pieces", () => {
  it("is what it would be in one", () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, levels) => {
        assert.strictEqual([...jsonPieces(value, levels)].join(""), JSON.stringify(value))
      })
    ))

  it.effect("keeps texts of any length, whatever stands where they are cut", () =>
    Effect.gen(function* () {
      for (const before of [65_534, 65_535, 65_536]) {
        for (const there of ["🐦", "\ud83d🐦", "🐦🐦", "\udc26🐦"]) {
          const text = `${"a".repeat(before)}${there}${'"'.repeat(70_000)}\u0000é`
          assert.strictEqual(yield* textOf({ text }, 2), JSON.stringify({ text }))
        }
      }
    })
  )

  it("has no long piece, however deep much of it lies", () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ [`name of field ${at}`]: null, list: ["", String(at)] }))
    const value = { list: Array(200_000).fill("words"), nested: { rows, again: [[rows], [["x".repeat(500_000)]]] } }
    const pieces = [...jsonPieces(value, 1)]
    assert.strictEqual(pieces.join(""), JSON.stringify(value))
    assert.isTrue(pieces.every(({ length }) => length < 300_000))
    // What is short is one piece.
    assert.strictEqual([...jsonPieces({ rows: rows.slice(0, 10) }, 1)].length, 3)
  })

  it("encodes a text once for all who read it at the same time", () => {
    const text = `${'word "and" 🐦 '.repeat(100_000)}end`
    const stringify = vi.spyOn(JSON, "stringify")
    const readers = Array.from({ length: 20 }, () => jsonPieces(text, 1))
    const read = readers.map(() => "")
    for (let isOver = false; !isOver; ) {
      isOver = true
      for (const [at, reader] of readers.entries()) {
        const { done, value } = reader.next()
        if (done === true) continue
        isOver = false
        read[at] += value
      }
    }
    const calls = stringify.mock.calls.length
    stringify.mockRestore()
    assert.isAtMost(calls, Math.ceil(text.length / 65_536) + 2)
    assert.deepStrictEqual(new Set(read), new Set([JSON.stringify(text)]))
  })

  it.effect("leaves out what is not given, and takes lists from iterators", () =>
    Effect.gen(function* () {
      const value = { list: new Set([{ one: 1 }, { one: 2 }]).values(), none: undefined, empty: [].values() }
      assert.strictEqual(yield* textOf(value, 3), `{"list":[{"one":1},{"one":2}],"empty":[]}`)
    })
  )

  it.effect("keeps texts that take more room than was expected", () =>
    Effect.gen(function* () {
      for (const character of ["a", "é", "漢", "🐦", "\u0000"]) {
        const text = character.repeat(200_000)
        const reply = yield* jsonInPieces(jsonPieces({ text }, 1), 10)
        assert.strictEqual(Buffer.from((reply.body as { body: Uint8Array }).body).toString(), JSON.stringify({ text }))
      }
    })
  )

  it.effect("takes no more memory than it is long, and a quarter", () =>
    Effect.gen(function* () {
      for (const line of ["word of a line\n", "é", "漢字\n"]) {
        const record = { markdown: line.repeat(400_000) }
        // What is collected meanwhile would hide in any figure of the process: what is asked for is counted.
        const asked = vi.spyOn(Buffer, "allocUnsafeSlow")
        const reply = yield* answering(largeInPieces(Schema.Struct({ markdown: Schema.String }))(record))
        const bytes = asked.mock.calls.reduce((sum, [size]) => sum + size, 0)
        asked.mockRestore()
        assert.isTrue(HttpServerResponse.isHttpServerResponse(reply))
        assert.isAbove(bytes, Buffer.byteLength(record.markdown))
        assert.isBelow(bytes, 1.3 * Buffer.byteLength(record.markdown))
      }
    })
  )

  it.effect("leaves the thread to others between its pieces", () =>
    Effect.gen(function* () {
      let made = 0
      const pages = function* () {
        for (; made < 100; made++) yield { markdown: "a".repeat(30_000) }
      }
      const answering = yield* Effect.forkChild(textOf({ pages: pages() }, 3))
      const seen: Array<number> = []
      while (made < 100) {
        seen.push(made)
        yield* Effect.yieldNow
      }
      yield* Fiber.join(answering)
      // Three million characters, in pieces of three pages, two of which are a turn.
      assert.isAtLeast(seen.length, 15)
      assert.isAtMost(Math.max(...seen.map((at, index) => at - (seen[index - 1] ?? 0))), 6)
    })
  )

  it.effect("is made of every record with a long text or a long list, and of no other", () =>
    Effect.gen(function* () {
      const Entry = Schema.Struct({ url: Schema.String })
      const Record = Schema.Struct({ at: Schema.NumberFromString, text: Schema.String, list: Schema.Array(Entry) })
      const encoded = largeInPieces(Record)
      const send = (record: Parameters<typeof encoded>[0]) => answering(encoded(record))
      const small = { at: 7, text: "a".repeat(10_000), list: [{ url: "/" }] }
      assert.strictEqual(yield* send(small), small)
      const refused = HttpServerResponse.empty({ status: 404 })
      assert.strictEqual(yield* send(refused), refused)
      const long = { ...small, text: '"é🐦'.repeat(1_000_000) }
      const wide = { ...small, list: Array.from({ length: 20_000 }, (_, at) => ({ url: `/${at}` })) }
      const deep = { ...small, list: [{ url: "a".repeat(200_000) }] }
      for (const record of [long, wide, deep]) {
        const sending = yield* Effect.forkChild(send(record))
        let turns = 0
        while (sending.pollUnsafe() === undefined) {
          turns += 1
          yield* Effect.yieldNow
        }
        const reply = yield* Fiber.join(sending)
        assert.isTrue(HttpServerResponse.isHttpServerResponse(reply))
        const { body } = reply as HttpServerResponse.HttpServerResponse
        assert.strictEqual(body._tag, "Uint8Array")
        const { body: bytes } = body as { readonly body: Uint8Array }
        assert.isTrue(new TextDecoder().decode(bytes) === JSON.stringify({ ...record, at: "7" }))
        assert.isAtLeast(turns, 2)
      }
    })
  )
})
