/**
 * `node bench/quality/extraction.ts`: how many fields of some fifty pages are found, and how many of those are right.
 *
 * Prints what is wrong on the pages that the rules were made with, and of the others only the sums. See README.md.
 */
import { parseArgs } from "node:util"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { layer } from "@kittiwake/html/FactReader"
import { Effect, Result } from "effect"
import { held } from "./extraction/held.ts"
import type { SamplePage } from "./extraction/SamplePage.ts"
import { type Counts, noCounts, score, sum } from "./extraction/score.ts"
import { tuned } from "./extraction/tuned.ts"

const { values } = parseArgs({ options: { held: { type: "boolean", default: false } } })

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(3))

const measure = Effect.fnUntraced(function* (name: string, samples: ReadonlyArray<SamplePage>, isPrinted: boolean) {
  const reader = yield* FactReader
  let counts: Counts = noCounts
  let whole = 0
  for (const sample of samples) {
    const shape = Result.getOrThrow(readDataSchema(sample.schema))
    const sheet = yield* reader.read({ html: sample.html, url: sample.url })
    const { data } = yield* reader.fill({ shape, instructions: sample.instructions, sheets: [sheet] })
    const scored = score(sample.expected, data)
    counts = sum(counts, scored)
    if (scored.mistakes.length === 0) whole += 1
    else if (isPrinted) console.log([sample.id, ...scored.mistakes].join("\n    "))
  }
  const { expected, found, right } = counts
  return `${name}: ${samples.length} pages, ${expected} fields; recall ${percent(right, expected)}, precision ${percent(right, found)}; ${whole} pages without a mistake`
})

const all = Effect.gen(function* () {
  return [yield* measure("made with", tuned, true), yield* measure("held out", held, values.held)]
})

console.log((await Effect.runPromise(Effect.provide(all, layer))).join("\n"))
