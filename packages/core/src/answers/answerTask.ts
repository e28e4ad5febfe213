/**
 * An answer in the shape of an example, from pages of the web (contract/extract-answers.md §2).
 *
 * **Details.** Sites that the task names are read while the web is searched; then what the searches found, a few pages at once. What the pages
 * say for programs, in tables and beside labels fills the shape first, a model where one is set next, and sentences that say what is asked
 * for last. Time that a mode has is its own: when it is over the answer is what was read until then.
 */

import { Clock, Duration, Effect, Option } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import type { DataObject, ObjectShape } from "../extraction/domain/DataShape.ts"
import type { FactSheet } from "../extraction/domain/FactSheet.ts"
import type { Evidence } from "../extraction/domain/Filling.ts"
import { fieldsOf } from "../extraction/domain/fieldNames.ts"
import type { NamedSite } from "../extraction/domain/NamedSite.ts"
import { ofSites, sheetOf, subjectOf } from "../extraction/domain/ofWhom.ts"
import { topicOf } from "../extraction/domain/rankLinks.ts"
import { followTopic, nothingFollowed } from "../extraction/followTopic.ts"
import { type ExtractPage, isEmptySheet, readExtractPage } from "../extraction/readExtractPage.ts"
import { defaultPdf, plainSource } from "../pages/domain/ScrapeRequest.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { readQuery } from "../search/domain/readQuery.ts"
import type { SearchUnavailable } from "../search/errors.ts"
import { Search } from "../search/Search.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, fetchingLeftOf, leftOf } from "../web/domain/Deadline.ts"
import { type UnreadSite, unreadSite } from "../web/domain/UnreadSite.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { DeadlinePassed, WebsiteBlocked, WebsiteInaccessible, WebsiteNotFound } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { type Mode, type ModeTerms, modes } from "./domain/Mode.ts"
import { queriesOf, sitesIn } from "./domain/readTask.ts"
import { thingsOfTask } from "./domain/thingsOfTask.ts"
import { fillTask } from "./fillTask.ts"

export interface AnswerRequest {
  readonly task: string
  readonly shape: ObjectShape
  readonly mode: Mode
}

export interface Answer {
  readonly content: DataObject
  /** What says each value. */
  readonly evidence: ReadonlyArray<Evidence>
  /** Pages that were read, first seen first. */
  readonly sources: ReadonlyArray<string>
  /** Sites that the task names and nothing was read of, with why. */
  readonly unread: ReadonlyArray<UnreadSite>
  /** Whether time ended the research. */
  readonly isPart: boolean
}

/** Pages read at once; time for one; links from a named site; sources that are told; time for filling, for sentences at the end of that, and for answering. */
const limits = {
  atOnce: 5,
  pageMillis: 12_000,
  depth: 2,
  sources: 100,
  fillMillis: 4_000,
  passagesMillis: 500,
  answeringMillis: 500
} as const

/** Research under way; whoever ends it has what was read. */
interface Research {
  readonly call: Call
  readonly request: AnswerRequest
  readonly terms: ModeTerms
  readonly deadline: Deadline
  readonly sites: ReadonlyArray<NamedSite>
  readonly pages: Map<string, ExtractPage>
  /** Which of them are of sites that the task names, wherever those led. */
  readonly own: Set<string>
  readonly unread: Array<UnreadSite>
  unavailable: SearchUnavailable | null
  hasSearched: boolean
}

const identityOf = (url: string): string => {
  const parsed = parseUrl(url)
  return parsed === null ? url : urlIdentity(parsed)
}

const keep = ({ pages }: Research, page: ExtractPage): void => {
  const identity = identityOf(page.finalUrl)
  if (!pages.has(identity)) pages.set(identity, page)
}

const reading = { pdf: defaultPdf, wantsPictures: false }

const readPage = Effect.fnUntraced(function* ({ call, deadline }: Research, url: string) {
  const latest = (yield* Clock.currentTimeMillis) + limits.pageMillis
  const own: Deadline = { atMillis: Math.min(latest, deadline.atMillis), acceptsPart: false }
  return yield* ofOnePage(url)(readExtractPage(plainSource(url), reading, call.freshness, own))
})

