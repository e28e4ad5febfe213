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
import { eicCodes, eicOf } from "../../packages/core/src/industries/domain/eic.ts"
import { siteWordsOf } from "../../packages/core/src/industries/domain/SiteWords.ts"
import type { Classified, IndustryClassifier } from "../../packages/core/src/industries/IndustryClassifier.ts"
import { amongClutter, eicLabels, type Half, halves, type LabelledSite, sitesOf } from "./industries/sites.ts"

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

/** What brands are told of (industries.eic): right where the first is one of the labels, honest where there is none and none is told. */
const measureBrands = Effect.fnUntraced(function* (classifier: IndustryClassifier["Service"]) {
  const failing: Array<string> = []
  console.log("\n| half | sites | has one | told | right first | has none | told all the same |")
  console.log("|---|---|---:|---:|---:|---:|---:|")
  for (const half of halves) {
    for (const isCluttered of [false, true]) {
      const row = { has: 0, told: 0, right: 0, none: 0, invented: 0 }
      for (const site of sitesOf(half)) {
        const words = yield* wordsOf(site, isCluttered)
        const { fits } = yield* classifier.classify({ scheme: "naics_2022", words, count: eicCodes, leftMillis: 1_000 })
        const told = eicOf(fits, words)
        const right = eicLabels.get(site.name) ?? []
        const [first] = told
        const isRight = first === undefined ? right.length === 0 : right.includes(first.subindustry)
        if (right.length === 0) row.none += 1
        else row.has += 1
        if (first !== undefined && right.length === 0) row.invented += 1
        if (first !== undefined && right.length > 0) row.told += 1
        if (isRight && right.length > 0) row.right += 1
        if (half === "tuned" && !isRight) {
          failing.push(
            `brands, ${site.name}: ${right.join(", ")} | ${told.map(({ subindustry }) => subindustry).join(", ")}`
          )
        }
      }
      const { has, invented, none, right, told } = row
      console.log(
        `| ${[half, isCluttered ? "among clutter" : "as made", has, told, right, none, invented].join(" | ")} |`
      )
    }
  }
  return failing
})

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
  failing.push(...(yield* measureBrands(classifier)))
  if (values.list) console.log(`\n${failing.join("\n")}`)
})

await Effect.runPromise(Effect.provide(measure, Layer.merge(HtmlPageReader.layer, IndustryTables.layer)))
