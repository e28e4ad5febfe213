/**
 * One look at a site: its pages are read again, and the data on them.
 *
 * **Details.** The first look chooses the pages. Later looks ask exactly those whether they are as they were; only when one is
 * not are all of them read, and what is compared is the data, or, where no schema says what that is, the text of the pages. A
 * difference is confirmed by a second look at the pages that differ. A page that cannot be read keeps what it said. About once a
 * day pages are chosen anew: those that are read stay, pages that are gone make room, and new ones are told like any change. A page that
 * was read without a browser, and is shown by one now, is taken over and told to nobody: what the site said is as it was. What other pages say
 * meanwhile is told without it.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { choosePages } from "../extraction/choosePages.ts"
import type { SitePage } from "../extraction/readSitePage.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { spanned } from "../spanned.ts"
import { openSession } from "../web/openSession.ts"
import { confirmSite } from "./confirmSite.ts"
import type { ExtractState, TrackedPage } from "./domain/Baseline.ts"
import { describeReplaced } from "./domain/describeUrls.ts"
import { heldAgainst, withPagesInOrder } from "./domain/heldAgainst.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { MovedUrl } from "./domain/UrlChange.ts"
import { Verdict } from "./domain/Verdict.ts"
import {
  type Asked,
  askedOf,
  isEmptied,
  keptAs,
  lookDeadline,
  type Reach,
  type Reading,
  readingOf,
  readTracked,
  type Seen,
  textOfState
} from "./extractReading.ts"
import { confirmAfter } from "./lookAtPage.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { clear, type Sight } from "./Sight.ts"
import { traced } from "./traced.ts"
import { Unusable, unusable } from "./Unusable.ts"
import { ofReading } from "./watchProblems.ts"

/** Least and most time until pages are chosen anew; each monitor has its own between them. */
const chooseAgain = { least: Duration.hours(20), most: Duration.hours(28) } as const

/** A number from 0 to 1 that a monitor always has. */
const shareOf = (id: string): number => {
  let hash = 0
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return (hash % 1_000) / 1_000
}

const nextChoice = (monitor: MonitorOf<"extract">) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const [least, most] = [Duration.toMillis(chooseAgain.least), Duration.toMillis(chooseAgain.most)]
    return Math.round(now + least + (most - least) * shareOf(monitor.id))
  })

/** One look under way. */
interface LookUnderWay {
  readonly monitor: MonitorOf<"extract">
  readonly asked: Asked
  readonly reach: Reach
  readonly trace: Array<TraceStep>
}

/** The pages that say something: one that is empty is not there to be read, here as when it is looked at again. */
const choose = ({ asked, reach, trace }: LookUnderWay, known: ReadonlyArray<string>) =>
  choosePages(asked.question, reach.deadline, known).pipe(
    Effect.mapError((error) => ("_tag" in error && error._tag === "StoreUnavailable" ? error : ofReading(error))),
    traced(
      trace,
      "fetch"
    )(({ failed, forbidden, pages }) => {
      const left = [failed > 0 ? `${failed} failed` : "", forbidden > 0 ? `robots.txt forbids ${forbidden}` : ""]
      return [`${pages.length} ${pages.length === 1 ? "page" : "pages"}`, ...left]
        .filter((part) => part !== "")
        .join(", ")
    }),
    Effect.map(({ pages }) => ({
      said: pages.filter((page) => !isEmptied(page)),
      blankBecause: pages.find(({ blankBecause }) => blankBecause !== undefined)?.blankBecause
    }))
  )

const firstLook = Effect.fnUntraced(function* (look: LookUnderWay) {
  const { blankBecause, said: pages } = yield* choose(look, [])
  if (pages.length === 0) {
    return yield* blankBecause === undefined
      ? unusable("empty_content", "The pages have no visible text.")
      : unusable("internal_error", blankBecause)
  }
  const reading = yield* readingOf(
    look.asked,
    pages,
    { unread: [], state: null },
    yield* nextChoice(look.monitor),
    look.trace
  )
  return clear(Verdict.cases.FirstSight.make(yield* keptAs(reading)))
})

