/** One look at a page, and a second one when the first shows a difference. */
import { Clock, DateTime, Duration, Effect, Option, Schedule } from "effect"
import { CurrentLease, MemoryBudget, noRoomMessage } from "../budget/MemoryBudget.ts"
import { answerProblem, type PageProblem } from "../pages/domain/PageProblem.ts"
import { PageReader } from "../pages/PageReader.ts"
import { retryLate } from "../retryLate.ts"
import { Signer } from "../security/Signer.ts"
import { spanned } from "../spanned.ts"
import { type FetchSession, HttpFetcher, type PageUnreachable, type Validators } from "../web/HttpFetcher.ts"
import { type Flicker, knownFlicker, looksWanted, noFlicker, remembered, steadyRuns } from "./domain/Flicker.ts"
import type { BaselineMark, Monitor, RunError, RunErrorCode } from "./domain/Monitor.ts"
import { comparableText, isEmptyText } from "./domain/PageText.ts"
import type { TraceStep } from "./domain/Run.ts"
import { Verdict } from "./domain/Verdict.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { TextComparer } from "./TextComparer.ts"

/** Time for one fetch, redirects and body included. */
export const fetchTimeout = Duration.seconds(30)

/** Wait before the second look, so that a page that is being published has settled. */
export const confirmAfter = Duration.seconds(1)

/** Wait before each look after that: what is drawn anew for every request needs no time. */
export const lookAgainAfter = Duration.millis(250)

/** What a look was worth, and what it did. */
export interface Look {
  readonly verdict: Verdict
  readonly trace: ReadonlyArray<TraceStep>
}

/** The text of a page at one moment. */
interface Capture extends Pick<BaselineMark, "fingerprint" | "etag" | "lastModified" | "digest"> {
  readonly text: string
}

class Unusable {
  readonly _tag = "Unusable"
  readonly error: RunError
  constructor(error: RunError) {
    this.error = error
  }
}

/** There was no room in memory for the page. */
class NoRoom {
  readonly _tag = "NoRoom"
}

/** When a look that found no room is tried again, and for how long: the page is not to blame, and is asked anew each time. */
const looksAgain = Schedule.spaced("5 seconds").pipe(Schedule.jittered, Schedule.upTo({ duration: "10 minutes" }))

const reasonCodes: { readonly [R in PageUnreachable["reason"]]: RunErrorCode } = {
  unknown_host: "fetch_failed",
  forbidden_address: "blocked",
  timeout: "timeout",
  no_turn: "internal_error",
  connection_failed: "fetch_failed",
  too_large: "fetch_failed",
  too_many_redirects: "fetch_failed",
  bad_response: "fetch_failed",
  unsupported_content: "fetch_failed",
  no_exit: "fetch_failed",
  busy: "internal_error"
}

const problemCodes: { readonly [K in PageProblem["kind"]]: RunErrorCode } = {
  not_found: "not_found",
  blocked: "blocked",
  timeout: "timeout",
  unusable: "fetch_failed"
}

const unusable = (code: RunErrorCode, message: string) => Effect.fail(new Unusable({ code, message }))

/** Adds what `step` did and how long it took to `trace`. */
const traced =
  (trace: Array<TraceStep>, step: TraceStep["step"]) =>
  <A, E, R>(outcomeOf: (value: A) => string) =>
  (effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) => {
      const started = clock.currentTimeMillisUnsafe()
      const note = (outcome: string) =>
        Effect.sync(() => {
          trace.push({
            step,
            startedAt: DateTime.makeUnsafe(started),
            durationMs: Math.max(0, Math.round(clock.currentTimeMillisUnsafe() - started)),
            outcome
          })
        })
      return Effect.tapError(
        Effect.tap(effect, (value) => note(outcomeOf(value))),
        (error) =>
          note(error instanceof Unusable ? error.error.message : error instanceof NoRoom ? noRoomMessage : "failed")
      )
    })

