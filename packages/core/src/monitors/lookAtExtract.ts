/**
 * One look at a site: its pages are read again, and the data on them.
 *
 * **Details.** The first look chooses the pages. Later looks ask exactly those whether they are as they were; only when one is
 * not are all of them read, and what is compared is the data, or, where no schema says what that is, the text of the pages. A
 * difference is confirmed by a second look at the pages that differ. A page that cannot be read keeps what it said. About once a
 * day pages are chosen anew: those that are read stay, pages that are gone make room, and new ones are told like any change.
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
import { withFoundLate } from "./domain/foundLate.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import { replacedPages, withReplaced } from "./domain/replacedPages.ts"
import type { MovedUrl } from "./domain/UrlChange.ts"
import { Verdict } from "./domain/Verdict.ts"
import { withWholeLines } from "./domain/wholeLines.ts"
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
      return [`${pages.length} pages chosen`, ...left].filter((part) => part !== "").join(", ")
    }),
    Effect.map(({ pages }) => pages.filter((page) => !isEmptied(page)))
  )

const firstLook = Effect.fnUntraced(function* (look: LookUnderWay) {
  const pages = yield* choose(look, [])
  if (pages.length === 0) return yield* unusable("empty_content", "The pages have no visible text.")
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

/** The earlier state, with what a model found since. */
const foundBy = ({ byModel: _, ...state }: ExtractState, { state: { byModel } }: Reading): ExtractState =>
  byModel === undefined ? state : { ...state, byModel }

/** Pages in the order in which they were tracked before, new ones at the end. */
const inOrderOf = (before: ReadonlyArray<TrackedPage>, reading: Reading): Reading => {
  const { pages = [] } = reading.state
  const places = new Map(before.map(({ url }, place) => [url, place]))
  const placeOf = ({ url }: TrackedPage) => places.get(url) ?? before.length
  const ordered = pages.toSorted((one, other) => placeOf(one) - placeOf(other))
  const state: ExtractState = { ...reading.state, pages: ordered, urlsAnalyzed: ordered.map(({ url }) => url) }
  return { state, text: textOfState(state) }
}

/** The earlier state as it is compared: what a model found late, and lines that were cut once, are no changes. */
const comparedWith = (state: ExtractState, { state: now }: Reading): ExtractState =>
  withFoundLate(withWholeLines(state, now), now)

/** Whether of some page nobody knows how it was: what was kept of it no look had shown. */
const hasUnknown = ({ pages = [] }: ExtractState): boolean => pages.some(({ digest }) => digest === "")

/** The pages that are tracked, as they are now; null when nothing that is compared differs. */
const lookAtTracked = Effect.fnUntraced(function* (look: LookUnderWay, state: ExtractState) {
  const pages = state.pages ?? []
  const asked = yield* askAll(look, pages)
  const changed = new Set(readPages(asked).map(({ url }) => url))
  if (changed.size === 0) return { sight: null, seen: asked, steady: null }
  const seen = yield* readRest(look, pages, asked)
  const chooseAt = state.chooseAtMillis ?? 0
  const first = yield* readingFrom(look, state, seen, chooseAt)
  const before = comparedWith(state, first)
  if (first.text === textOfState(before)) return { sight: null, seen, steady: hasUnknown(state) ? first : null }
  const again = Effect.gen(function* () {
    const differing = pages.filter(({ url }) => changed.has(url))
    const second = yield* readTracked(look.reach, differing, false)
    // What a model found at the first look is not found anew at the second.
    return yield* readingFrom(look, foundBy(state, first), new Map([...seen, ...second]), chooseAt)
  })
  const without = (urls: ReadonlySet<string>) =>
    readingFrom(look, foundBy(state, first), new Map([...seen].filter(([url]) => !urls.has(url))), chooseAt)
  const sight = yield* confirmSite(look, before, { first, again, without })
  return { sight, seen, steady: null }
})