const readPages = (seen: ReadonlyMap<string, Seen>): ReadonlyArray<SitePage> =>
  [...seen.values()].flatMap((one) => (one._tag === "Read" ? [one.page] : []))

const told = (seen: ReadonlyMap<string, Seen>): string => {
  const all = [...seen.values()]
  const count = (tag: Seen["_tag"]) => all.filter(({ _tag }) => _tag === tag).length
  const failed = count("Failed")
  return `${count("Same")} of ${all.length} pages as they were${failed === 0 ? "" : `, ${failed} cannot be read`}`
}

/** The pages as they are asked for now; fails when none of them can be read. */
const askAll = Effect.fnUntraced(function* ({ reach, trace }: LookUnderWay, pages: ReadonlyArray<TrackedPage>) {
  const seen = yield* readTracked(reach, pages, true).pipe(traced(trace, "fetch")(told))
  const failures = [...seen.values()].flatMap((one) => (one._tag === "Failed" ? [one.error] : []))
  const [first] = failures
  if (first !== undefined && failures.length === seen.size) return yield* Effect.fail(new Unusable(first))
  return seen
})

/** Pages that are as they were are read as well, where their data is part of the whole. */
const readRest = Effect.fnUntraced(function* (
  { asked, reach, trace }: LookUnderWay,
  pages: ReadonlyArray<TrackedPage>,
  seen: ReadonlyMap<string, Seen>
) {
  const same = pages.filter(({ url }) => seen.get(url)?._tag === "Same")
  if (asked.shape === null || same.length === 0) return seen
  const rest = yield* readTracked(reach, same, false).pipe(
    traced(trace, "fetch")((all) => `${all.size} more pages read`)
  )
  return new Map([...seen, ...rest])
})

/** The site as one look saw it: what was read, and what stays as it was. */
const readingFrom = Effect.fnUntraced(function* (
  { asked, trace }: LookUnderWay,
  state: ExtractState,
  seen: ReadonlyMap<string, Seen>,
  chooseAtMillis: number
) {
  const pages = state.pages ?? []
  const reading = yield* readingOf(
    asked,
    readPages(seen),
    { unread: pages.filter(({ url }) => seen.get(url)?._tag !== "Read"), state },
    chooseAtMillis,
    trace
  )
  return inOrderOf(pages, reading)
})

/** The same reading with its pages in the order in which they were tracked before. */
const inOrderOf = (before: ReadonlyArray<TrackedPage>, { state }: Reading): Reading => {
  const ordered = withPagesInOrder(before, state)
  return { state: ordered, text: textOfState(ordered) }
}

/** The earlier state, with what a model found since. */
const foundBy = ({ byModel: _, ...state }: ExtractState, { state: { byModel } }: Reading): ExtractState =>
  byModel === undefined ? state : { ...state, byModel }

/** Whether of some page nobody knows how it was: what was kept of it no look had shown. */
const hasUnknown = ({ pages = [] }: ExtractState): boolean => pages.some(({ digest }) => digest === "")

/** The state with what may be asked from now on of pages that are as they were, and answered as a whole. */
const withAnswered = (state: ExtractState, seen: ReadonlyMap<string, Seen>): ExtractState => {
  if (state.pages === undefined) return state
  const pages = state.pages.map((page) => {
    const one = seen.get(page.url)
    return one?._tag === "Same" && one.answered !== null ? { ...page, ...one.answered } : page
  })
  return { ...state, pages }
}

/**
 * Whether pages can be asked at another address than the one that is tracked, or at one for the first time, as where an older build kept none:
 * unless that is kept, they are read whole each time.
 */
const hasMoved = (before: ExtractState, { pages = [] }: ExtractState): boolean => {
  const was = new Map((before.pages ?? []).map(({ finalUrl, url }) => [url, finalUrl]))
  return pages.some(
    ({ etag, finalUrl, lastModified, url }) =>
      (etag !== null || lastModified !== null) && was.has(url) && was.get(url) !== finalUrl
  )
}

