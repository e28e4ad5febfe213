/** What a look at a site reads: its pages, the data on them, and what of it is compared. */
import { Clock, Duration, Effect, Result } from "effect"
import { maxRows } from "../extraction/domain/buildRows.ts"
import type { DataObject, DataValue, ObjectShape } from "../extraction/domain/DataShape.ts"
import type { Fact, FactSheet } from "../extraction/domain/FactSheet.ts"
import { topicOf } from "../extraction/domain/rankLinks.ts"
import { readDataSchema } from "../extraction/domain/readDataSchema.ts"
import { FactReader } from "../extraction/FactReader.ts"
import type { SiteQuestion } from "../extraction/followTopic.ts"
import { type Answered, isSamePage, readSitePage, type SitePage } from "../extraction/readSitePage.ts"
import { holdsMost } from "../pages/pageMemory.ts"
import { Signer } from "../security/Signer.ts"
import type { CrawlHosts } from "../sites/crawlHosts.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { keptData } from "./domain/agreedData.ts"
import type { ExtractState, TrackedPage } from "./domain/Baseline.ts"
import { cutBefore, heldAtCut, withinLines } from "./domain/cutLists.ts"
import { dataLines, textOfLines, withKept, without } from "./domain/dataLines.ts"
import { isObject } from "./domain/dataRows.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import { comparableText } from "./domain/PageText.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { RunError } from "./domain/RunError.ts"
import { fetchTimeout } from "./seePage.ts"
import { traced } from "./traced.ts"
import { NoRoom, unusable } from "./Unusable.ts"
import { ofReading } from "./watchProblems.ts"

/** Time for all pages of one look; the lease of the run is renewed meanwhile. */
const patience = Duration.minutes(10)

/** Characters that are kept and compared of all pages together, where no schema says what is compared. */
const comparedLength = 800_000

/** Pages that are read at once. */
const atOnce = 4

/** What is asked of a site, read once for a look. */
export interface Asked {
  readonly question: SiteQuestion
  /** Null where the summary is asked for that is built in. */
  readonly shape: ObjectShape | null
  readonly instructions: string
}

export const askedOf = ({ target }: MonitorOf<"extract">): Asked => {
  // A schema that is none was refused when the monitor was made.
  const shape = target.schema === null ? null : Result.getOrThrow(readDataSchema(target.schema))
  const { followSubdomains, instructions, maxDepth, maxPages, url } = target
  return {
    shape,
    instructions,
    question: { url, topic: topicOf(instructions, shape), maxPages, maxDepth, followSubdomains }
  }
}

export const lookDeadline = Effect.map(
  Clock.currentTimeMillis,
  (now): Deadline => ({
    atMillis: now + Duration.toMillis(patience),
    acceptsPart: false,
    exchangeMillis: Duration.toMillis(fetchTimeout)
  })
)

/** What became of a page that is looked at again. */
export type Seen =
  | { readonly _tag: "Same"; readonly answered: Answered | null }
  | { readonly _tag: "Read"; readonly page: SitePage }
  | { readonly _tag: "Failed"; readonly error: RunError }

/** How pages of a site are reached. */
export interface Reach {
  readonly session: FetchSession
  readonly hosts: CrawlHosts
  readonly deadline: Deadline
}

/** Why a page that says nothing is no page of the site. */
const emptied = ({ blankBecause }: SitePage): RunError =>
  blankBecause === undefined
    ? { code: "empty_content", message: "The page has no visible text." }
    : { code: "internal_error", message: blankBecause }

/** Nothing stands on the page any more: what it said is not gone, it is not there to be read. */
export const isEmptied = ({ blankBecause, sheet }: SitePage): boolean => {
  const isOfHead = ({ source }: Fact) => blankBecause !== undefined && source === "metadata"
  return (blankBecause !== undefined || sheet.text.trim() === "") && sheet.facts.every(isOfHead)
}

const lackOf = (lacksBrowser: true | undefined) => (lacksBrowser === undefined ? {} : { lacksBrowser })

/** Looks at pages that were read before; `isAsked` asks each whether it is as it was. */
export const readTracked = Effect.fnUntraced(function* (
  { deadline, hosts, session }: Reach,
  pages: ReadonlyArray<Pick<TrackedPage, "url"> & Partial<TrackedPage>>,
  isAsked: boolean
) {
  const look = Effect.fnUntraced(function* ({
    digest,
    etag = null,
    finalUrl,
    isRendered = false,
    lacksBrowser,
    lastModified = null,
    url
  }: (typeof pages)[number]) {
    if (!(yield* hosts.mayFetch(url))) {
      const { isSaid, message } = yield* hosts.refusal(url)
      const error: RunError = { code: isSaid ? "blocked" : "fetch_failed", message }
      return { _tag: "Failed", error } satisfies Seen as Seen
    }
    const known =
      isAsked && digest !== undefined
        ? { digest, etag, finalUrl, isRendered, lastModified, ...lackOf(lacksBrowser) }
        : null
    const read = yield* hosts
      .inTurn(url)(readSitePage(session, url, known, deadline))
      .pipe(Effect.result)
    if (read._tag === "Failure") {
      const error = read.failure
      if ("_tag" in error && error._tag === "StoreUnavailable") return yield* error
      const meant = ofReading(error)
      // Page after page that finds no room beside the others would keep a change from being told, and say nothing.
      if ("_tag" in error && error._tag === "ContentTooLarge" && (yield* holdsMost))
        return yield* unusable("internal_error", error.message)
      return meant instanceof NoRoom
        ? yield* Effect.fail(meant)
        : ({ _tag: "Failed", error: meant.error } satisfies Seen as Seen)
    }
    const page = read.success
    if (isSamePage(page)) return { _tag: "Same", answered: page.answered } satisfies Seen as Seen
    return isEmptied(page)
      ? ({ _tag: "Failed", error: emptied(page) } satisfies Seen as Seen)
      : ({ _tag: "Read", page } satisfies Seen as Seen)
  })
  const seen = yield* Effect.forEach(pages, (page) => Effect.map(look(page), (one) => [page.url, one] as const), {
    concurrency: atOnce
  })
  return new Map(seen)
})