const fetchPage = (session: FetchSession, url: string, validators: Validators | null) =>
  session
    .fetch({ url, validators, timeout: fetchTimeout })
    .pipe(
      Effect.catchTag(
        "PageUnreachable",
        ({ reason, message }): Effect.Effect<never, NoRoom | Unusable> =>
          reason === "busy" ? Effect.fail(new NoRoom()) : unusable(reasonCodes[reason], message)
      )
    )

const capture = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: Monitor,
  mark: BaselineMark | null,
  trace: Array<TraceStep>
) {
  const { target } = monitor
  const answer = yield* fetchPage(session, target.url, mark).pipe(
    traced(trace, "fetch")((seen) => (seen._tag === "NotModified" ? "not modified" : `status ${seen.status}`))
  )
  if (answer._tag === "NotModified") return null
  const problem = answerProblem(answer.status, answer.body)
  if (problem !== null) return yield* unusable(problemCodes[problem.kind], problem.message)

  const reader = yield* PageReader
  const page = yield* reader
    .read({
      body: answer.body,
      mediaType: answer.mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors
    })
    .pipe(
      Effect.catchTags({
        InvalidSelector: ({ selector, message }) => unusable("empty_content", `${selector}: ${message}`),
        UnreadablePage: ({ message }) => unusable("fetch_failed", message)
      }),
      traced(trace, "read")((read) => `${read.text.length} characters`)
    )
  const text = comparableText(page.text, target.normalizeWhitespace)
  if (isEmptyText(text)) {
    return yield* unusable("empty_content", "The page, or what the selectors keep of it, has no visible text.")
  }
  const captured: Capture = {
    text,
    fingerprint: yield* (yield* Signer).digest(text),
    etag: answer.etag,
    lastModified: answer.lastModified,
    ...(answer.digest === undefined ? {} : { digest: answer.digest })
  }
  return captured
})

/** The mark of a page that is as it was, with one more run that found it so: what is held back was not seen in a row. */
const steadier = ({ flicker, ...mark }: BaselineMark): BaselineMark => ({
  ...mark,
  ...(flicker === undefined ? {} : { flicker: { ...flicker, held: [] } }),
  steady: Math.min((mark.steady ?? 0) + 1, steadyRuns)
})

/** The text is the same; what lets the next look be cheap is that of this one. */
const sameAs = (mark: BaselineMark, { text: _, ...seen }: Capture) => {
  const { digest: __, ...kept } = mark
  return Verdict.cases.Unchanged.make({ mark: steadier({ ...kept, ...seen }) })
}

const isSteady = ({ flicker, steady }: BaselineMark): boolean =>
  steady === steadyRuns && (flicker?.held.length ?? 0) === 0

/** Not modified: nothing to write but that it is steadier. */
const unmodified = (mark: BaselineMark | null) =>
  Verdict.cases.Unchanged.make({ mark: mark === null || isSteady(mark) ? null : steadier(mark) })

const compare = Effect.fnUntraced(function* (
  before: string,
  looks: ReadonlyArray<Capture>,
  flicker: Flicker,
  trace: Array<TraceStep>
) {
  // One text for all that are the same, so that nobody compares what is known to be.
  const texts = new Map(looks.map(({ fingerprint, text }) => [fingerprint, text]))
  const seen = looks.map(({ fingerprint }) => texts.get(fingerprint)!)
  return yield* (yield* TextComparer).compare({ before, seen, known: knownFlicker(flicker, looks.length) }).pipe(
    Effect.catchTag("TooMuchToCompare", ({ message }) => unusable("timeout", message)),
    traced(trace, "compare")(({ agreed }) => (agreed?.change.isCoarse === true ? "compared coarsely" : "compared"))
  )
})

