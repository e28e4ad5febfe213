/**
 * What a site says of its brand.
 *
 * **Details.** The front page is read, and of what it links to the page about the company, the one that names who answers for it, and the
 * one that says how to reach it; then its style sheets, its manifest and the pictures that may be its logo. Facts are gathered from all of them with where they stand, and
 * merged by rules (`domain/mergeFacts.ts`). A page that says of itself that nobody is there has no brand.
 */
import { Clock, Effect } from "effect"
import { type CompanyPage, readCompanySite } from "../companies/readCompanySite.ts"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import { capturePage, type ReadPage } from "../pages/capturePage.ts"
import { defaultPdf, nothing, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { pickSeenPage } from "../sites/domain/PageKind.ts"
import { seenLinks } from "../sites/domain/pickLink.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { brandPictures } from "./brandPictures.ts"
import { dialledPhone } from "./dialledPhone.ts"
import { type BrandProfile, linkKinds } from "./domain/BrandProfile.ts"
import { brandRules, readBrandExtract } from "./domain/brandRules.ts"
import { brandColours } from "./domain/colours.ts"
import { isParked } from "./domain/isParked.ts"
import { languageOf } from "./domain/languageOf.ts"
import type { Language } from "./domain/languages.ts"
import { type MergedFacts, mergeFacts } from "./domain/mergeFacts.ts"
import { type BrandPage, type BrandSite, pageFacts } from "./domain/pageFacts.ts"
import { pictureCandidates } from "./domain/pictureCandidates.ts"
import type { SiteFact } from "./domain/SiteFact.ts"
import { BrandNotFound } from "./errors.ts"
import { findMark } from "./findMark.ts"
import type { keepPictures } from "./keepPictures.ts"
import { readStyles, type SiteStyles } from "./readStyles.ts"
import { tellIndustries } from "./tellIndustries.ts"

/** What is wanted of a brand's site. */
export interface BrandReading {
  readonly domain: string
  /** Oldest page that is taken, in milliseconds. */
  readonly maxAgeMillis: number
  readonly language: Language | null
  readonly isThin: boolean
}

/** A brand as it was read. */
export interface ReadBrand {
  readonly profile: BrandProfile
  /** Where its first page is. */
  readonly url: string
  /** When its first page was fetched. */
  readonly readAtMillis: number
  /** Whether the deadline left something out. */
  readonly isPart: boolean
}

/** Time that is kept for putting what was read together and writing it down. */
const reserveMillis = 1_000

const wants = { ...nothing, links: true, extract: brandRules }

/** A page as it was read, for rules. */
export const brandPage = ({ capture, shaped }: ReadPage, isFront: boolean): BrandPage => ({
  url: capture.finalUrl,
  isFront,
  metadata: shaped.metadata ?? { sourceUrl: capture.finalUrl, finalUrl: capture.finalUrl },
  links: shaped.links,
  extract: readBrandExtract(shaped.extracted)
})

/** One page with all that rules want of it. */
export const readBrandPage = (url: string, maxAgeMillis: number, deadline: Deadline) =>
  capturePage(
    plainSource(url),
    { sourceUrl: url, regions: wholePage, pdf: { ...defaultPdf, shouldParse: false }, wants },
    { maxAgeMillis, zeroRetention: false },
    deadline
  )

/** The site that an address belongs to: by what was registered, or by its host. */
export const siteAt = Effect.fnUntraced(function* (url: string) {
  const { registrable } = yield* DomainNames
  const nameOf = (address: string) => {
    const host = siteHost(address) ?? ""
    return host === "" || host.includes(":") ? host : (registrable(host) ?? host)
  }
  const domain = nameOf(url)
  return { domain, isOwn: (address) => nameOf(address) === domain } satisfies BrandSite as BrandSite
})

const textsOf = ({ extract, metadata }: BrandPage): string =>
  [metadata.description ?? "", ...extract.headings.slice(0, 5), ...extract.paragraphs.slice(0, 20)].join(" ")

const noBrand = (domain: string) =>
  new BrandNotFound({ message: `Nobody is at ${domain}: its domain is parked, or its server has no site yet.` })

/** Whether the pages say nothing that tells whose they are. */
const isSilent = ({ address, description, email, phone, socials, title }: MergedFacts): boolean =>
  [address, description, email, phone, title].every((one) => one === null) && socials.length === 0

const nothingSaid = new WebsiteInaccessible({
  message:
    "The site says nothing of whose it is that can be read here. If scripts write its pages, a browser must read them."
})

/** The front page in another language, where the site has one. */
const readTranslation = Effect.fnUntraced(function* (
  front: BrandPage,
  site: BrandSite,
  reading: BrandReading,
  deadline: Deadline
) {
  const { language, maxAgeMillis } = reading
  if (language === null || languageOf(front.metadata.language ?? "") === language) return null
  const [found] = (front.metadata.alternates ?? []).filter(
    ({ href, hreflang = "" }) => languageOf(hreflang) === language && site.isOwn(href) && href !== front.url
  )
  if (found === undefined) return null
  return yield* Effect.match(readBrandPage(found.href, maxAgeMillis, deadline), {
    onSuccess: (page) => brandPage(page, true),
    onFailure: () => null
  })
})

/** Facts of all pages, page by page; of a translation its texts take the place of those of the front page. */
function* factsOf(
  pages: ReadonlyArray<BrandPage>,
  translation: BrandPage | null,
  site: BrandSite,
  styles: SiteStyles
): Generator<void, ReadonlyArray<SiteFact>> {
  const facts: Array<SiteFact> = []
  for (const page of pages) {
    facts.push(...pageFacts(page, site))
    yield
  }
  const app: ReadonlyArray<SiteFact> =
    styles.appName === null
      ? []
      : [
          {
            field: "title",
            value: styles.appName.name.slice(0, 120),
            place: "metadata",
            url: styles.appName.url,
            weight: 0.7
          }
        ]
  if (translation === null) return [...facts, ...app]
  const isText = ({ field }: SiteFact) => field === "description" || field === "slogan"
  const translated = pageFacts(translation, site).filter(isText)
  const replaced = new Set(translated.map(({ field }) => field))
  return [...facts.filter(({ field }) => !replaced.has(field)), ...translated, ...app]
}

/** The pages that a profile leads to, by the links of the front page. */
export const brandLinks = ({ links, url }: BrandPage): BrandProfile["links"] => {
  const seen = seenLinks(links, url)
  const found = linkKinds.map((kind) => [kind, pickSeenPage(kind, seen)] as const)
  return Object.fromEntries(found) as BrandProfile["links"]
}

const profileOf = (
  facts: MergedFacts,
  site: BrandSite,
  front: BrandPage,
  styles: SiteStyles,
  pictures: Effect.Success<ReturnType<typeof keepPictures>>,
  isThin: boolean
): BrandProfile => ({
  domain: site.domain,
  ...facts,
  colours: brandColours([...pictures.colours, ...styles.colours]),
  logos: pictures.logos,
  backdrops: pictures.backdrops,
  links: brandLinks(front),
  isThin,
  ...(pictures.isLacking ? { lacksPictures: true } : {})
})

/** Reads a brand by its site. */
export const readBrand = Effect.fn("Brands.read")(function* (call: Call, reading: BrandReading) {
  const { domain, isThin, maxAgeMillis } = reading
  const { deadline } = call
  const pages: { readonly pages: ReadonlyArray<CompanyPage>; readonly isPart: boolean } = yield* readCompanySite({
    domain,
    wants,
    mainContentOnly: false,
    kinds: isThin ? [] : ["about", "imprint", "contact"],
    maxAgeMillis,
    freshness: { zeroRetention: false },
    deadline
  })
  const [first, ...others] = pages.pages
  if (first === undefined) return yield* Effect.die("A site that was read has a first page.")
  const front = brandPage(first, true)
  const { facts: shown } = first.shaped
  if (
    isParked({ title: front.metadata.title ?? "", text: textsOf(front), finalUrl: front.url, domain, facts: shown })
  ) {
    return yield* noBrand(domain)
  }
  const site = yield* siteAt(front.url)
  const now = yield* Clock.currentTimeMillis
  const rest: Deadline = { ...deadline, atMillis: now + Math.max(0, fetchingLeftOf(deadline, now) - reserveMillis) }
  const session = yield* openSession
  const translation = yield* readTranslation(front, site, reading, rest)
  const mark = isThin ? Effect.succeed([]) : findMark(front.url, site.domain)
  const [styles, marks] = yield* Effect.all([readStyles(session, front, !isThin, rest), mark], { concurrency: 2 })
  const candidates = pictureCandidates(front, site, [...styles.icons, ...marks])
  const pictures = yield* brandPictures(call, session, candidates, site.domain, rest)
  const isLate = (yield* Clock.currentTimeMillis) >= rest.atMillis
  if (isLate && !deadline.acceptsPart) return yield* new DeadlinePassed()
  const all = [front, ...others.map((page) => brandPage(page, false))]
  const told = mergeFacts(yield* inThreadTurns(factsOf(all, translation, site, styles)), site.domain)
  const merged = { ...told, phone: yield* dialledPhone(told, front.url, front.metadata.language ?? "", rest) }
  if (isSilent(merged) && pictures.logos.length === 0) return yield* nothingSaid
  const industries = isThin ? {} : { industries: yield* tellIndustries(all, rest) }
  yield* Effect.annotateCurrentSpan({
    domain,
    leadsTo: site.domain,
    pages: pages.pages.length,
    logos: pictures.logos.length
  })
  return {
    profile: { ...profileOf(merged, site, front, styles, pictures, isThin), ...industries },
    url: front.url,
    readAtMillis: first.capture.capturedAtMillis,
    isPart: pages.isPart || isLate
  } satisfies ReadBrand as ReadBrand
})