/** Reads a site from one address on. */
const readFrom = Effect.fnUntraced(function* (research: Research, url: string) {
  const { deadline, request, terms } = research
  const question = {
    url,
    topic: topicOf(request.task, request.shape),
    maxPages: terms.sitePages,
    // What is asked for may stand on a page whose address has none of its words, such as who founded a company on `/about`.
    atLeast: terms.sitePages,
    maxDepth: limits.depth,
    followSubdomains: true
  }
  const session = yield* openSession
  const read = (one: string) =>
    Effect.tap(readPage(research, one), (page) =>
      Effect.sync(() => {
        keep(research, page)
        research.own.add(identityOf(page.finalUrl))
      })
    )
  const following = { session, read, deadline, stopsAtMillis: deadline.atMillis, known: [] }
  const followed = nothingFollowed<ExtractPage, Effect.Error<ReturnType<typeof read>>>()
  // What ends it behind its first page leaves what was read.
  yield* Effect.catch(followTopic(question, following, followed), (error) =>
    followed.pages.length > 0 ? Effect.void : Effect.fail(error)
  )
  // Pages that only a browser shows are no answer of a site, though they came.
  const [first] = followed.pages
  if (first?.unrendered !== undefined && followed.pages.every(isUnseen)) return yield* first.unrendered
})

const isUnseen = ({ unrendered }: ExtractPage): boolean => unrendered !== undefined

/** Reads a site that the task names. That it cannot be read leaves the rest of the research as it is, and is told. */
const readSite = (research: Research, { urls }: NamedSite) => {
  const [first, ...others] = urls.map((url) => readFrom(research, url))
  if (first === undefined) return Effect.void
  // Without a scheme the second is a guess: what is told is why the likelier could not be read.
  const [url = ""] = urls
  return Effect.catch(first, (error) =>
    others
      .reduce((before, next) => Effect.catch(before, () => next), Effect.fail(error) as typeof first)
      .pipe(
        Effect.catch(() =>
          // That there is no room here says nothing of the site.
          error._tag === "TooBusy" ? Effect.void : Effect.sync(() => void research.unread.push(unreadSite(url, error)))
        )
      )
  )
}

/** Searches by all queries at once, and reads the best of what is found. */
const searchAndRead = Effect.fnUntraced(function* (research: Research) {
  const { call, deadline, request, sites, terms } = research
  const { find } = yield* Search
  const queries = queriesOf(request.task, request.shape, sites, terms.queries)
  const found = yield* Effect.forEach(
    queries,
    (text) =>
      find({
        question: { query: readQuery(text), publishedSince: null, country: null, count: terms.hits },
        organizationId: call.organizationId,
        deadline,
        zeroRetention: call.freshness.zeroRetention,
        fanOut: request.mode === "ultra"
      }).pipe(Effect.result),
    { concurrency: "unbounded" }
  )
  // The first hit of each query goes before the second of any.
  const ranked = found.flatMap((one) => (one._tag === "Success" ? [one.success.hits] : []))
  const urls = new Map<string, string>()
  for (let place = 0; place < terms.hits; place++) {
    for (const hits of ranked) {
      const hit = hits[place]
      if (hit !== undefined && !urls.has(identityOf(hit.url))) urls.set(identityOf(hit.url), hit.url)
    }
  }
  for (const one of found) {
    if (one._tag === "Success") research.hasSearched = true
    else if (one.failure._tag === "SearchUnavailable") research.unavailable = one.failure
  }
  const wanted = [...urls].filter(([identity]) => !research.pages.has(identity)).slice(0, terms.hits)
  yield* Effect.forEach(
    wanted,
    ([, url]) =>
      Effect.match(readPage(research, url), { onSuccess: (page) => keep(research, page), onFailure: () => undefined }),
    { concurrency: limits.atOnce, discard: true }
  )
})