/** Looks again until it is known which differences all looks show; says what came of it. */
const confirm = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: Monitor,
  mark: BaselineMark,
  before: string,
  first: Capture,
  trace: Array<TraceStep>
) {
  const flicker = mark.flicker ?? noFlicker
  const looks = [first]
  for (;;) {
    yield* Effect.sleep(looks.length === 1 ? confirmAfter : lookAgainAfter)
    const next = yield* capture(session, monitor, null, trace)
    if (next !== null) looks.push(next)
    const compared = yield* compare(before, looks, flicker, trace)
    const { agreed } = compared
    if (next !== null && agreed !== null && looks.length < looksWanted(agreed.isDoubtful, mark.steady ?? 0)) continue
    const after = remembered(flicker, compared.flicker, looks.length)
    const isRemembered = after.lines.length + after.held.length > 0
    const kept = isRemembered ? { flicker: after } : {}
    if (next === null || agreed === null) {
      const { flicker: _, steady: __, ...bare } = mark
      const isFlicker = compared.flicker.lines.length > 0
      const steady = isFlicker || mark.steady === undefined ? {} : { steady: mark.steady }
      const outcome =
        compared.flicker.held.length > 0
          ? "the looks agree only on what is known to flicker"
          : `look ${looks.length} does not show the difference`
      return { verdict: Verdict.cases.Unchanged.make({ mark: { ...bare, ...steady, ...kept } }), outcome }
    }
    const { text, ...seen } = first
    const verdict = Verdict.cases.Changed.make({
      change: agreed.change,
      text,
      ...seen,
      ...(mark.steady === undefined ? {} : { steady: mark.steady }),
      ...kept
    })
    const said = `${looks.length === 2 ? "both" : looks.length} looks agree`
    return { verdict, outcome: agreed.isWhole ? said : `${said} on a part, and the rest flickers` }
  }
})

const look = Effect.fnUntraced(function* (monitor: Monitor, trace: Array<TraceStep>) {
  const session = yield* (yield* HttpFetcher).openSession
  const mark = monitor.baseline
  const first = yield* capture(session, monitor, mark, trace)
  if (first === null) return unmodified(mark)
  if (mark === null) return Verdict.cases.FirstSight.make({ ...first })
  if (first.fingerprint === mark.fingerprint) return sameAs(mark, first)

  const baseline = yield* (yield* MonitorStore).baseline(monitor.organizationId, monitor.id)
  if (Option.isNone(baseline)) return Verdict.cases.FirstSight.make({ ...first })
  return yield* confirm(session, monitor, mark, baseline.value.text, first, trace).pipe(
    traced(trace, "confirm")(({ outcome }) => outcome),
    Effect.map(({ verdict }): Verdict => verdict)
  )
})

/** Counts what a look holds as its organization's, until it ends. */
const counted =
  (monitor: Monitor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(MemoryBudget, (memory) =>
      Effect.acquireUseRelease(
        Effect.sync(() => memory.open(monitor.organizationId)),
        (lease) => Effect.provideService(effect, CurrentLease, lease),
        (lease) => Effect.sync(lease.close)
      )
    )

/**
 * Looks at the page of a monitor. A page that cannot be read is a verdict, not a failure. What it holds counts against the
 * budget of memory; a look that finds no room there waits and begins again.
 */
export const lookAtPage = Effect.fnUntraced(function* (monitor: Monitor) {
  const trace: Array<TraceStep> = []
  const failed = (error: RunError) => Effect.succeed<Verdict>(Verdict.cases.Failed.make({ error }))
  const looking = counted(monitor)(look(monitor, trace))
  const verdict = yield* retryLate(looking, { schedule: looksAgain, while: ({ _tag }) => _tag === "NoRoom" }).pipe(
    Effect.catchTags({
      Unusable: ({ error }) => failed(error),
      NoRoom: () => failed({ code: "internal_error", message: noRoomMessage })
    })
  )
  const at = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
  trace.push({ step: "decide", startedAt: at, durationMs: 0, outcome: verdict._tag })
  return { verdict, trace } satisfies Look
}, spanned("lookAtPage"))
