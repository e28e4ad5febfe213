/**
 * `node bench/quality/extraction.ts`: how many fields of some hundred and fifty pages and of sites are found, and how many of those are right.
 *
 * A page is read by itself, then as the one page of a site by the operation that callers use, as sites of several pages are.
 * Prints what is wrong on what the rules were made with, and of the rest only the sums. See README.md.
 */
import { parseArgs } from "node:util"
import type { DataValue } from "@kittiwake/core/extraction/domain/DataShape"
import { usualExtractPages } from "@kittiwake/core/extraction/domain/ExtractRequest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { layer } from "@kittiwake/html/FactReader"
import { Effect, Result } from "effect"
import { held } from "./extraction/held.ts"
import { heldMixed } from "./extraction/heldMixed.ts"
import { heldSentences } from "./extraction/heldSentences.ts"
import { heldSites } from "./extraction/heldSites.ts"
import type { SamplePage } from "./extraction/SamplePage.ts"
import type { SampleSite } from "./extraction/SampleSite.ts"
import { type Counts, leaves, noCounts, score, sum } from "./extraction/score.ts"
import { tellSite } from "./extraction/tellSite.ts"
import { tuned } from "./extraction/tuned.ts"
import { tunedMixed } from "./extraction/tunedMixed.ts"
import { tunedSentences } from "./extraction/tunedSentences.ts"
import { tunedSites } from "./extraction/tunedSites.ts"

const { values } = parseArgs({ options: { held: { type: "boolean", default: false } } })

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(3))

/** Sums over all samples, and how many have no mistake. */
class Sums {
  private counts: Counts = noCounts
  private whole = 0
  private samples = 0
  private readonly isPrinted: boolean

  constructor(isPrinted: boolean) {
    this.isPrinted = isPrinted
  }

  add(id: string, expected: unknown, data: DataValue): void {
    const scored = score(expected, data)
    this.counts = sum(this.counts, scored)
    this.samples += 1
    if (scored.mistakes.length === 0) this.whole += 1
    else if (this.isPrinted) console.log([id, ...scored.mistakes].join("\n    "))
  }

  line(name: string, kind: string): string {
    const { expected, found, right } = this.counts
    return `${name}: ${this.samples} ${kind}, ${expected} fields; recall ${percent(right, expected)}, precision ${percent(right, found)}; ${this.whole} ${kind} without a mistake`
  }
}

const measurePages = Effect.fnUntraced(function* (
  name: string,
  samples: ReadonlyArray<SamplePage>,
  isPrinted: boolean
) {
  const reader = yield* FactReader
  const sums = new Sums(isPrinted)
  for (const sample of samples) {
    const shape = Result.getOrThrow(readDataSchema(sample.schema))
    const sheet = yield* reader.read({ html: sample.html, url: sample.url })
    const { data } = yield* reader.fill({ shape, instructions: sample.instructions, sheets: [sheet] })
    sums.add(sample.id, sample.expected, data)
  }
  return sums.line(name, "pages")
})

/** A page as a site that has no other. */
const alone = ({ expected, html, id, instructions, schema, url }: SamplePage): SampleSite => ({
  ...{ id, instructions, schema, expected },
  start: url,
  pages: { "": html }
})

const measureSites = async (name: string, sites: ReadonlyArray<SampleSite>, isPrinted: boolean, maxPages: number) => {
  const sums = new Sums(isPrinted)
  let [told, proved, read] = [0, 0, 0]
  for (const site of sites) {
    const { data, evidence, urlsAnalyzed } = await tellSite(site, maxPages)
    sums.add(site.id, site.expected, data)
    const paths = new Set(evidence.filter(({ url }) => urlsAnalyzed.includes(url)).map(({ path }) => path))
    const places = leaves(data, "").map(([path]) => path)
    told += places.length
    // A list of texts has one passage for all of them.
    const bare = places.filter((path) => !paths.has(path) && !paths.has(path.replace(/\/\d+$/, "")))
    if (isPrinted && bare.length > 0) console.log(`${site.id}: no passage for ${bare.join(", ")}`)
    proved += places.length - bare.length
    read += urlsAnalyzed.length
  }
  return `${sums.line(name, "sites")}; ${percent(proved, told)} of all values with a passage of a page that was read, ${read} pages read`
}

const ofPages = Effect.gen(function* () {
  return [
    yield* measurePages("made with", tuned, true),
    yield* measurePages("held out", held, values.held),
    yield* measurePages("by a second hand, looked at", tunedMixed, true),
    yield* measurePages("by a second hand, held out", heldMixed, values.held)
  ]
})

const lines = [
  ...(await Effect.runPromise(Effect.provide(ofPages, layer))),
  await measureSites("by the operation, made with", tuned.map(alone), true, 1),
  await measureSites("by the operation, held out", held.map(alone), values.held, 1),
  await measureSites("by the operation, second hand, looked at", tunedMixed.map(alone), true, 1),
  await measureSites("by the operation, second hand, held out", heldMixed.map(alone), values.held, 1),
  await measureSites("sites, made with", tunedSites, true, usualExtractPages),
  await measureSites("sites, held out", heldSites, values.held, usualExtractPages),
  await measureSites("sentences, made with", tunedSentences, true, usualExtractPages),
  await measureSites("sentences, held out", heldSentences, values.held, usualExtractPages)
]
console.log(lines.join("\n"))
