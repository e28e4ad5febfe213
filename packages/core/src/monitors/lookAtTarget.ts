/** One look at what a monitor watches, whatever it is: in its share of memory, and ended with a verdict. */
import { Effect, Schedule } from "effect"
import { CurrentLease, MemoryBudget } from "../budget/MemoryBudget.ts"
import { retryLate } from "../retryLate.ts"
import { spanned } from "../spanned.ts"
import type { Monitor, MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { TargetType } from "./domain/Target.ts"
import { Verdict } from "./domain/Verdict.ts"
import { judgeSight } from "./judgeSight.ts"
import { type LookAt, looks } from "./looks.ts"
import { clear } from "./Sight.ts"

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

/**
 * Looks at the target of a monitor. One that cannot be read is a verdict, not a failure. What a look holds counts against the
 * budget of memory; one that finds no room there waits and begins again.
 */
export const lookAtTarget = Effect.fnUntraced(function* (monitor: Monitor) {
  const trace: Array<TraceStep> = []
  const failed = (failure: Parameters<typeof Verdict.cases.Failed.make>[0]) =>
    Effect.succeed(clear(Verdict.cases.Failed.make(failure)))
  const watched = monitor as MonitorOf<TargetType>
  const looking = counted(monitor)(lookOf(watched)(watched, trace))
  const sight = yield* retryLate(looking, { schedule: looksAgain, while: ({ _tag }) => _tag === "NoRoom" }).pipe(
    Effect.catchTags({
      Unusable: ({ error, isShrunken }) => failed({ error, ...(isShrunken ? { isShrunken } : {}) }),
      NoRoom: ({ message }) => failed({ error: { code: "internal_error", message } })
    })
  )
  return { verdict: yield* judgeSight(monitor, sight, trace), trace } satisfies Look
}, spanned("lookAtTarget"))
