/** The company that others compete with, as its own pages tell it. */

import { Clock, Effect } from "effect"
import { longestName } from "../brands/domain/companyName.ts"
import { nameKey, titleParts } from "../brands/domain/titleParts.ts"
import { readCompanySite } from "../companies/readCompanySite.ts"
import { type SiteWords, siteWordsOf } from "../industries/domain/SiteWords.ts"
import { IndustryClassifier } from "../industries/IndustryClassifier.ts"
import type { ReadPage } from "../pages/capturePage.ts"
import type { PageMetadata } from "../pages/domain/PageMetadata.ts"
import { defaultMarkdown, nothing } from "../pages/domain/ScrapeRequest.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { withoutWww } from "../sites/domain/SiteScope.ts"
import type { Call } from "../web/domain/Call.ts"
import { leftOf } from "../web/domain/Deadline.ts"
import type { Target } from "./domain/Competitor.ts"
import type { IsTarget } from "./domain/comparedNames.ts"
import type { ReadPageText } from "./domain/findingsOfPage.ts"
import { vectorOf, type WordVector } from "./domain/likeness.ts"
import { saidDescription, saidField } from "./domain/marketField.ts"
import { kinOf } from "./domain/relatedCompanies.ts"

/** The company as its site tells it. */
export interface Company {
  readonly domain: string
  readonly key: string
  readonly target: Target
  readonly names: ReadonlyArray<string>
  readonly isTarget: IsTarget
  /** Finds its name in a text. */
  readonly mention: RegExp
  readonly vector: WordVector
  readonly kin: ReadonlySet<string>
  readonly pages: ReadonlyArray<ReadPage>
  readonly isPart: boolean
}

const wants = { ...nothing, markdown: { ...defaultMarkdown, includeLinks: true } }

export const reading = ({ freshness }: Call) => ({ wants, mainContentOnly: false, freshness })

/** What a page says of itself; a file says little. */
export const metadataOf = ({ capture, shaped }: ReadPage): PageMetadata =>
  shaped.metadata ?? { sourceUrl: capture.finalUrl, finalUrl: capture.finalUrl }

export const saidOf = (pages: ReadonlyArray<ReadPage>): SiteWords =>
  siteWordsOf(
    pages.map((page) => ({
      metadata: metadataOf(page),
      markdown: page.shaped.markdown ?? "",
      links: page.shaped.links
    }))
  )

const companyKind = /Organization|Corporation|Business|WebSite|Store/

/** Whether one of a thing's kinds is one of companies; what stands there may be anything. */
const isCompany = ({ "@type": kinds }: Readonly<Record<string, unknown>>): boolean =>
  [kinds].flat().some((kind) => typeof kind === "string" && companyKind.test(kind))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/**
 * Names that a page gives the company whose site it is on, the surest first. The title of a first page has one; that of another names what
 * the page is about.
 */
export const namesOf = (page: ReadPage, domain: string, isFirstPage = true): ReadonlyArray<string> => {
  const metadata = metadataOf(page)
  const stated = (metadata.jsonLd ?? []).flatMap((one) => {
    const things = Array.isArray(one["@graph"]) ? one["@graph"] : [one]
    return things.flatMap((thing) =>
      isRecord(thing) && isCompany(thing) && typeof thing.name === "string" ? [thing.name.slice(0, longestName)] : []
    )
  })
  const called = [
    ...(metadata.siteName === undefined ? [] : [metadata.siteName.slice(0, longestName)]),
    ...stated
  ].slice(0, 5)
  const { name } = titleParts(isFirstPage ? (metadata.title ?? "") : "", domain, called)
  const host = withoutWww(parseUrl(page.capture.finalUrl)?.hostname ?? domain)
  const label = host.split(".")[0] ?? host
  const spelled = /^\d|^\[/.test(host) ? [] : [label.slice(0, 1).toUpperCase() + label.slice(1)]
  return [...new Set([...called, ...(name === null ? [] : [name]), ...spelled].map((one) => one.trim()))].filter(
    (one) => one !== "" && one.length <= 100
  )
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Finds any of the names as words of their own; nothing where there is none. */
const mentionOf = (names: ReadonlyArray<string>): RegExp => {
  const words = names.filter((name) => name.length > 1).map(escaped)
  return words.length === 0
    ? /(?!)/
    : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join("|")})(?![\p{L}\p{N}])`, "iu")
}

/** A category that lists have, where the site does not say what it is. */
const industryOf = Effect.fnUntraced(function* (words: SiteWords, leftMillis: number) {
  const { fits } = yield* (yield* IndustryClassifier).classify({
    scheme: "naics_2022",
    words,
    count: { atLeast: 1, atMost: 1 },
    leftMillis
  })
  return fits[0]?.industry.title ?? "Unknown"
})

export const readCompany = Effect.fnUntraced(function* (domain: string, call: Call, siteKey: (url: string) => string) {
  const site = yield* readCompanySite({ ...reading(call), domain, deadline: call.deadline })
  const [front] = site.pages
  const { finalUrl } = front!.capture
  const names = namesOf(front!, domain)
  const keys = new Set(names.map(nameKey).filter((key) => key !== ""))
  const words = saidOf(site.pages)
  const leftMillis = leftOf(call.deadline, yield* Clock.currentTimeMillis)
  const said = saidField(words, names)
  const target: Target = {
    companyName: names[0] ?? domain,
    field: said ?? (yield* industryOf(words, leftMillis)),
    fieldDescription: saidDescription(words),
    websiteUrl: finalUrl
  }
  const jsonLd = site.pages.flatMap((page) => metadataOf(page).jsonLd ?? [])
  return {
    domain,
    key: siteKey(finalUrl),
    target,
    names,
    isTarget: (name) => keys.has(nameKey(name)),
    mention: mentionOf(names),
    vector: vectorOf(words, names),
    kin: kinOf(words.text, jsonLd),
    pages: site.pages,
    isPart: site.isPart
  } satisfies Company as Company
})

/** Characters of a page that are looked at for names. */
const mostMarkdown = 300_000

/** What a page sets beside others may stand in its title, its headings and its text. */
export const textOf = (page: ReadPage): ReadPageText => ({
  url: page.capture.finalUrl,
  title: metadataOf(page).title ?? "",
  headings: (metadataOf(page).headings ?? []).map(({ text }) => text),
  markdown: (page.shaped.markdown ?? "").slice(0, mostMarkdown),
  links: page.shaped.links
})
