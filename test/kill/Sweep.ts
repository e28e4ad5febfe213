/** The books of an installation around a sweep of the holds whose owner is gone. */
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Effect } from "effect"
import { holdLifetime } from "../../packages/core/src/credits/holdLifetime.ts"
import { spentBy } from "./spent.ts"

const limit = 1_000

/** Looks at the books, sweeps now, sweeps again when every hold there is has lived for as long as it may, and looks again. */
export const sweep = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const credits = yield* Credits
  const found = yield* spentBy(organizationId)
  const early = yield* credits.expireHolds(limit)
  // Told to the ledger itself: the facade reads the clock of its installation, which on Postgres is the database's.
  const end = DateTime.addDuration(yield* DateTime.now, holdLifetime)
  const expired = yield* (yield* CreditLedger).expire(end, limit)
  return { found, early, expired, left: yield* spentBy(organizationId) }
})

/** The books as they were found and as the sweep left them, and how many holds each of its two looks gave back. */
export type Sweep = Effect.Success<ReturnType<typeof sweep>>
