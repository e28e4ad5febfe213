/** Where credits live. `README.md` beside this file is the law that every adapter keeps. */
import { Context, Duration, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Account, Entry, EntryFilter, Hold, Origin } from "./domain/Ledger.ts"
import type { CollectionPaused, HoldGone, OutOfCredits } from "./errors.ts"

export { CollectionPaused, HoldGone, OutOfCredits } from "./errors.ts"

/** How long `recentAccount` may lack what another process moved. */
export const recentWithin = Duration.seconds(1)

/** Expired holds that one hold gives back, the longest expired first: what it may cost has an end. */
export const mostReleased = 1_000

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
 * - What a settled hold was charged is counted in the history of usage (`chargeUsage`), together with its entry: so the
 *   history of calls and runs sums to what the ledger charged for them, whichever process dies when.
 * - A hold for which too few credits are available first gives back holds of the organization that have expired, up to
 *   `mostReleased` of them, then brings what is due (`BillingLedger.supply`), and fails only when that does not suffice.
 *   One that may be smaller is so only after all that, and takes what there is then in the same step.
 * - While collection is paused (`domain/CollectionPause.ts`) nothing new is held. Holds that are open stay, and are settled
 *   and released as ever.
 */
export class CreditLedger extends Context.Service<
  CreditLedger,
  {
    /** What the organization has now; zeros for one that never had credits. */
    readonly account: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

    /**
     * What the organization had a moment ago, for showing and not for deciding. All that was moved through the stores of
     * this process is in it; what another process moved is in it after `recentWithin`.
     */
    readonly recentAccount: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

    /** Adds an entry unless its cause has one. An entry that would overdraw fails and writes nothing. */
    readonly post: (entry: Entry) => Effect.Effect<Account, OutOfCredits | StoreUnavailable>

    /**
     * Sets credits aside until `hold.expiresAt`: as many as it says, or, where `atLeast` is given, as many of them as there
     * are, when these are so many. The same cause again gives the hold that is there. For a cause that was charged already
     * the hold given back has ended.
     */
    readonly hold: (
      hold: Hold,
      atLeast?: number
    ) => Effect.Effect<Hold, CollectionPaused | OutOfCredits | StoreUnavailable>

    /** Spends `entry.credits` (not positive, at most what is held), counts them as of `origin`, and gives the rest back. */
    readonly settle: (
      holdId: string,
      entry: Entry,
      origin: Origin
    ) => Effect.Effect<Account, HoldGone | StoreUnavailable>

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
