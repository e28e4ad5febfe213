/** Gives organizations what is due to them by themselves. */
import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { BillingLedger } from "./BillingLedger.ts"
import { topUpReserve } from "./domain/Supply.ts"

/** Supplies one organization; one that cannot be supplied must not keep the others waiting. */
const supplyOne = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc) {
  const { entries } = yield* (yield* BillingLedger).supply(organizationId, { at, wanted: topUpReserve })
  for (const { cause, credits } of entries) {
    yield* Effect.logInfo("credits supplied").pipe(
      Effect.annotateLogs({ organizationId, kind: cause.kind, causeId: cause.id, credits })
    )
  }
  return true
})

/** Refills months that have begun and tops up what runs short; tells for how many organizations. */
export const supplyDue = Effect.fn("supplyDue")(function* (limit: number) {
  const at = yield* DateTime.now
  const due = yield* (yield* BillingLedger).due(at, limit)
  const supplied = yield* Effect.forEach(due, (organizationId) =>
    supplyOne(organizationId, at).pipe(
      Effect.catchCause((cause) =>
        Effect.logError("credits not supplied", cause).pipe(Effect.annotateLogs({ organizationId }), Effect.as(false))
      )
    )
  )
  return supplied.filter(Boolean).length
})
