/**
 * The pages of a site that the question names, looked for on the site itself.
 *
 * **Details.** Where the index of pages knows few that fit, the addresses that the site lists in its sitemaps, or links from its first
 * page, are ranked by their words. The likeliest are read, a few at once, each in its host's turn and only where robots.txt allows it, and
 * weighed by what they say. What was read is put into the index, so that the next question finds it there. A question that names no site
 * is not for it.
 */

import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { inThreadTurns, mapInTurns } from "../organizations/inThreadTurns.ts"
import { type CapturePorts, capturePage, shownPage } from "../pages/capturePage.ts"
import type { PageMetadata } from "../pages/domain/PageMetadata.ts"
import { forbidsIndex } from "../pages/domain/robotsTag.ts"
import { defaultMarkdown, defaultPdf, nothing, plainSource } from "../pages/domain/ScrapeRequest.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { maxUrlLength, parseUrl } from "../security/domain/parseUrl.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { siteUrls } from "../sites/domain/SiteScope.ts"
import { rankingUrls } from "../sites/domain/UrlSearch.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import { siteSitemapUrls } from "../sites/siteSitemapUrls.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { defaultMaxAgeMillis } from "../web/domain/Freshness.ts"
import { type UnreadSite, unreadSite } from "../web/domain/UnreadSite.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { isOfDomain } from "./domain/domains.ts"
import { hitOf } from "./domain/hitOf.ts"
import type { IndexedPage } from "./domain/IndexedPage.ts"
import { addressText, cutPage, fold, hostOf, termsOfPage } from "./domain/indexTerms.ts"
import { byScore, usualText, weighPage } from "./domain/rankHits.ts"
import { readQuestion } from "./domain/readQuestion.ts"
import type { SearchQuestion } from "./domain/SearchQuestion.ts"
import { PageIndex } from "./PageIndex.ts"
import type { SearchBackend, SearchTurn } from "./SearchBackends.ts"

/**
 * Sites that are looked at, pages that are read of each, at once, and addresses that are listed; characters of an address; time for a list, a
 * page, and what is read.
 */
const limits = {
  ...{ sites: 3, pages: 6, atOnce: 3, listed: 2_000, links: 500, known: 5, address: maxUrlLength },
  ...{ listMillis: 4_000, pageMillis: 6_000, leastMillis: 500, besideMillis: 250 }
} as const

/** What a question asks for, as words of an address. */
const phraseOf = ({ query: { anyOf, inTitle, inUrl, phrases, words } }: SearchQuestion): string =>
  [...words, ...phrases, ...inTitle, ...inUrl, ...anyOf.flat()].join(" ")

const publishedAtOf = (time: string | undefined): DateTime.Utc | null =>
  time === undefined ? null : Option.getOrNull(Option.map(DateTime.make(time), DateTime.toUtc))

interface SeenPage {
  readonly page: Omit<IndexedPage, "organizationId">
  /** Whether it lets an index have it. */
  readonly mayBeKept: boolean
  readonly links: ReadonlyArray<string>
}

const readPage = Effect.fnUntraced(function* (url: string, zeroRetention: boolean, deadline: Deadline) {
  const { capture, shaped } = yield* capturePage(
    plainSource(url),
    {
      sourceUrl: url,
      regions: { includeSelectors: [], excludeSelectors: [], mainContentOnly: true },
      // Reading a file may take longer than a search does.
      pdf: { ...defaultPdf, shouldParse: false },
      wants: { ...nothing, markdown: { ...defaultMarkdown, includeLinks: false }, links: true }
    },
    { maxAgeMillis: defaultMaxAgeMillis, zeroRetention },
    deadline
  ).pipe(Effect.flatMap(shownPage))
  const metadata: Partial<PageMetadata> = shaped.metadata ?? {}
  // Cut as the index does, and before anything is made of it: what is folded may become four times as long.
  const page = cutPage({
    url: capture.finalUrl,
    title: metadata.title ?? "",
    description: metadata.description ?? "",
    headings: (metadata.headings ?? []).map(({ text }) => text).join("\n"),
    text: shaped.markdown ?? "",
    language: metadata.language?.slice(0, 2).toLowerCase() ?? null,
    publishedAt: publishedAtOf(metadata.publishedTime),
    readAt: DateTime.makeUnsafe(capture.capturedAtMillis)
  })
  const mayBeKept = ![metadata.robots, capture.robots].some((said) => forbidsIndex(said, capture.capturedAtMillis))
  const links = shaped.links.slice(0, limits.links).map((link) => link.url)
  return { page, links, mayBeKept } satisfies SeenPage as SeenPage
}, borrowing)

