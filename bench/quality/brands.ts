/**
 * `node bench/quality/brands.ts`: what is told of brands by the front pages of made sites, by half and field: how much of what the site
 * publishes is found and right, and how often something is told that it does not publish. Pictures are not judged.
 *
 * `--list` names what is wrong on the half that was tuned on; of the other half nothing is named, by no option.
 */
import { parseArgs } from "node:util"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import { Effect } from "effect"
import { brandRules, readBrandExtract } from "../../packages/core/src/brands/domain/brandRules.ts"
import { brandColours, cssColours } from "../../packages/core/src/brands/domain/colours.ts"
import { isParked } from "../../packages/core/src/brands/domain/isParked.ts"
import { mergeFacts } from "../../packages/core/src/brands/domain/mergeFacts.ts"
import { type BrandPage, pageFacts } from "../../packages/core/src/brands/domain/pageFacts.ts"
import { brandLinks } from "../../packages/core/src/brands/readBrand.ts"
import { headColours } from "../../packages/core/src/brands/readStyles.ts"
import { halves, type LabelledSite, sitesOf } from "./brands/sites.ts"

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

/** What is told of a site, by the names of its labels. */
const told = Effect.fnUntraced(function* ({ domain, html }: LabelledSite) {
  const url = `https://${domain}/`
  const shaped = yield* (yield* PageReader).shape({
    ...{ html, sourceUrl: url, finalUrl: url, includeSelectors: [], excludeSelectors: [], mainContentOnly: false },
    ...{ frames: null, markdown: null, wantsHtml: false, wantsMetadata: true, wantsLinks: true, wantsImages: false },
    extract: brandRules
  })
  const page: BrandPage = {
    ...{ url, isFront: true, metadata: shaped.metadata ?? { sourceUrl: url, finalUrl: url }, links: shaped.links },
    extract: readBrandExtract(shaped.extracted)
  }
  const { extract, metadata } = page
  const text = [metadata.description ?? "", ...extract.paragraphs].join(" ")
  if (isParked({ title: metadata.title ?? "", text, finalUrl: url, facts: shaped.facts }))
    return new Map([["parked", "yes"]])
  const isOwn = (address: string) => URL.parse(address)?.hostname.endsWith(domain) === true
  const brand = mergeFacts(pageFacts(page, { domain, isOwn }), domain)
  const css = cssColours(extract.styles.join("\n")).map((one) => ({ ...one, source: "site" as const }))
  const [colour] = brandColours([...headColours(page, null), ...css])
  const links = Object.entries(brandLinks(page)).flatMap(([kind, address]) =>
    address === null ? [] : [`${kind} ${address}`]
  )
  return new Map<string, string>([
    ...(["title", "description", "slogan", "email", "phone", "language"] as const).map(
      (field) => [field, brand[field] ?? ""] as const
    ),
    ["city", brand.address?.city ?? ""],
    ["country_code", brand.address?.countryCode ?? ""],
    ["stock", brand.stock === null ? "" : `${brand.stock.ticker} ${brand.stock.exchange ?? ""}`.trim()],
    ["employees", String(brand.employees?.exact ?? "")],
    ["socials", brand.socials.map(({ type, url: address }) => `${type} ${address}`).join(", ")],
    ["links", links.join(", ")],
    ["color", colour?.hex ?? ""]
  ])
})

/** As values of a field are compared: lists in any order, numbers by their digits. */
const comparable = (field: string, value: string): string => {
  if (field === "phone") return value.replace(/\D/g, "")
  const parts = field === "socials" || field === "links" ? value.split(",") : [value]
  return parts
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .replace(/\/\/www\./, "//")
    )
    .sort()
    .join(", ")
}

interface Score {
  published: number
  right: number
  told: number
  invented: number
  silent: number
}

const empty = (): Score => ({ published: 0, right: 0, told: 0, invented: 0, silent: 0 })

const judge = (score: Score, label: string, value: string, isRight: boolean): void => {
  if (label === "") {
    score.silent += 1
    if (value !== "") score.invented += 1
    return
  }
  score.published += 1
  if (value !== "") score.told += 1
  if (isRight) score.right += 1
}

const measure = Effect.gen(function* () {
  const failing: Array<string> = []
  console.log("| half | field | published | told | right | not published | told all the same |")
  console.log("|---|---|---:|---:|---:|---:|---:|")
  for (const half of halves) {
    const scores = new Map<string, Score>()
    for (const site of sitesOf(half)) {
      const found = yield* told(site)
      if (found.has("parked") && !site.labels.has("parked")) failing.push(`${site.domain}: is said to be parked`)
      for (const [field, label] of site.labels) {
        const value = found.get(field) ?? ""
        const isRight = comparable(field, value) === comparable(field, label)
        const score = scores.get(field) ?? empty()
        judge(score, label, value, isRight)
        scores.set(field, score)
        if (half === "tuned" && !isRight) failing.push(`${site.domain}, ${field}: ${label} | ${value}`)
      }
    }
    for (const [field, { invented, published, right, silent, told: said }] of scores) {
      console.log(`| ${[half, field, published, said, right, silent, invented].join(" | ")} |`)
    }
  }
  if (values.list) console.log(`\n${failing.join("\n")}`)
})

await Effect.runPromise(Effect.provide(measure, HtmlPageReader.layer))
