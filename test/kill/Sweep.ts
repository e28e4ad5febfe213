/** The books of an installation around a sweep of the holds whose owner is gone. */
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Effect } from "effect"
import { holdLifetime } from "../../packages/core/src/credits/withHold.ts"

const limit = 1_000

const books = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const ledger = yield* CreditLedger
  const entries = yield* ledger.entries(organizationId, { limit, after: null })
  return {
    account: yield* ledger.account(organizationId),
    entries: entries.map(({ cause, credits }) => ({ cause, credits }))
  }
})

/** Looks at the books, sweeps now, sweeps again when every hold there is has lived for as long as it may, and looks again. */
export const sweep = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const credits = yield* Credits
  const found = yield* books(organizationId)
  const early = yield* credits.expireHolds(limit)
  // Told to the ledger itself: the facade reads the clock of its installation, which on Postgres is the database's.
  const end = DateTime.addDuration(yield* DateTime.now, holdLifetime)
  const expired = yield* (yield* CreditLedger).expire(end, limit)
  return { found, early, expired, left: yield* books(organizationId) }
})

/** The books as they were found and as the sweep left them, and how many holds each of its two looks gave back. */
export type Sweep = Effect.Success<ReturnType<typeof sweep>>
