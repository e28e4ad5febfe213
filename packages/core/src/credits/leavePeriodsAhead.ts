/** Takes accounts back from periods that a clock began which was ahead, after it was set right. */
import { DateTime, Effect } from "effect"
import { ordinaryStepMillis } from "../leaseHorizon.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { BillingLedger } from "./BillingLedger.ts"

/** Organizations that are read together. */
const atOnce = 1_000

/** Takes one back; tells whether it went. One that cannot be taken must not keep the others there. */
const leave = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc) {
  const { account } = yield* (yield* BillingLedger).supply(organizationId, { at, wanted: 0, goesBack: true })
  return account.periodStart !== null && account.periodStart.epochMilliseconds <= at.epochMilliseconds
})

/** Takes back every account whose period begins later than a clock is ordinarily corrected by; tells how many went. */
export const leavePeriodsAhead = Effect.fn("leavePeriodsAhead")(function* () {
  const ledger = yield* BillingLedger
  const at = yield* DateTime.now
  const after = DateTime.add(at, { milliseconds: ordinaryStepMillis })
  let count = 0
  for (let last: OrganizationId | null = null; ; ) {
    const some: ReadonlyArray<OrganizationId> = yield* ledger.ahead(after, last, atOnce)
    const left = yield* Effect.forEach(some, (organizationId) =>
      leave(organizationId, at).pipe(
        Effect.catchCause((cause) =>
          Effect.logError("credits: period ahead not left", cause).pipe(
            Effect.annotateLogs({ organizationId }),
            Effect.as(false)
          )
        )
      )
    )
    count += left.filter(Boolean).length
    last = some.at(-1) ?? null
    if (last === null || some.length < atOnce) return count
  }
})
