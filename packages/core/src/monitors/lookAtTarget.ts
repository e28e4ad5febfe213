/** One look at what a monitor watches, whatever it is: in its share of memory, and ended with a verdict. */
import { Cause, DateTime, Effect, Result, Schedule } from "effect"
import { type Acting, CurrentActing, newActing } from "../budget/CurrentActing.ts"
import { CurrentLease, MemoryBudget } from "../budget/MemoryBudget.ts"
import { lost } from "../pages/acting.ts"
import { passedMillis } from "../passedMillis.ts"
import { retryLate } from "../retryLate.ts"
import { hostOf } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import { spanned } from "../spanned.ts"
import { noticingStandstill } from "../standstill.ts"
import { waitInWords } from "../web/TurnWaits.ts"
import type { Monitor, MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { RunErrorCode } from "./domain/RunError.ts"
import type { TargetType } from "./domain/Target.ts"
import { Verdict } from "./domain/Verdict.ts"
import { judgeSight } from "./judgeSight.ts"
import { type LookAt, looks } from "./looks.ts"
import { clear } from "./Sight.ts"
import type { NoRoom, Unusable } from "./Unusable.ts"

/** What a look was worth, and what it did. */
export interface Look {
  readonly verdict: Verdict
  readonly trace: ReadonlyArray<TraceStep>
}

/** When a look that found no room is tried again, and for how long: the site is not to blame, and is asked anew each time. */
const looksAgain = Schedule.spaced("5 seconds").pipe(Schedule.jittered, Schedule.upTo({ duration: "10 minutes" }))

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

/** A look of the kind of the target: what was created is looked at, or it would have been refused. */
const lookOf = <T extends TargetType>({ target }: Monitor & { readonly target: { readonly type: T } }): LookAt<T> =>
  looks[target.type]

type LookError = NoRoom | StoreUnavailable | Unusable

/** No other look helps: without what stood there, nobody can say what changed. */
const lostBaseline =
  "What the last look saw is damaged or gone where large bytes are kept, and the server's log names it. Put it back from a copy, or begin anew: change the monitor's target, or make the monitor again."

/** How often a look begins whose site is asked too often. */
const mostLooks = 3

/** Looks whose pages have turns of their own, each of them. */
const isInTurns = ({ target }: Monitor): boolean => target.type === "extract"

/** Waits until the site of the target has rested, and then for its turn there: all runs that waited would ask it at once. */
const restFirst = Effect.fnUntraced(function* (monitor: Monitor, host: string, trace: Array<TraceStep>) {
  const pauses = yield* HostPauses
  const known = yield* pauses.restOf(host)
  const startedAt = yield* DateTime.now
  const began = yield* passedMillis
  const hasRested = Effect.map(pauses.restOf(host), (rest) => rest === null || rest.restMillis === 0)
  const leaves = isInTurns(monitor) ? hasRested : Effect.succeed(false)
  yield* pauses.turn({ host, owner: monitor.organizationId, pauseMillis: 0, givesWay: true }, leaves)
  const durationMs = Math.round((yield* passedMillis) - began)
  const seconds = Math.round(durationMs / 1_000)
  if (known === null || seconds === 0) return
  const why = known.restMillis > 0 ? `, which answered ${known.status} and was left alone` : ""
  trace.push({ step: "fetch", startedAt, durationMs, outcome: `${waitInWords({ host, seconds, others: 0 })}${why}` })
})

/** Failures of a site that may be nothing but time in which nobody here listened. */
const ofWaiting: ReadonlySet<RunErrorCode> = new Set(["timeout", "fetch_failed"])

/** Looks once more where the look failed while this process stood still: the site is not to blame for that, if it is well now. */
const looksAwake = <A, R>(acting: Acting, trace: Array<TraceStep>, look: Effect.Effect<A, LookError, R>) =>
  Effect.gen(function* () {
    const startedAt = yield* DateTime.now
    const began = yield* passedMillis
    const { hasStoodStill, value: seen } = yield* noticingStandstill(Effect.result(look))
    if (Result.isSuccess(seen)) return seen.success
    const error = seen.failure
    const mayBeOurs = hasStoodStill && error._tag === "Unusable" && ofWaiting.has(error.error.code)
    if (!mayBeOurs || acting.hasActed) return yield* Effect.fail(error)
    const durationMs = Math.round((yield* passedMillis) - began)
    trace.push({ step: "fetch", startedAt, durationMs, outcome: "this process stood still meanwhile; looked again" })
    return yield* look
  })

/**
 * Begins a look in its turn when the site of the target has rested, and again after another rest where it says that it is asked too often. A site that
 * said so after several rests in a row is looked at once.
 */
const rested = <A, R>(
  monitor: Monitor,
  acting: Acting,
  trace: Array<TraceStep>,
  look: Effect.Effect<A, LookError, R>
) =>
  Effect.gen(function* () {
    const pauses = yield* HostPauses
    const host = hostOf(monitor.target.url)
    for (let looksBegun = 1; ; looksBegun += 1) {
      yield* restFirst(monitor, host, trace)
      const seen = yield* Effect.result(look)
      if (Result.isSuccess(seen)) {
        yield* pauses.answered(host)
        return seen.success
      }
      const error = seen.failure
      if (error._tag !== "Unusable" || error.throttling === null) return yield* Effect.fail(error)
      yield* pauses.throttled(host, error.throttling)
      const isGivenUp = (yield* pauses.restOf(host))?.isGivenUp ?? false
      if (acting.hasActed || isGivenUp || looksBegun >= mostLooks) return yield* Effect.fail(error)
    }
  })

/**
 * Looks at the target of a monitor. One that cannot be read is a verdict, not a failure. What a look holds counts against the
 * budget of memory; one that finds no room there waits and begins again, unless it has acted on the page by then.
 */
export const lookAtTarget = Effect.fnUntraced(function* (monitor: Monitor) {
  const trace: Array<TraceStep> = []
  const failed = (failure: Parameters<typeof Verdict.cases.Failed.make>[0]) =>
    Effect.succeed(clear(Verdict.cases.Failed.make(failure)))
  const watched = monitor as MonitorOf<TargetType>
  const acting = newActing()
  const looking = rested(
    monitor,
    acting,
    trace,
    looksAwake(acting, trace, counted(monitor)(lookOf(watched)(watched, trace)))
  )
  const finds = { schedule: looksAgain, while: ({ _tag }: LookError) => _tag === "NoRoom" && !acting.hasActed }
  const sight = yield* retryLate(looking, finds).pipe(
    Effect.provideService(CurrentActing, acting),
    Effect.catchTags({
      Unusable: ({ error, isShrunken }) => failed({ error, ...(isShrunken ? { isShrunken } : {}) }),
      StoreUnavailable: (error) =>
        error.isLost === true
          ? Effect.andThen(
              Effect.logError("A baseline cannot be read", Cause.fail(error)),
              failed({ error: { code: "internal_error", message: lostBaseline } })
            )
          : Effect.fail(error),
      NoRoom: ({ message }) => failed({ error: { code: "internal_error", message: acting.hasActed ? lost : message } })
    })
  )
  return { verdict: yield* judgeSight(monitor, sight, trace), trace } satisfies Look
}, spanned("lookAtTarget"))
