import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Result } from "effect"
import { writeOds, writeXlsx } from "hucre"
import { suite } from "../../../core/src/testing/documentReaderSuite.ts"
import { layer } from "../src/DocumentReader.ts"
import { read } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

suite("processes", layer())

/** Text that packs to half of its size. */
const wordsOf = (row: number): ReadonlyArray<string> =>
  Array.from({ length: 8 }, (_, column) => ((row * 8 + column + 1) * 2_654_435_761).toString(36))

describe("a reader with one process", () => {
  it.live.each([
    ["xlsx", writeXlsx],
    ["ods", writeOds]
  ] as const)("reads each %s as it is, however large it is and however many were read before", ([type, write]) =>
    Effect.gen(function* () {
      const fileOf = (length: number) => {
        const rows = Array.from({ length }, (_, row) => [...wordsOf(row)])
        return Effect.promise(() => write({ sheets: [{ name: "S", rows }] }))
      }
      const [small, large] = [yield* fileOf(100), yield* fileOf(4_000)]
      assert.isAbove(large.length, 150_000)
      const rowsOf = (html: string) => html.split("<tr>").length - 1
      for (let time = 0; time < 20; time += 1) assert.strictEqual(rowsOf((yield* read(type, small)).html), 100)
      const { html } = yield* read(type, large)
      assert.strictEqual(rowsOf(html), 4_000)
      for (const word of wordsOf(3_999)) assert.include(html, word)
    }).pipe(Effect.provide(layer({ concurrency: 1 })))
  )

  it.live("lets 64 files wait and refuses the next, until there is room again", () =>
    Effect.gen(function* () {
      const asked = Array.from({ length: 70 }, (_, index) => Effect.result(read("csv", `number\n${index}\n`)))
      const all = yield* Effect.all(asked, { concurrency: "unbounded" })
      const refused = all.filter(Result.isFailure).map(({ failure }) => failure.reason)
      assert.deepStrictEqual(
        refused,
        Array.from({ length: 5 }, () => "busy")
      )
      assert.include((yield* read("csv", "a\nroom\n")).html, "room")
    }).pipe(Effect.provide(layer({ concurrency: 1 })))
  )
})
