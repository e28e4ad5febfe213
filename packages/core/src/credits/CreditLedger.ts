/** Where credits live. `README.md` beside this file is the law that every adapter keeps. */
import { Context, type Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Account, Cause, CauseKind, Entry, Hold } from "./domain/Ledger.ts"

/** Fewer credits are available than the work needs. Nothing was held; add credits and try again. */
export class OutOfCredits extends Schema.TaggedError<OutOfCredits>()("OutOfCredits", {
  available: Schema.Int,
  needed: Schema.Int
}) {}

/** The hold was settled, released or has expired already. Nothing was changed. */
export class HoldGone extends Schema.TaggedError<HoldGone>()("HoldGone", { holdId: Schema.String }) {}

/** Which entries of a list are shown: of one kind, or the one entry of a cause. */
export interface EntryFilter {
  readonly kind?: CauseKind
  readonly cause?: Cause
}

/**
 * Keeps balances, entries and holds.
 *
 * **Contract** (every adapter passes `testing/creditLedgerSuite.ts`)
 *
 * - The entries of an organization sum to its balance after every method, whoever else is writing.
 * - `balance`, `held` and `balance - held` are never negative.
 * - A cause moves the credits of an organization once: an entry or a hold for a cause that has an entry changes nothing,
 *   and neither does a hold for a cause whose hold is open. A cause whose hold was given back may be held again.
 * - A hold ends once; ending it again fails with `HoldGone`, and so does settling it for another organization.
 * - Settling for more than is held is a defect; it changes nothing.
 * - A hold for which too few credits are available first brings what is due (`BillingLedger.supply`), and fails only when
 *   that does not suffice.
 */
export class CreditLedger extends Context.Service<
  CreditLedger,
  {
    /** What the organization has now; zeros for one that never had credits. */
    readonly account: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

    /** Adds an entry unless its cause has one. An entry that would overdraw fails and writes nothing. */
    readonly post: (entry: Entry) => Effect.Effect<Account, OutOfCredits | StoreUnavailable>

    /**
     * Sets credits aside until `hold.expiresAt`; the same cause again gives the hold that is there. For a cause that was
     * charged already the hold given back has ended.
     */
    readonly hold: (hold: Hold) => Effect.Effect<Hold, OutOfCredits | StoreUnavailable>

    /** Spends `entry.credits` (not positive, at most what is held) and gives the rest back. */
    readonly settle: (holdId: string, entry: Entry) => Effect.Effect<Account, HoldGone | StoreUnavailable>

    /** Gives all that is held back. */
    readonly release: (holdId: string) => Effect.Effect<Account, HoldGone | StoreUnavailable>

    /** Gives back up to `limit` holds that expired at or before `now`; tells how many. */
    readonly expire: (now: Hold["expiresAt"], limit: number) => Effect.Effect<number, StoreUnavailable>

    /** Entries of an organization, newest first. */
    readonly entries: (
      organizationId: OrganizationId,
      slice: Slice,
      filter?: EntryFilter
    ) => Effect.Effect<ReadonlyArray<Entry>, StoreUnavailable>
  }
>()("@kittiwake/core/credits/CreditLedger") {}
