/** What an organization was charged, as its ledger has it and as the history of usage tells it. */
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { historyOf } from "@kittiwake/core/usage/domain/History"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect } from "effect"

/** The account, all its entries, and usage by route. */
export const spentBy = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const ledger = yield* CreditLedger
  const entries = yield* ledger.entries(organizationId, { limit: 1_000, after: null })
  const now = yield* DateTime.now
  const today = { from: DateTime.subtract(now, { hours: 6 }), to: DateTime.add(now, { hours: 6 }) }
  const query = { ...today, interval: "day", groupBy: "path" } as const
  const { buckets } = historyOf(query, yield* (yield* UsageStore).history(organizationId, query))
  return {
    account: yield* ledger.account(organizationId),
    entries: entries.map(({ cause, credits }) => ({ cause, credits })),
    usage: buckets.flatMap(({ groups }) => groups)
  }
})
