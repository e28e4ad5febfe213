/** All a caller may do with credits. */
import { Context, DateTime, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { BillingLedger } from "./BillingLedger.ts"
import { CreditLedger } from "./CreditLedger.ts"
import { creditUsage } from "./creditUsage.ts"
import type { CreditUsageRecord } from "./domain/CreditUsage.ts"
import type { Account, Cause, Entry, EntryFilter } from "./domain/Ledger.ts"
import { type BillingAccount, mostAvailable } from "./domain/Supply.ts"
import type { CauseConflict, OutOfCredits } from "./errors.ts"
import { leavePeriodsAhead } from "./leavePeriodsAhead.ts"
import { type Move, moveCredits } from "./moveCredits.ts"
import { releaseOwed, releasingOwed } from "./owedReleases.ts"
import { supplyDue } from "./supplyDue.ts"

export { type Move, MoveKind, maxMovedCredits } from "./moveCredits.ts"
export type { Charged } from "./withCharge.ts"

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

/** Reads one account and one entry; writes only when a month has begun that nobody has refilled yet. */
const usage = Effect.fn("Credits.usage")(function* (organization: Organization) {
  const ledger = yield* BillingLedger
  const at = yield* DateTime.now
  const account = yield* ledger.account(organization.id)
  const isDue = account.dueAt !== null && account.dueAt.epochMilliseconds <= at.epochMilliseconds
  const current = isDue ? (yield* ledger.supply(organization.id, { at, wanted: 0 })).account : account
  return yield* creditUsage(organization, current, at)
})

const supply = Effect.fn("Credits.supply")(function* (organizationId: OrganizationId) {
  const ledger = yield* BillingLedger
  return (yield* ledger.supply(organizationId, { at: yield* DateTime.now, wanted: 0 })).account
})

const most = Effect.fn("Credits.mostAvailable")(function* (organization: Organization) {
  return mostAvailable(organization, yield* (yield* BillingLedger).account(organization.id), yield* DateTime.now)
})

const expireHolds = Effect.fn("Credits.expireHolds")(function* (limit: number) {
  yield* releaseOwed(limit)
  return yield* (yield* CreditLedger).expire(yield* DateTime.now, limit)
})

/** The layer also gives back, while it stands, what this process holds and could not give back. */
export class Credits extends Context.Service<
  Credits,
  {
    /** What the organization has now. */
    readonly account: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

    /** The same, but what another process moved in the last second may be missing: for showing, not for deciding. */
    readonly recentAccount: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

    /** Adds credits (or takes them, when negative) once for `cause`: a grant, a refund, an adjustment with its reason. */
    readonly post: (
      organizationId: OrganizationId,
      cause: Cause,
      credits: number,
      reason?: string
    ) => Effect.Effect<Account, OutOfCredits | StoreUnavailable>

    /** Moves credits by hand, once for each kind and id; gives the entry, which a call before may have written. */
    readonly move: (
      organizationId: OrganizationId,
      move: Move
    ) => Effect.Effect<Entry, CauseConflict | InvalidInput | OutOfCredits | StoreUnavailable>

    /** Up to `slice.limit` movements of credits, newest first. */
    readonly entries: (
      organizationId: OrganizationId,
      slice: Slice,
      filter: EntryFilter
    ) => Effect.Effect<ReadonlyArray<Entry>, StoreUnavailable>

    /** Gives the organization the credits that are due to it now; the account with its months. */
    readonly supply: (organizationId: OrganizationId) => Effect.Effect<BillingAccount, StoreUnavailable>

    /** Most credits that it could spend at once, with what may come back, is due and is bought by itself. Nothing is moved. */
    readonly mostAvailable: (organization: Organization) => Effect.Effect<number, StoreUnavailable>

    /** What is left, what the period used and what comes next, as `GET /org/usage` shows it. */
    readonly usage: (organization: Organization) => Effect.Effect<CreditUsageRecord, StoreUnavailable>

    /** Takes accounts back from periods that a clock began which was ahead and is right now; tells how many. No credits move by it. */
    readonly leavePeriodsAhead: Effect.Effect<number, StoreUnavailable>

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
      // In every process that charges: one that only answers callers has no worker that sweeps.
      yield* Effect.forkScoped(releasingOwed)
      return Credits.of({
        account: ledger.account,
        recentAccount: ledger.recentAccount,
        post: bound(post),
        move: bound(moveCredits),
        entries: ledger.entries,
        supply: bound(supply),
        mostAvailable: bound(most),
        usage: bound(usage),
        leavePeriodsAhead: bound(leavePeriodsAhead)(),
        expireHolds: bound(expireHolds),
        supplyDue: bound(supplyDue)
      })
    })
  )
}
