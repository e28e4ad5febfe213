/** How much whoever asked may spend, beside what the organization has. */
import { Context, type DateTime, Effect, Exit } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { PriceRange } from "./domain/PriceRange.ts"
import type { OutOfCredits } from "./errors.ts"

/** The day of the grant that a budget takes from. */
export interface BudgetDay {
  readonly grantId: string
  /** Days since 1970, as they begin in UTC. */
  readonly day: number
}

/** A budget that the work at hand takes from before anything is held. */
export interface Budget {
  /** Where work that ends long after it was paid for gives back what it did not spend. */
  readonly of: BudgetDay
  /** When the next day begins, and with it a budget that nothing was taken from. */
  readonly freshAt: DateTime.Utc
  /** Takes up to `atMost`; gives how many credits were taken, or fails when fewer than `atLeast` are left. */
  readonly take: (price: PriceRange) => Effect.Effect<number, OutOfCredits | StoreUnavailable>
  /** Gives back what was taken and not spent. It never fails: what could not be given back is missing until the budget is fresh. */
  readonly giveBack: (credits: number) => Effect.Effect<void>
}

/**
 * The budget of whoever the work at hand is done for; null where there is none but the organization's credits.
 *
 * **Details.** Doors say so for callers that have one, as `WorksFor` is said. Whatever holds credits takes from it first. When
 * its process dies in between, the budget is poorer than it should be, and never richer.
 */
export const SpendingBudget = Context.Reference<Budget | null>("@kittiwake/core/credits/SpendingBudget", {
  defaultValue: () => null
})

/** Runs `work` with what the budget of whoever asked leaves of `price`; `spentBy` tells what it cost in the end. */
export const withinBudget = <A, E, R>(
  price: PriceRange,
  work: (price: PriceRange) => Effect.Effect<A, E, R>,
  spentBy: (done: A) => number
): Effect.Effect<A, E | OutOfCredits | StoreUnavailable, R> =>
  Effect.flatMap(SpendingBudget, (budget) =>
    budget === null || price.atMost === 0
      ? work(price)
      : Effect.acquireUseRelease(
          budget.take(price),
          (taken) => work({ ...price, atMost: taken }),
          (taken, exit) => budget.giveBack(Math.max(0, taken - (Exit.isSuccess(exit) ? spentBy(exit.value) : 0)))
        )
  )
