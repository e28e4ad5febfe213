/** Where grants live, with what is given out for them. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Grant, GrantId, GrantToken } from "./domain/Grant.ts"

/** A token with the grant that it was given for. */
export interface TokenAndGrant {
  readonly token: GrantToken
  readonly grant: Grant
}

/** Credits of one day of a grant. */
export interface DailyCredits {
  readonly grantId: string
  /** As `dayOf` counts them. */
  readonly day: number
  readonly credits: number
}

/**
 * Keeps grants and the digests of their codes and tokens.
 *
 * **Contract** (every adapter passes `testing/grantStoreSuite.ts`)
 *
 * - A grant and its code appear together.
 * - However many sign at once, an organization never has more grants that can be used than it may.
 * - A code or token is exchanged once, however many try at the same moment, and never after it expired or its grant was
 *   revoked; what it is exchanged for appears together with that.
 * - A grant of another organization reads as absent.
 * - What a clock that was ahead gave out, and would work for longer than a refresh token does, ends as if it had been given out at the next sweep:
 *   no client has to ask for access again.
 * - However many spend at once, a day of a grant never has more than its most.
 */
export class GrantStore extends Context.Service<
  GrantStore,
  {
    /**
     * Stores a grant with its code, unless its id is taken, or its organization has `most` grants that can be used when it is made: those that
     * were not revoked and end later.
     */
    readonly sign: (
      grant: Grant,
      code: GrantToken,
      most: number
    ) => Effect.Effect<"full" | "known" | "signed", StoreUnavailable>

    /** The token with this digest, whatever became of it and of its grant. */
    readonly find: (digest: string) => Effect.Effect<Option.Option<TokenAndGrant>, StoreUnavailable>

    /** Uses up a code or token and stores `next` for its grant, which ends with the last of them; tells whether it was there to be used. */
    readonly exchange: (
      digest: string,
      at: DateTime.Utc,
      next: ReadonlyArray<GrantToken>
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** Revokes a grant; what it is then, or none. One that was revoked before keeps its moment. */
    readonly revoke: (
      organizationId: OrganizationId,
      grantId: GrantId,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<Grant>, StoreUnavailable>

    /** Grants of an organization, newest first, ended ones included. */
    readonly list: (
      organizationId: OrganizationId,
      slice: Slice
    ) => Effect.Effect<ReadonlyArray<Grant>, StoreUnavailable>

    /**
     * Takes credits of a day; gives how many: all, or what is left of `most` when that is at least `atLeast`, or none. It
     * tells what was left before in `left`.
     */
    readonly takeCredits: (
      wanted: DailyCredits & { readonly atLeast: number; readonly most: number }
    ) => Effect.Effect<{ readonly taken: number | null; readonly left: number }, StoreUnavailable>

    /** Gives back what was taken and not spent. */
    readonly giveBackCredits: (unspent: DailyCredits) => Effect.Effect<void, StoreUnavailable>

    /**
     * Drops up to `limit` tokens that expired, grants that ended before `keptSince`, and days before it, and dates as many tokens and grants
     * anew that a clock which was ahead dated; tells how many.
     */
    readonly sweep: (
      now: DateTime.Utc,
      keptSince: DateTime.Utc,
      limit: number
    ) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/grants/GrantStore") {}
