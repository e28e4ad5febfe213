/**
 * `node bench/quality/industries.ts`: whether sites of companies are given the right codes, by half and list, and how often codes that are
 * said with `medium` confidence are right.
 *
 * `--list` names the sites of the half that was tuned on whose first code is wrong; of the other half none are named, by no option.
 */
import { parseArgs } from "node:util"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import * as IndustryTables from "@kittiwake/industries/IndustryTables"
import { Effect, Layer } from "effect"
import { classifyByRules } from "../../packages/core/src/industries/classifyByRules.ts"
import { siteWordsOf } from "../../packages/core/src/industries/domain/SiteWords.ts"
import type { Classified } from "../../packages/core/src/industries/IndustryClassifier.ts"
import { amongClutter, type Half, halves, type LabelledSite, sitesOf } from "./industries/sites.ts"

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

const lists = [
  { scheme: "naics_2022", name: "NAICS 2022", labels: ({ naics }: LabelledSite) => naics },
  { scheme: "original_sic", name: "SIC 1987", labels: ({ sic }: LabelledSite) => sic }
] as const

/** As the product reads them. */
const wordsOf = Effect.fnUntraced(function* ({ name, pages }: LabelledSite, isCluttered: boolean) {
  const reader = yield* PageReader
  const url = `https://${name}.example/`
  const read = yield* Effect.forEach(pages, (html) =>
    reader.shape({
      html: isCluttered ? amongClutter(html) : html,
      sourceUrl: url,
      finalUrl: url,
      includeSelectors: [],
      excludeSelectors: [],
      mainContentOnly: true,
      frames: null,
      markdown: { includeLinks: false, includeImages: false, shortenBase64Images: true },
      wantsHtml: false,
      wantsMetadata: true,
      wantsLinks: true,
      wantsImages: false,
      extract: null
    })
  )
  return siteWordsOf(
    read.map(({ links, markdown, metadata }) => ({
      metadata: metadata ?? { sourceUrl: url, finalUrl: url },
      markdown: markdown ?? "",
      links
    }))
  )
})

interface Counted {
  readonly site: LabelledSite
  /** Place of the first right code, from 0; -1 where none is among the five. */
  readonly place: number
  readonly isSure: boolean
  readonly said: string
}

const counted = (site: LabelledSite, right: ReadonlyArray<string>, { fits }: Classified): Counted => ({
  site,
  place: fits.findIndex(({ industry }) => right.includes(industry.code)),
  isSure: fits[0]?.confidence === "medium",
  said: fits.map(({ industry: { code, title } }) => `${code} ${title}`).join(", ")
})

const share = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(2))

const printRow = (half: Half, list: string, sites: string, all: ReadonlyArray<Counted>): void => {
  const first = all.filter(({ place }) => place === 0)
  const five = all.filter(({ place }) => place >= 0)
  const sure = all.filter(({ isSure }) => isSure)
  const unsure = all.filter(({ isSure }) => !isSure)
  const right = (some: ReadonlyArray<Counted>) => some.filter(({ place }) => place === 0).length
  const parts = [
    ...[half, list, sites, all.length],
    ...[`${first.length} (${share(first.length, all.length)})`, `${five.length} (${share(five.length, all.length)})`],
    ...[`${right(sure)} of ${sure.length} (${share(right(sure), sure.length)})`],
    `${right(unsure)} of ${unsure.length} (${share(right(unsure), unsure.length)})`
  ]
  console.log(`| ${parts.join(" | ")} |`)
}

const measure = Effect.gen(function* () {
  const classifier = yield* classifyByRules
  const failing: Array<string> = []
  console.log(
    "| half | list | sites | of them | right first | right among five | right where `medium` | right where `low` |"
  )
  console.log("|---|---|---|---:|---:|---:|---:|---:|")
  for (const half of halves) {
    for (const { labels, name, scheme } of lists) {
      for (const isCluttered of [false, true]) {
        const all: Array<Counted> = []
        for (const site of sitesOf(half)) {
          const words = yield* wordsOf(site, isCluttered)
          const count = { atLeast: 5, atMost: 5 }
          const one = counted(
            site,
            labels(site),
            yield* classifier.classify({ scheme, words, count, leftMillis: 1_000 })
          )
          all.push(one)
          if (half === "tuned" && one.place !== 0)
            failing.push(`${name}, ${site.name}: ${labels(site).join(" ")} | ${one.said}`)
        }
        printRow(half, name, isCluttered ? "among clutter" : "as made", all)
      }
    }
  }
  if (values.list) console.log(`\n${failing.join("\n")}`)
})

await Effect.runPromise(Effect.provide(measure, Layer.merge(HtmlPageReader.layer, IndustryTables.layer)))