/** A domain with the port at which the question names it. */
const authorityOf = (domain: string, { query: { atPorts = [], inUrl } }: SearchQuestion): string => {
  const named = [...inUrl, ...atPorts].find((part) => part.startsWith(`${domain}:`))
  return named === undefined ? domain : named.split("/")[0]!
}

/** The likeliest addresses of a site: those whose words are asked for, and of a site of few pages all. */
function* likeliest(
  urls: ReadonlyArray<string>,
  question: SearchQuestion,
  domain: string
): Generator<void, ReadonlyArray<string>> {
  const inUrl = question.query.inUrl.map((part) => fold(part.trim()))
  const own: Array<string> = []
  for (const url of urls) {
    yield
    if (url.length > limits.address || !isOfDomain(hostOf(url), domain)) continue
    const address = inUrl.length === 0 ? "" : `${fold(url)} ${fold(addressText(url))}`
    if (inUrl.every((part) => address.includes(part))) own.push(url)
  }
  const ranked = yield* rankingUrls(own, phraseOf(question))
  return [...new Set([...ranked, ...own.slice(0, limits.pages)])].slice(0, limits.pages)
}

const identityOf = (url: string): string => {
  const parsed = parseUrl(url)
  return parsed === null ? url : urlIdentity(parsed)
}

/** What came of the look at a site. */
interface SiteLook {
  readonly domain: string
  /** Where its first page would be. */
  readonly url: string
  isRead: boolean
  /** Why the first page that was asked for could not be read; null while none failed. */
  failure: UnreadSite | null
  /** Whether there was no room here, which says nothing of the site. */
  hasNoRoom: boolean
}

const newLook = (domain: string, question: SearchQuestion): SiteLook => ({
  ...{ domain, url: siteUrls(authorityOf(domain, question))[0]! },
  ...{ isRead: false, failure: null, hasNoRoom: false }
})

/** Why nothing was read of a site; null where something was, or nothing was asked of it. */
const unreadOf = ({ failure, hasNoRoom, isRead, url }: SiteLook, isCut: boolean): UnreadSite | null => {
  if (isRead || hasNoRoom) return null
  return failure ?? (isCut ? unreadSite(url, new DeadlinePassed()) : null)
}

/** Looks at one site; what was read is put aside as it comes. */
const lookAt = Effect.fnUntraced(function* (
  look: SiteLook,
  question: SearchQuestion,
  zeroRetention: boolean,
  deadline: Deadline,
  found: Map<string, SeenPage>
) {
  const { domain } = look
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, deadline)
  const read = Effect.fnUntraced(function* (url: string) {
    if (!(yield* hosts.mayFetch(url))) {
      look.failure ??= unreadSite(look.url, new WebsiteInaccessible({ message: (yield* hosts.refusal(url)).message }))
      return []
    }
    const atMillis = Math.min(deadline.atMillis, (yield* Clock.currentTimeMillis) + limits.pageMillis)
    const seen = yield* Effect.result(
      hosts.inTurn(url)(ofOnePage(url)(readPage(url, zeroRetention, { atMillis, acceptsPart: false })))
    )
    if (seen._tag === "Failure") {
      look.hasNoRoom ||= seen.failure._tag === "TooBusy"
      look.failure ??= unreadSite(look.url, seen.failure)
      return []
    }
    look.isRead = true
    found.set(identityOf(seen.success.page.url), seen.success)
    return seen.success.links
  })
  const authority = authorityOf(domain, question)
  const [secure, plain] = siteUrls(authority)
  const now = yield* Clock.currentTimeMillis
  const listBy: Deadline = { atMillis: Math.min(deadline.atMillis, now + limits.listMillis), acceptsPart: false }
  const list = (first: string) =>
    siteSitemapUrls(first, listBy, limits.listed).pipe(
      Effect.timeoutOption(Duration.millis(leftOf(listBy, now))),
      Effect.map(Option.getOrElse((): ReadonlyArray<string> => [])),
      Effect.catchTag("TooBusy", () =>
        Effect.sync((): ReadonlyArray<string> => {
          look.hasNoRoom = true
          return []
        })
      )
    )
  const listedSecure = yield* list(secure!)
  // What answers at a port of its own is seldom TLS.
  const listed = listedSecure.length === 0 && authority !== domain ? yield* list(plain!) : listedSecure
  const linked =
    listed.length > 0
      ? []
      : yield* Effect.flatMap(read(secure!), (links) => (look.isRead ? Effect.succeed(links) : read(plain!)))
  const likely = yield* inThreadTurns(likeliest([...listed, ...linked], question, domain))
  const urls = likely.filter((url) => !found.has(identityOf(url)))
  yield* Effect.forEach(urls, read, { concurrency: limits.atOnce, discard: true })
})

