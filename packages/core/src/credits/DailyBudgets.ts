/** Days of grants that work takes from long after its grant called. */
import { Context, type DateTime } from "effect"
import type { Budget } from "./SpendingBudget.ts"

/** A grant with a budget of its own. */
export interface BudgetedGrant {
  readonly grantId: string
  /** Most credits that it may spend in a day of UTC. */
  readonly dailyCredits: number
}

/** Gives the budget of the day in which `at` lies, whatever became of the grant since. */
export class DailyBudgets extends Context.Service<
  DailyBudgets,
  { readonly of: (grant: BudgetedGrant, at: DateTime.Utc) => Budget }
>()("@kittiwake/core/credits/DailyBudgets") {}
