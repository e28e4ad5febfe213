/**
 * The day of the grant that a monitor was made with, from which its runs take.
 *
 * **Details.** A run takes its price before it looks, and what it was not charged comes back when it is recorded, or when somebody
 * else has it. When its process dies in between, or nobody answers whether it was recorded, the day is poorer than it should be, and
 * never richer. What is spent is not asked for again before the next day: the run is skipped as for want of credits, once, and the
 * monitor's next slot is one of that day. The budget outlives the grant: nothing that its owner said of it is loosened by revoking it.
 */
import { DateTime, Effect } from "effect"
import { DailyBudgets } from "../credits/DailyBudgets.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { runPrice } from "./domain/Target.ts"
import { Verdict } from "./domain/Verdict.ts"
import type { Look } from "./lookAtTarget.ts"

/** What a run has instead of a look when the day is spent. */
const spentDay = (grantId: string, at: DateTime.Utc, until: DateTime.Utc): Look => ({
  verdict: Verdict.cases.Skipped.make({ reason: "insufficient_credits", until }),
  trace: [
    {
      step: "decide",
      startedAt: at,
      durationMs: 0,
      outcome: `Skipped: the daily budget of ${grantId} is spent until ${DateTime.formatIso(until)}`
    }
  ]
})

/** What of the day of a monitor's maker belongs to one run. */
export interface DayOfMaker {
  /** Looks when the day pays for it. */
  readonly paying: <E, R>(look: Effect.Effect<Look, E, R>) => ReturnType<typeof paidFor<E, R>>
  /** What was taken may be charged from now on: only `settle` gives any of it back. */
  readonly recording: Effect.Effect<void>
  /** Gives back what was taken and, as is known, not charged. */
  readonly settle: (charged: number) => Effect.Effect<void>
  /** Gives back what was taken, unless it may have been charged. */
  readonly release: Effect.Effect<void>
}

const paidFor = <E, R>(
  { madeBy, target }: Monitor,
  took: (credits: number, giveBack: (credits: number) => Effect.Effect<void>) => void,
  look: Effect.Effect<Look, E, R>
) =>
  Effect.gen(function* () {
    if (madeBy === undefined || madeBy.dailyCredits === null) return yield* look
    const at = yield* DateTime.now
    const { grantId, dailyCredits } = madeBy
    const day = (yield* DailyBudgets).of({ grantId, dailyCredits }, at)
    const price = runPrice(target)
    const taken = yield* day.take({ atLeast: price, atMost: price }).pipe(
      Effect.tap((credits) => Effect.sync(() => took(credits, day.giveBack))),
      Effect.uninterruptible,
      Effect.catchTag("OutOfCredits", () => Effect.succeed(null))
    )
    return taken === null ? spentDay(grantId, at, day.freshAt) : yield* look
  })

/** One run's hold on the day of its monitor's maker. */
export const dayOfMaker = (monitor: Monitor): DayOfMaker => {
  let taken = 0
  let mayBeCharged = false
  let giveBack: (credits: number) => Effect.Effect<void> = () => Effect.void
  const took = (credits: number, back: typeof giveBack) => {
    taken = credits
    giveBack = back
  }
  const settle = (charged: number) =>
    Effect.suspend(() => {
      const unspent = Math.max(0, taken - charged)
      taken = 0
      return giveBack(unspent)
    })
  return {
    paying: (look) => paidFor(monitor, took, look),
    recording: Effect.sync(() => {
      mayBeCharged = true
    }),
    settle,
    release: Effect.suspend(() => (mayBeCharged ? Effect.void : settle(0)))
  }
}