const fill = Effect.fnUntraced(function* (
  { deadline, own, request: { shape, task }, sites }: Research,
  pages: ReadonlyArray<ExtractPage>
) {
  const ofNamed = pages.flatMap(({ finalUrl, sheet }) => (own.has(identityOf(finalUrl)) ? [sheet] : []))
  const named = subjectOf(task, fieldsOf(shape), sites)
  const whom = ofSites(named, ofNamed)
  // What is said of others answers nothing, however well it fits what is asked for.
  const sheets = pages.flatMap(
    ({ finalUrl, sheet }) => sheetOf(whom, { ...sheet, url: finalUrl }, own.has(identityOf(finalUrl))) ?? []
  )
  const isOwn = ({ url }: FactSheet): boolean => own.has(identityOf(url))
  const endsAtMillis = deadline.atMillis - limits.answeringMillis
  const thingsOf = (shape: ObjectShape) => thingsOfTask(task, shape, named, ofNamed)
  const question = { task, shape, whom, sheets, isOwn, thingsOf, endsAtMillis, passagesMillis: limits.passagesMillis }
  return yield* fillTask(question)
})

/** When the research must be over: what the mode has, or the caller's deadline where that is sooner. */
const deadlineOf = ({ deadline }: Call, { millis }: ModeTerms, now: number): Deadline =>
  deadline.atMillis < now + millis ? deadline : { atMillis: now + millis, acceptsPart: true }

const refusalOf = ({ code, message, url }: UnreadSite) => {
  const told = { message: `${url} cannot be read: ${message}` }
  if (code === "WEBSITE_NOT_FOUND") return new WebsiteNotFound(told)
  return code === "WEBSITE_BLOCKED" ? new WebsiteBlocked(told) : new WebsiteInaccessible(told)
}

const research = Effect.fnUntraced(function* (call: Call, request: AnswerRequest) {
  const terms = modes[request.mode]
  const now = yield* Clock.currentTimeMillis
  const { registrable } = yield* DomainNames
  const sites = sitesIn(request.task, (host) => registrable(host) !== null)
  const deadline = deadlineOf(call, terms, now)
  const under: Research = {
    ...{ call, request, terms, deadline, sites, pages: new Map(), own: new Set(), unread: [] },
    ...{ unavailable: null, hasSearched: false }
  }
  const work = Effect.all(
    [
      ...sites.map((site) => readSite(under, site)),
      // What goes wrong with one page is its own.
      searchAndRead(under)
    ],
    { concurrency: "unbounded", discard: true }
  )
  const left = Math.max(0, fetchingLeftOf(deadline, now) - limits.fillMillis)
  const done = yield* Effect.timeoutOption(work, Duration.millis(left))
  const isCut = Option.isNone(done)
  const read = [...under.pages.values()].filter(({ sheet }) => !isEmptySheet(sheet))
  const isNamed = ({ finalUrl }: ExtractPage) => under.own.has(identityOf(finalUrl))
  // What a task names is asked first, however soon anything else was there.
  const pages = [...read.filter(isNamed), ...read.filter((page) => !isNamed(page))]
  if (isCut && (!deadline.acceptsPart || pages.length === 0)) return yield* new DeadlinePassed()
  if (pages.length === 0 && !under.hasSearched && under.unavailable !== null) return yield* under.unavailable
  // Whoever names a site asks of it: where nothing else says anything either, that it could not be read is what there is to say.
  const [unread] = under.unread
  if (pages.length === 0 && unread !== undefined) return yield* refusalOf(unread)
  const filled = yield* Effect.timeoutOption(
    fill(under, pages),
    Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis))
  )
  if (Option.isNone(filled)) return yield* new DeadlinePassed()
  const isFillingCut = filled.value.isCut
  if (isFillingCut && !deadline.acceptsPart) return yield* new DeadlinePassed()
  const { data, evidence, missing } = filled.value.value
  if (evidence.length === 0 && unread !== undefined && pages.every(isUnseen)) return yield* refusalOf(unread)
  yield* Effect.annotateCurrentSpan({
    mode: request.mode,
    sites: sites.length,
    pages: pages.length,
    values: evidence.length,
    missing: missing.length,
    searched: under.hasSearched
  })
  return {
    content: data,
    evidence,
    sources: pages.slice(0, limits.sources).map(({ finalUrl }) => finalUrl),
    unread: under.unread,
    isPart: isCut || isFillingCut
  } satisfies Answer as Answer
})

/** Finds out what a task asks for. */
export const answerTask = Effect.fn("Answers.answer")(function* (call: Call, request: AnswerRequest) {
  const { credits } = modes[request.mode]
  return yield* charged(
    call,
    exactly(credits)
  )(() => Effect.map(research(call, request), (value) => ({ value, credits })))
})