/** A site as a look read it. */
export interface Reading {
  readonly state: ExtractState
  /** What is compared, as one text. */
  readonly text: string
}

/** A page that says no more than its text: what it is called and how it is marked up is not compared. */
const textSheet = ({ text = "", url }: TrackedPage): FactSheet => ({
  url,
  title: null,
  language: "",
  text,
  isCut: false,
  facts: [],
  lists: [],
  groups: []
})

const trackedOf = (
  { digest, etag, finalUrl, isRendered, lacksBrowser, lastModified, sheet, url }: SitePage,
  { question, shape }: Asked
): TrackedPage => {
  const tracked = { url, finalUrl, etag, lastModified, digest, isRendered, ...lackOf(lacksBrowser) }
  if (shape !== null) return tracked
  const text = comparableText(sheet.text, true)
    .slice(0, Math.floor(comparedLength / question.maxPages))
    .toWellFormed()
  return { ...tracked, text }
}

/** The text of a page under its address, so that it is told which one differs. */
const ofPage = ({ text = "", url }: TrackedPage): string => `${url}\n${text}`

const fill = (question: Parameters<FactReader["Service"]["fill"]>[0]) =>
  FactReader.use((reader) => reader.fill(question)).pipe(
    Effect.catchTag("UnreadablePage", ({ message }) => unusable("extraction_failed", message))
  )

/**
 * What the pages say together. Pages that could not be read stay as they are `before`: what they said is neither changed nor
 * gone.
 */
export const readingOf = Effect.fnUntraced(function* (
  asked: Asked,
  read: ReadonlyArray<SitePage>,
  before: { readonly unread: ReadonlyArray<TrackedPage>; readonly state: ExtractState | null },
  chooseAtMillis: number,
  trace: Array<TraceStep>
) {
  const { instructions, shape } = asked
  const pages = [...read.map((page) => trackedOf(page, asked)), ...before.unread]
  const sheets = shape === null ? pages.map(textSheet) : read.map(({ sheet, url }) => ({ ...sheet, url }))
  const tracked = new Set(pages.map(({ url }) => url))
  const known = before.state?.byModel?.filter(({ url }) => tracked.has(url)) ?? []
  const unread = pages.length - sheets.length
  const filled = yield* fill({ shape, instructions, sheets, unread, ...(known.length === 0 ? {} : { known }) })
  const { asked: cameOfModel, byModel, evidence } = filled
  if (cameOfModel !== undefined) yield* Effect.void.pipe(traced(trace, "match")(() => cameOfModel))
  const common = { type: "extract" as const, urlsAnalyzed: pages.map(({ url }) => url), pages, chooseAtMillis }
  if (shape === null)
    return { state: { ...common, data: filled.data }, text: pages.map(ofPage).join("\n") } satisfies Reading as Reading
  const was = dataOfState(before.state)
  const told = withinLines(filled.data, filled.areListsCut === true, maxRows)
  const { cut, data } =
    before.state === null ? told : heldAtCut(told, { data: was, cut: cutBefore(was, before.state.cut) })
  const own = dataLines(data, evidence, asked.question.url)
  const lines = withKept(own, before.state?.lines ?? [], new Set(before.unread.map(({ url }) => url)))
  const whole = keptData(shape, data, was, without(lines, own))
  const found = byModel === undefined ? {} : { byModel }
  return {
    state: { ...common, data: whole, lines, cut, ...found },
    text: textOfLines(lines)
  } satisfies Reading as Reading
})

/** The data of a state, which is an object where a schema asked for it. */
export const dataOfState = (state: ExtractState | null): DataObject => {
  const data: DataValue = state?.data ?? null
  return isObject(data) ? data : {}
}

/** Pages that no look showed like this, with the data that follows from what is kept of them. */
export const withOwnData = Effect.fnUntraced(function* ({ instructions }: Asked, state: ExtractState) {
  const { data } = yield* fill({ shape: null, instructions, sheets: (state.pages ?? []).map(textSheet) })
  const own: ExtractState = { ...state, data }
  return { state: own, text: textOfState(own) } satisfies Reading as Reading
})

/** What of an earlier reading is compared. */
export const textOfState = ({ lines, pages = [] }: ExtractState): string =>
  lines === undefined ? pages.map(ofPage).join("\n") : textOfLines(lines)

/** A state to be kept, with its mark. */
export const keptAs = Effect.fnUntraced(function* ({ state, text }: Reading) {
  const fingerprint = yield* (yield* Signer).digest(text)
  return { state, mark: { fingerprint, etag: null, lastModified: null } }
})
