/** All a caller may do with credits. */
import { Context, DateTime, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { BillingLedger } from "./BillingLedger.ts"
import { CreditLedger, type OutOfCredits } from "./CreditLedger.ts"
import { type CreditUsageRecord, creditUsageRecord } from "./domain/CreditUsage.ts"
import type { Account, Cause } from "./domain/Ledger.ts"
import { supplyDue } from "./supplyDue.ts"

const post = Effect.fn("Credits.post")(function* (
  organizationId: OrganizationId,
  cause: Cause,
  credits: number,
  reason?: string
) {
  const entry = {
    id: yield* (yield* Ids).next("ent"),
    organizationId,
    cause,
    credits,
    at: yield* DateTime.now,
    ...(reason === undefined ? {} : { reason })
  }
  return yield* (yield* CreditLedger).post(entry)
})

/** Reads one account; writes only when a month has begun that nobody has refilled yet. */
const usage = Effect.fn("Credits.usage")(function* (organization: Organization) {
  const ledger = yield* BillingLedger
  const at = yield* DateTime.now
  const account = yield* ledger.account(organization.id)
  const isDue = account.dueAt !== null && account.dueAt.epochMilliseconds <= at.epochMilliseconds
  const current = isDue ? (yield* ledger.supply(organization.id, { at, wanted: 0 })).account : account
  return creditUsageRecord(organization, current, at)
})

const expireHolds = Effect.fn("Credits.expireHolds")(function* (limit: number) {
  return yield* (yield* CreditLedger).expire(yield* DateTime.now, limit)
})

export class Credits extends Context.Service<
  Credits,
  {
    /** What the organization has now. */
    readonly account: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

    /** Adds credits (or takes them, when negative) once for `cause`: a grant, a refund, an adjustment with its reason. */
    readonly post: (
      organizationId: OrganizationId,
      cause: Cause,
      credits: number,
      reason?: string
    ) => Effect.Effect<Account, OutOfCredits | StoreUnavailable>

    /** What is left, what the period used and what comes next, as `GET /org/usage` shows it. */
    readonly usage: (organization: Organization) => Effect.Effect<CreditUsageRecord, StoreUnavailable>

    /** Gives back holds whose owner is gone; tells how many. */
    readonly expireHolds: (limit: number) => Effect.Effect<number, StoreUnavailable>

    /** Refills months that have begun and tops up what runs short, for up to `limit` organizations; tells how many. */
    readonly supplyDue: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/credits/Credits") {
  static readonly layer = Layer.effect(
    Credits,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<CreditLedger | BillingLedger | Ids>())
      const ledger = yield* CreditLedger
      return Credits.of({
        account: ledger.account,
        post: bound(post),
        usage: bound(usage),
        expireHolds: bound(expireHolds),
        supplyDue: bound(supplyDue)
      })
    })
  )
}
