/**
 * What monitors cost counts for the program that makes them, where it has a budget of its own.
 *
 * **Details.** Runs of a monitor that a grant made take from the grant's day when they come (`dayOfMaker.ts`). So the grant need only
 * have as much left as the runs that it queues cost, and a whole day of the schedule where that comes to cost more: what a day could
 * never pay for is refused at once, also by small steps, and nothing is kept. What makes a monitor cheaper needs no room. Runs of other monitors are charged to their organization, long after whoever changed them has gone. There a
 * program pays from its budget of the day for what it commits the organization to: the runs that it queues, and what a day of the
 * schedule costs more from now on.
 */
import { DateTime, Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { SpendingBudget, withinBudget } from "../credits/SpendingBudget.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { slotsWithin } from "./domain/Schedule.ts"
import { runPrice } from "./domain/Target.ts"

/** Days over which a schedule is looked at: months have rare slots too. */
const days = 30

type Planned = Pick<Monitor, "madeBy" | "schedule" | "status" | "target">

/** Credits of an ordinary day of the monitor, rounded up; none while it is paused. */
const dayCost = ({ schedule, status, target }: Planned, at: DateTime.Utc): number =>
  status === "paused" ? 0 : Math.ceil((slotsWithin(schedule, days, at) * runPrice(target)) / days)

/** Stores a monitor, of which there was `before`, if whoever asked may have days of it and the runs that are queued with it. */
export const commitDays = Effect.fnUntraced(function* <A, E, R>(
  monitor: Planned,
  { before, queues }: { readonly before: Planned | null; readonly queues: boolean },
  work: Effect.Effect<A, E, R>
) {
  const at = yield* DateTime.now
  const budget = yield* SpendingBudget
  const day = dayCost(monitor, at)
  const more = Math.max(0, day - (before === null ? 0 : dayCost(before, at)))
  const queued = queues ? runPrice(monitor.target) : 0
  if (budget !== null && budget.of.grantId === monitor.madeBy?.grantId) {
    // Given back before anything is queued: a run that comes at once needs what was only asked for.
    yield* withinBudget(
      exactly((more > 0 ? day : 0) + queued),
      () => Effect.void,
      () => 0
    )
    return yield* work
  }
  return yield* withinBudget(
    exactly(more + queued),
    () => work,
    () => more + queued
  )
})