const weigh = Effect.fnUntraced(function* (pages: ReadonlyArray<IndexedPage>, question: SearchQuestion) {
  const read = readQuestion(question)
  const terms = yield* mapInTurns(pages, (page) => new Set(termsOfPage(page)))
  const counts = {
    pages: pages.length,
    textLength: usualText(
      pages.reduce((sum, { text }) => sum + text.length, 0),
      pages.length
    ),
    withTerm: new Map(read.units.map(({ term }) => [term, terms.filter((some) => some.has(term)).length]))
  }
  const at = yield* DateTime.now
  const weighed = yield* mapInTurns(pages, (page) => {
    const score = weighPage(read, page, counts, at)
    return score === null ? [] : [{ page, score, readAt: page.readAt, url: page.url }]
  })
  const best = weighed.flat().sort(byScore).slice(0, question.count)
  return yield* mapInTurns(best, ({ page, score }) => hitOf(read, page, score, counts))
})

/** Whether the index has enough of the sites that are named. */
const isKnown = (
  index: Option.Option<PageIndex["Service"]>,
  question: SearchQuestion,
  { organizationId }: SearchTurn
) =>
  Option.match(index, {
    onNone: () => Effect.succeed(false),
    onSome: (pages) =>
      pages.search(organizationId, { ...question, count: limits.known }).pipe(
        Effect.map(({ length }) => length >= Math.min(limits.known, question.count)),
        Effect.orElseSucceed(() => false)
      )
  })

/** Keeps what was read for the next question; an index that does not answer costs only that. */
const feed = (index: Option.Option<PageIndex["Service"]>, pages: ReadonlyArray<IndexedPage>, zeroRetention: boolean) =>
  Option.isNone(index) || zeroRetention || pages.length === 0
    ? Effect.void
    : Effect.ignore(Effect.flatMap(DateTime.now, (now) => index.value.put(pages, now)))

const search = Effect.fn("Search.site")(function* (question: SearchQuestion, turn: SearchTurn) {
  const index = yield* Effect.serviceOption(PageIndex)
  const domains = question.query.includeDomains.filter(
    (domain) => domain.includes(".") && !question.query.excludeDomains.some((other) => isOfDomain(domain, other))
  )
  if (domains.length === 0 || turn.leftMillis < limits.leastMillis) return []
  if (yield* isKnown(index, question, turn)) return []
  const now = yield* Clock.currentTimeMillis
  const deadline: Deadline = { atMillis: now + turn.leftMillis - limits.besideMillis, acceptsPart: false }
  const found = new Map<string, SeenPage>()
  const looks = domains.slice(0, limits.sites).map((domain) => newLook(domain, question))
  const done = yield* Effect.forEach(looks, (look) => lookAt(look, question, turn.zeroRetention, deadline, found), {
    concurrency: limits.sites,
    discard: true
  }).pipe(Effect.timeoutOption(Duration.millis(leftOf(deadline, now))))
  for (const look of looks) {
    const unread = unreadOf(look, Option.isNone(done))
    if (unread !== null) turn.tellUnread?.(unread)
  }
  const ofTurn = ({ page }: SeenPage): IndexedPage => ({ ...page, organizationId: turn.organizationId })
  const pages = [...found.values()].map(ofTurn)
  const kept = [...found.values()].filter(({ mayBeKept }) => mayBeKept).map(ofTurn)
  yield* feed(index, kept, turn.zeroRetention)
  yield* Effect.annotateCurrentSpan({ sites: domains.length, pages: pages.length })
  return yield* weigh(pages, question)
})

/** Looks for pages of the sites that a question names. */
export const siteBackend: Effect.Effect<SearchBackend, never, CapturePorts | SitemapReader> = Effect.map(
  Effect.context<CapturePorts | SitemapReader>(),
  (context) => ({
    name: "site",
    keepsNothing: true,
    isHere: true,
    search: (question, turn) => Effect.provideContext(search(question, turn), context)
  })
)
