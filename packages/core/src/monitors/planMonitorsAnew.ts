/** Plans monitors anew after a clock that was ahead was set right. */
import { DateTime, Effect } from "effect"
import { ordinaryStepMillis } from "../leaseHorizon.ts"
import { planAnew } from "./domain/planAnew.ts"
import { type Planned, RunStore } from "./RunStore.ts"

/** Plans that are read together. */
const atOnce = 1_000

const anewOf = (planned: Planned, now: DateTime.Utc) => {
  const plan = planAnew(planned.plan, now)
  // What is under way or asked for by hand waits for no slot, however far ahead it was begun.
  return plan === null && !planned.isBegun ? [] : [{ planned, plan: plan ?? planned.plan }]
}

/** Whether runs were made later than now: then plans may have been, too. */
export const runsAhead = Effect.fn("runsAhead")(function* () {
  const after = DateTime.add(yield* DateTime.now, { milliseconds: ordinaryStepMillis })
  return yield* (yield* RunStore).isAhead(after)
})

/**
 * Reads what is due later than the clock is ordinarily corrected by, in batches, and plans anew what lies further away than its schedule
 * allows. Tells how many monitors it was.
 */
export const planMonitorsAnew = Effect.fn("planMonitorsAnew")(function* () {
  const runs = yield* RunStore
  const now = yield* DateTime.now
  const after = DateTime.add(now, { milliseconds: ordinaryStepMillis })
  let place: Parameters<typeof runs.planned>[0] = { dueAt: after, id: "" }
  let count = 0
  for (;;) {
    const some = yield* runs.planned(place, atOnce)
    const anew = some.flatMap((planned) => anewOf(planned, now))
    if (anew.length > 0) {
      count += yield* runs.replan(anew, { now, freeFrom: after })
    }
    const last = some.at(-1)
    if (last === undefined || some.length < atOnce) return count
    place = { dueAt: last.dueAt, id: last.plan.id }
  }
})