/** The pages that took the place of those that are gone, as far as both addresses are known. */
const findReplaced = Effect.fnUntraced(function* (
  { trace }: LookUnderWay,
  gone: ReadonlyArray<TrackedPage>,
  { pages: before = [] }: ExtractState,
  { state }: Reading
) {
  const known = new Set(before.map(({ url }) => url))
  const replaced = replacedPages(
    gone,
    (state.pages ?? []).filter(({ url }) => !known.has(url))
  )
  if (replaced.length > 0) yield* Effect.void.pipe(traced(trace, "match")(() => describeReplaced(replaced)))
  return replaced
})

/** A difference that was found together with pages that took the place of others. */
const replacing = ({ differences, verdict }: Sight, replaced: ReadonlyArray<MovedUrl>): Sight =>
  replaced.length > 0 && verdict._tag === "Changed" && verdict.finding.type === "extract"
    ? { differences, verdict: Verdict.cases.Changed.make({ ...verdict, finding: { ...verdict.finding, replaced } }) }
    : { differences, verdict }

/** The pages chosen anew; what new ones say, and what went with those that are gone, is a difference like any other. */
const lookAtChosen = Effect.fnUntraced(function* (
  look: LookUnderWay,
  state: ExtractState,
  seen: ReadonlyMap<string, Seen>
) {
  const isGone = (url: string): boolean => {
    const one = seen.get(url)
    return one?._tag === "Failed" && one.error.code === "not_found"
  }
  const staying = (state.pages ?? []).filter(({ url }) => !isGone(url))
  const pages = yield* choose(
    look,
    staying.map(({ url }) => url)
  )
  const read = new Set(pages.map(({ url }) => url))
  const room = Math.max(0, look.asked.question.maxPages - pages.length)
  const unread = staying.filter(({ url }) => !read.has(url)).slice(0, room)
  const at = yield* nextChoice(look.monitor)
  const from = (all: ReadonlyArray<SitePage>, left: ReadonlyArray<TrackedPage>, earlier = state) =>
    readingOf(look.asked, all, { unread: left, state: earlier }, at, look.trace)
  const seenFirst = yield* from(pages, unread)
  const replaced = yield* findReplaced(
    look,
    (state.pages ?? []).filter(({ url }) => isGone(url)),
    state,
    seenFirst
  )
  const was = withReplaced(state, replaced)
  const ordered = (reading: Reading) => inOrderOf(was.pages ?? [], reading)
  const first = ordered(seenFirst)
  const before = comparedWith(was, first)
  if (first.text === textOfState(before)) return { ...(yield* keptAs(first)), sight: null }
  const asBefore: Reading = { state: { ...state, chooseAtMillis: at }, text: textOfState(state) }
  const known = new Set((state.pages ?? []).map(({ digest }) => digest))
  const again = Effect.gen(function* () {
    const differing = pages.filter(({ digest }) => !known.has(digest))
    const second = yield* readTracked(look.reach, differing, false)
    return ordered(
      yield* from(
        pages.map((page) => {
          const one = second.get(page.url)
          return one?._tag === "Read" ? one.page : page
        }),
        unread,
        foundBy(state, first)
      )
    )
  })
  const without = (urls: ReadonlySet<string>) =>
    Effect.map(
      from(
        pages.filter(({ url }) => !urls.has(url)),
        [...unread, ...staying.filter(({ url }) => urls.has(url))],
        foundBy(state, first)
      ),
      ordered
    )
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
  const { seen, sight, steady } = yield* lookAtTracked(look, state)
  if (sight !== null) return sight
  if ((yield* Clock.currentTimeMillis) < (state.chooseAtMillis ?? 0)) {
    // What flickered is as it was again: its values are in the data, and its pages need not be read anew each time.
    return steady === null ? unchanged : yield* sameAs(look, steady)
  }
  const chosen = yield* lookAtChosen(look, state, seen).pipe(
    // The start alone cannot be read: the pages that are tracked can, and are not chosen anew before that.
    Effect.catchIf(
      (error) => error instanceof Unusable,
      () => Effect.succeed(null)
    )
  )
  if (chosen === null) return unchanged
  return chosen.sight ?? keptUnchanged(look, chosen)
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
