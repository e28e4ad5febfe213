/** One reading of a sitemap, and a second one when the first shows a difference. */
import { Effect, Option } from "effect"
import { Signer } from "../security/Signer.ts"
import { spanned } from "../spanned.ts"
import { type FetchSession, HttpFetcher } from "../web/HttpFetcher.ts"
import type { KnownPage, SitemapState } from "./domain/Baseline.ts"
import type { Monitor, MonitorOf } from "./domain/Monitor.ts"
import { knownAfter, mostKnown } from "./domain/movedUrls.ts"
import type { TraceStep } from "./domain/Run.ts"
import {
  afterDifference,
  agreedDifference,
  firstState,
  isEmpty,
  isShrunken,
  mayBeKnown,
  runsUntilShrunken,
  type SitemapReading,
  type UrlDifference,
  urlChange
} from "./domain/sitemapDifference.ts"
import { Verdict } from "./domain/Verdict.ts"
import { confirmAfter } from "./lookAtPage.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { readListing } from "./readListing.ts"
import { knowPages, recogniseMoves } from "./recogniseMoves.ts"
import { clear } from "./Sight.ts"
import { traced } from "./traced.ts"
import { Unusable } from "./Unusable.ts"

/** A state to be kept, with its mark. */
const kept = Effect.fnUntraced(function* (state: SitemapState) {
  const fingerprint = yield* (yield* Signer).digest(state.urls.join("\n"))
  return { state, mark: { fingerprint, etag: null, lastModified: null } }
})

/** The state with what is known of its pages; `left` were not read. */
const knowing = (
  { pages = [], ...state }: SitemapState,
  { left, read }: { readonly read: ReadonlyArray<KnownPage>; readonly left: number }
): SitemapState => {
  const known = knownAfter(pages, read, state.urls)
  return {
    ...state,
    ...(known.length === 0 ? {} : { pages: known }),
    ...(left > 0 || known.length === mostKnown ? { isPartlyKnown: true } : {})
  }
}

const storedState = Effect.fnUntraced(function* (monitor: Monitor) {
  if (monitor.baseline === null) return null
  const stored = yield* (yield* MonitorStore).baseline(monitor.organizationId, monitor.id)
  if (Option.isNone(stored) || stored.value.type !== "sitemap") return null
  const { capturedAt: _, ...state } = stored.value
  return state
})

/** Nothing to tell, and addresses to track from now on where there are any. */
const silently = Effect.fnUntraced(function* (before: SitemapState, after: SitemapState, monitor: Monitor) {
  const isSame = after.isCut === before.isCut && after.urls.length === before.urls.length
  const isAlike = (["unread", "missing"] as const).every((kind) => String(after[kind]) === String(before[kind]))
  if (isSame && isAlike) return Verdict.cases.Unchanged.make({ mark: null })
  const { mark, state } = yield* kept(after)
  const capturedAt = monitor.baseline!.capturedAt
  return Verdict.cases.Unchanged.make({ mark: { ...mark, capturedAt }, state })
})

/** A listing that lost nearly all it had is believed when several runs in a row have found it so. */
const checkShrunken = (monitor: Monitor, before: SitemapState, difference: UrlDifference) => {
  // Another failure between them, or an empty listing, is none of these runs.
  const isKnown = (monitor.lastError?.shrunkenInARow ?? 0) >= runsUntilShrunken - 1
  if (isKnown || !isShrunken(before, difference)) return Effect.void
  const left = before.urls.length - difference.removed.length
  const message = `The sitemap lists ${left} of the ${before.urls.length} addresses that it listed. This is told as a change when ${runsUntilShrunken} runs in a row find it so.`
  return Effect.fail(new Unusable({ code: "empty_content", message }, true))
}

const said = ({ added, removed }: UrlDifference): string => `${added.length} added, ${removed.length} removed`

/** What came of both readings: what is told, or nothing. */
const concluded = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: Monitor,
  before: SitemapState,
  readings: readonly [SitemapReading, SitemapReading],
  trace: Array<TraceStep>
) {
  const agreed = agreedDifference(before, readings)
  const [first] = readings
  // What may have been listed all along is tracked from now on; what went is told.
  const isSilent = mayBeKnown(before, first)
  const told = isSilent ? { ...agreed, added: [] } : agreed
  const after = afterDifference(before, agreed, first)
  const untold = agreed.added.length - told.added.length
  if (isEmpty(told)) return yield* silently(before, knowing(after, { read: [], left: untold }), monitor)
  const { left, moved, read } = yield* recogniseMoves(session, before, told, trace)
  return Verdict.cases.Changed.make({
    finding: { type: "sitemap", change: urlChange(told, moved) },
    judgement: null,
    ...(yield* kept(knowing(after, { read, left: left + untold })))
  })
})

/** Looks at the sitemap of a monitor; what both readings agree on has changed. */
export const lookAtSitemap = Effect.fnUntraced(function* (monitor: MonitorOf<"sitemap">, trace: Array<TraceStep>) {
  const session = yield* (yield* HttpFetcher).openSession
  const before = yield* storedState(monitor)
  const first = yield* readListing(session, monitor, before, trace)
  if (before === null) {
    const state = firstState(first)
    const known = yield* knowPages(session, state.urls, trace)
    return clear(Verdict.cases.FirstSight.make(yield* kept(knowing(state, known))))
  }

  const difference = agreedDifference(before, [first])
  yield* Effect.void.pipe(traced(trace, "compare")(() => said(difference)))
  if (isEmpty(difference)) {
    const after = afterDifference(before, difference, first)
    return clear(yield* silently(before, after, monitor))
  }
  const verdict = yield* Effect.sleep(confirmAfter).pipe(
    Effect.andThen(readListing(session, monitor, before, trace)),
    Effect.tap((second) => checkShrunken(monitor, before, agreedDifference(before, [first, second]))),
    Effect.flatMap((second) => concluded(session, monitor, before, [first, second], trace)),
    traced(
      trace,
      "confirm"
    )((one) => (one._tag === "Changed" ? "both readings agree" : "the readings agree on nothing"))
  )
  return clear(verdict)
}, spanned("lookAtSitemap"))
