/**
 * What monitors cost counts for the program that makes them, where it has a budget of its own.
 *
 * **Details.** Runs are charged when they come, to the organization, long after whoever made the monitor has gone. So a program pays from its
 * budget of the day for what it commits the organization to: the runs that it queues, and what a day of the monitor's schedule costs from
 * now on. What it makes in one day never costs more in a day than it may spend in one.
 */
import { DateTime, Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { withinBudget } from "../credits/SpendingBudget.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { slotsWithin } from "./domain/Schedule.ts"
import { runPrice } from "./domain/Target.ts"

/** Days over which a schedule is looked at: months have rare slots too. */
const days = 30

type Planned = Pick<Monitor, "schedule" | "status" | "target">

/** Credits of an ordinary day of the monitor, rounded up; none while it is paused. */
const dayCost = ({ schedule, status, target }: Planned, at: DateTime.Utc): number =>
  status === "paused" ? 0 : Math.ceil((slotsWithin(schedule, days, at) * runPrice(target)) / days)

/** Stores a monitor, of which there was `before`, if whoever asked may commit days to it and pay for the runs that are queued with it. */
export const commitDays = <A, E, R>(
  monitor: Planned,
  { before, queues }: { readonly before: Planned | null; readonly queues: boolean },
  work: Effect.Effect<A, E, R>
) =>
  Effect.flatMap(DateTime.now, (at) => {
    const more = dayCost(monitor, at) - (before === null ? 0 : dayCost(before, at))
    const credits = Math.max(0, more) + (queues ? runPrice(monitor.target) : 0)
    return withinBudget(
      exactly(credits),
      () => work,
      () => credits
    )
  })