/** Pages that lacked a browser, and have been shown by one now. */
const uncoveredOf = ({ pages = [] }: ExtractState, seen: ReadonlyMap<string, Seen>): ReadonlySet<string> =>
  new Set(
    pages.flatMap(({ lacksBrowser, url }) => {
      const one = seen.get(url)
      return lacksBrowser === true && one?._tag === "Read" && one.page.isRendered ? [url] : []
    })
  )

/** Pages that are taken over, and what the looks saw of the others. */
interface Uncovering {
  readonly uncovered: ReadonlySet<string>
  /** Of the first look, all pages, and what the others say together. */
  readonly read: ReadonlyMap<string, Seen>
  readonly first: string
  /** Of the second one, where there was one, the pages that differed, and what the others say together. */
  readonly second: { readonly seen: ReadonlyMap<string, Seen>; readonly text: string } | null
  /** What the others said before. */
  readonly before: string
}

/**
 * What is kept from now on, when pages that lacked a browser have been shown by one: they as they are shown, and all others as they are kept by
 * `kept`. Texts of pages are kept one by one. Data is that of all pages together, so that the others must be read as they are kept: null
 * where neither look shows them so.
 */
const takenOver = (look: LookUnderWay, kept: ExtractState, uncovering: Uncovering) => {
  const { before, first, read, second, uncovered } = uncovering
  const withThese = (seen: ReadonlyMap<string, Seen>) => readingFrom(look, kept, seen, kept.chooseAtMillis ?? 0)
  if (look.asked.shape === null) return withThese(new Map([...read].filter(([url]) => uncovered.has(url))))
  if (textOfState(kept) === first) return withThese(read)
  return second !== null && second.text === before
    ? withThese(new Map([...read, ...second.seen]))
    : Effect.succeed(null)
}

const leavingOut = <A>(seen: ReadonlyMap<string, A>, urls: ReadonlySet<string>): ReadonlyMap<string, A> =>
  new Map([...seen].filter(([url]) => !urls.has(url)))

/** The pages that are tracked, as they are now; without a sight when nothing that is compared differs. */
const lookAtTracked = Effect.fnUntraced(function* (look: LookUnderWay, tracked: ExtractState) {
  const pages = tracked.pages ?? []
  const all = yield* askAll(look, pages)
  const state = withAnswered(tracked, all)
  if (readPages(all).length === 0) {
    const steady: Reading | null = hasMoved(tracked, state) ? { state, text: textOfState(state) } : null
    return { sight: null, seen: all, steady, uncovers: false }
  }
  const read = yield* readRest(look, pages, all)
  const uncovered = uncoveredOf(state, read)
  const uncovers = uncovered.size > 0
  const [asked, seen] = [leavingOut(all, uncovered), leavingOut(read, uncovered)]
  const chooseAt = state.chooseAtMillis ?? 0
  const first = yield* readingFrom(look, state, seen, chooseAt)
  const { before } = heldAgainst(state, first.state)
  if (first.text === textOfState(before)) {
    const steady = uncovers
      ? yield* readingFrom(look, state, read, chooseAt)
      : hasUnknown(state) || hasMoved(tracked, first.state)
        ? first
        : null
    return { sight: null, seen: read, steady, uncovers }
  }
  let second: Uncovering["second"] = null
  const again = Effect.gen(function* () {
    // One that was as it was when it was asked for may say something else when it is read with the others.
    const differing = pages.filter(({ digest, url }) => {
      const one = seen.get(url)
      return asked.get(url)?._tag === "Read" || (one?._tag === "Read" && one.page.digest !== digest)
    })
    const read = yield* readTracked(look.reach, differing, false)
    // What a model found at the first look is not found anew at the second.
    const reading = yield* readingFrom(look, foundBy(state, first), new Map([...seen, ...read]), chooseAt)
    second = { seen: read, text: reading.text }
    return reading
  })
  const without = (urls: ReadonlySet<string>) =>
    readingFrom(look, foundBy(state, first), leavingOut(seen, urls), chooseAt)
  const sight = yield* confirmSite(look, before, { first, again, without })
  if (!uncovers) return { sight, seen: read, steady: null, uncovers }
  const kept = sight !== null && "state" in sight.verdict ? sight.verdict.state : undefined
  const base = kept?.type === "extract" ? kept : state
  const texts = { first: first.text, before: textOfState(before) }
  const taken = yield* takenOver(look, base, { uncovered, read, second, ...texts })
  return { ...(yield* withTaken(sight, taken)), seen: read, uncovers }
})

