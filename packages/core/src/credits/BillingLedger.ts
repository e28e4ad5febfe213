/** The side of the ledger that knows months. `README.md` beside this file is the law that every adapter keeps. */
import { Context, type DateTime, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BillingAccount, Moment, Supplied, Want } from "./domain/Supply.ts"

/**
 * Gives organizations what is due to them by themselves.
 *
 * **Contract** (every adapter passes `testing/billingLedgerSuite.ts`)
 *
 * - What is due is decided by `domain/Supply.ts` on the organization and the account as they are while nobody else can
 *   change them, and its entries appear with the account that they lead to, or not at all.
 * - However many callers supply at once, a period is refilled once, also where the clock went ahead and back meanwhile.
 * - An organization whose settings were stored is due, so that what they give comes even when whoever stored them died.
 */
export class BillingLedger extends Context.Service<
  BillingLedger,
  {
    /** The account with its months; that of one that never had credits is empty. */
    readonly account: (organizationId: OrganizationId) => Effect.Effect<BillingAccount, StoreUnavailable>

    /** Up to `limit` organizations to which something is due at `at`, longest due first. */
    readonly due: (at: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<OrganizationId>, StoreUnavailable>

    /** Up to `limit` organizations whose period begins after a moment, in the order of their ids, after `last`. */
    readonly ahead: (
      after: DateTime.Utc,
      last: OrganizationId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<OrganizationId>, StoreUnavailable>

    /**
     * Gives the organization what is due at `at`, and tops up to `wanted` available credits where it does so by itself; to
     * fewer, but `atLeast`, where its budget does not reach (`domain/Supply.ts`).
     * Gives the account that this leads to and the entries written for it; nothing happens to an unknown organization.
     */
    readonly supply: (
      organizationId: OrganizationId,
      options: Want & Moment
    ) => Effect.Effect<Supplied, StoreUnavailable>
  }
>()("@kittiwake/core/credits/BillingLedger") {}
