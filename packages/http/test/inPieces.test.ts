/** Observed: the bytes of an answer that is encoded in pieces, and who gets the thread meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { jsonInPieces, jsonPieces } from "../src/inPieces.ts"

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

  it.effect("leaves out what is not given, and takes lists from iterators", () =>
    Effect.gen(function* () {
      const value = { list: new Set([{ one: 1 }, { one: 2 }]).values(), none: undefined, empty: [].values() }
      assert.strictEqual(yield* textOf(value, 3), `{"list":[{"one":1},{"one":2}],"empty":[]}`)
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
})