/** What was found, if anything, and what is kept with it. */
const withTaken = Effect.fnUntraced(function* (sight: Sight | null, taken: Reading | null) {
  if (taken === null || sight === null || sight.verdict._tag !== "Changed") return { sight, steady: taken }
  const verdict = Verdict.cases.Changed.make({ ...sight.verdict, ...(yield* keptAs(taken)) })
  return { sight: { ...sight, verdict }, steady: null }
})

/** A difference that was found together with pages that took the place of others. */
const replacing = ({ differences, verdict }: Sight, replaced: ReadonlyArray<MovedUrl>): Sight =>
  replaced.length > 0 && verdict._tag === "Changed" && verdict.finding.type === "extract"
    ? { differences, verdict: Verdict.cases.Changed.make({ ...verdict, finding: { ...verdict.finding, replaced } }) }
    : { differences, verdict }

const isMissing = (one: Seen | undefined): boolean => one?._tag === "Failed" && one.error.code === "not_found"

/** Pages that are gone: they were not there when they were asked for, nor at a second look. */
const findGone = Effect.fnUntraced(function* (
  { reach, trace }: LookUnderWay,
  { pages = [] }: ExtractState,
  seen: ReadonlyMap<string, Seen>
) {
  const missing = pages.filter(({ url }) => isMissing(seen.get(url)))
  if (missing.length === 0) return new Set<string>()
  return yield* Effect.sleep(confirmAfter).pipe(
    Effect.andThen(readTracked(reach, missing, true)),
    Effect.map((again) => new Set(missing.map(({ url }) => url).filter((url) => isMissing(again.get(url))))),
    traced(trace, "confirm")((gone) => `${gone.size} of ${missing.length} missing pages are gone`)
  )
})

/** What is tracked from now on: the pages that stay, whether they could be read or not, and new ones while there is room. */
const chooseAnew = Effect.fnUntraced(function* (look: LookUnderWay, staying: ReadonlyArray<TrackedPage>) {
  const known = staying.map(({ url }) => url)
  const { said: pages } = yield* choose(look, known)
  const [read, kept] = [new Set(pages.map(({ url }) => url)), new Set(known)]
  const unread = staying.filter(({ url }) => !read.has(url))
  const isNew = ({ url }: SitePage) => !kept.has(url)
  const room = Math.max(0, look.asked.question.maxPages - kept.size)
  const joining = new Set(pages.filter(isNew).slice(0, room))
  return { pages: pages.filter((page) => !isNew(page) || joining.has(page)), unread }
})

