/** The budgets of the days of grants. */
import { DateTime, Effect, Layer } from "effect"
import { type BudgetedGrant, DailyBudgets } from "../credits/DailyBudgets.ts"
import { OutOfCredits } from "../credits/errors.ts"
import type { Budget } from "../credits/SpendingBudget.ts"
import { dayOf } from "./domain/Grant.ts"
import { GrantStore } from "./GrantStore.ts"

/** The budget of a grant for the day in which `at` lies. What is taken on one day is given back to that day. */
export const dailyBudget = (
  store: GrantStore["Service"],
  { dailyCredits, grantId }: BudgetedGrant,
  at: DateTime.Utc
): Budget => {
  const day = dayOf(at)
  const freshAt = DateTime.makeUnsafe((day + 1) * 86_400_000)
  return {
    of: { grantId, day },
    freshAt,
    take: ({ atLeast, atMost }) =>
      Effect.flatMap(
        store.takeCredits({
          ...{ grantId, day, most: dailyCredits },
          credits: Math.max(atLeast, atMost),
          atLeast: Math.max(1, atLeast)
        }),
        ({ left, taken }) =>
          taken === null
            ? Effect.fail(new OutOfCredits({ available: left, needed: atLeast, budget: { dailyCredits, freshAt } }))
            : Effect.succeed(taken)
      ),
    giveBack: (credits) =>
      credits === 0
        ? Effect.void
        : Effect.catch(store.giveBackCredits({ grantId, day, credits }), (error) =>
            Effect.logWarning("what a grant did not spend could not be given back to its day", error)
          )
  }
}

/** `DailyBudgets` over the store of grants. */
export const layer: Layer.Layer<DailyBudgets, never, GrantStore> = Layer.effect(
  DailyBudgets,
  Effect.map(GrantStore, (store) => DailyBudgets.of({ of: (grant, at) => dailyBudget(store, grant, at) }))
)