/** The pages chosen anew; what new ones say, and what went with those that are gone, is a difference like any other. */
const lookAtChosen = Effect.fnUntraced(function* (
  look: LookUnderWay,
  state: ExtractState,
  seen: ReadonlyMap<string, Seen>
) {
  const gone = yield* findGone(look, state, seen)
  const { pages, unread } = yield* chooseAnew(
    look,
    (state.pages ?? []).filter(({ url }) => !gone.has(url))
  )
  const at = yield* nextChoice(look.monitor)
  const from = (all: ReadonlyArray<SitePage>, left: ReadonlyArray<TrackedPage>, earlier: ExtractState) =>
    readingOf(look.asked, all, { unread: left, state: earlier }, at, look.trace)
  const chosen = yield* from(pages, unread, state)
  const { after, before, replaced, was } = heldAgainst(state, chosen.state)
  if (replaced.length > 0) yield* Effect.void.pipe(traced(look.trace, "match")(() => describeReplaced(replaced)))
  const first: Reading = { state: after, text: textOfState(after) }
  if (first.text === textOfState(before)) return { ...(yield* keptAs(first)), sight: null }
  const asBefore: Reading = { state: { ...state, chooseAtMillis: at }, text: textOfState(state) }
  /** These pages as they are read, and the others as they were. */
  const ofThese = (read: ReadonlyArray<SitePage>) => {
    const urls = new Set(read.map(({ url }) => url))
    const lacking = new Set(pages.map(({ url }) => url).filter((url) => !urls.has(url)))
    const left = [...unread, ...(was.pages ?? []).filter(({ url }) => lacking.has(url))]
    return Effect.map(from(read, left, foundBy(was, first)), (reading) => inOrderOf(was.pages ?? [], reading))
  }
  const known = new Set((state.pages ?? []).map(({ digest }) => digest))
  const again = Effect.gen(function* () {
    const second = yield* readTracked(
      look.reach,
      pages.filter(({ digest }) => !known.has(digest)),
      false
    )
    return yield* ofThese(
      pages.flatMap((page) => {
        const one = second.get(page.url)
        return one === undefined ? [page] : one._tag === "Read" ? [one.page] : []
      })
    )
  })
  const without = (urls: ReadonlySet<string>) => ofThese(pages.filter(({ url }) => !urls.has(url)))
  const sight = yield* confirmSite(look, before, { first, again, without })
  return { ...(yield* keptAs(asBefore)), sight: sight === null ? null : replacing(sight, replaced) }
})

const unchanged = clear(Verdict.cases.Unchanged.make({ mark: null }))

/** Nothing to tell, and a state that is kept in place of the earlier one. */
const keptUnchanged = ({ monitor }: LookUnderWay, { mark, state }: Effect.Success<ReturnType<typeof keptAs>>) =>
  monitor.baseline === null
    ? unchanged
    : clear(Verdict.cases.Unchanged.make({ mark: { ...monitor.baseline, ...mark }, state }))

const sameAs = (look: LookUnderWay, steady: Reading) => Effect.map(keptAs(steady), (kept) => keptUnchanged(look, kept))

const lookAgain = Effect.fnUntraced(function* (look: LookUnderWay, state: ExtractState) {
  const { seen, sight, steady, uncovers } = yield* lookAtTracked(look, state)
  // What flickered is as it was again: its values are in the data, and its pages need not be read anew each time.
  const tracked = sight ?? (steady === null ? unchanged : yield* sameAs(look, steady))
  // Pages are chosen among those that a browser shows when these have been taken over.
  if (uncovers) return tracked
  const restMillis = (state.chooseAtMillis ?? 0) - (yield* Clock.currentTimeMillis)
  // A longer rest was begun by a clock that was ahead.
  if (restMillis > 0 && restMillis <= Duration.toMillis(chooseAgain.most)) return tracked
  // Though there is something to tell: of a site that differs at every look, pages would never be chosen anew.
  const chosen = yield* lookAtChosen(look, state, seen).pipe(
    // The start alone cannot be read: the pages that are tracked can, and are not chosen anew before that.
    Effect.catchIf(
      (error) => error instanceof Unusable,
      () => Effect.succeed(null)
    )
  )
  if (chosen === null) return tracked
  return chosen.sight ?? sight ?? keptUnchanged(look, chosen)
})

/** Looks at the site of a monitor. */
export const lookAtExtract = Effect.fnUntraced(function* (monitor: MonitorOf<"extract">, trace: Array<TraceStep>) {
  const deadline = yield* lookDeadline
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, deadline)
  const look: LookUnderWay = { monitor, asked: askedOf(monitor), reach: { session, hosts, deadline }, trace }
  if (monitor.baseline === null) return yield* firstLook(look)
  const baseline = yield* (yield* MonitorStore).baseline(monitor.organizationId, monitor.id)
  if (Option.isNone(baseline) || baseline.value.type !== "extract") return yield* firstLook(look)
  return yield* lookAgain(look, baseline.value)
}, spanned("lookAtExtract"))
