/** Where it stands which brands are old, and who reads them again. */
import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { PictureTimes } from "./BrandStore.ts"
import type { BrandProfile } from "./domain/BrandProfile.ts"
import type { Language } from "./domain/languages.ts"

/** Which brands are old, and how often one is read again. */
export interface RefreshTurn {
  readonly now: DateTime.Utc
  /** Whose age counts from this moment or one before is old. */
  readonly before: DateTime.Utc
  /** Least time between two turns of all workers together. */
  readonly every: Duration.Duration
}

/** A profile that is to be read again; the token proves the claim. */
export interface BrandRefreshClaim {
  readonly domain: string
  readonly language: Language | null
  /** Readings in a row that failed before this one. */
  readonly failures: number
  readonly token: number
}

/** What came of reading it. */
export interface BrandRefreshOutcome {
  /** What takes the place of what was kept; null when that stays. */
  readonly read: {
    readonly kept: { readonly profile: BrandProfile; readonly readAt: DateTime.Utc }
    readonly pictures: PictureTimes
  } | null
  /** The moment from which its age counts. */
  readonly agesFrom: DateTime.Utc
  readonly failures: number
}

/**
 * Hands out profiles that are to be read again.
 *
 * **Model.** A profile's age counts from its reading on, and from later when a reading has failed. Each claim is a try; who asks for the
 * brand, or has it read, sets the count of its tries to nothing. A profile of `mostTries` tries is left alone until then.
 *
 * **Contract** (every adapter passes `testing/brandRefreshStoreSuite.ts`)
 *
 * - One profile is claimed in a turn, by one of however many ask at once, and the next turn comes `every` later. A turn in which nothing is
 *   old is not taken.
 * - Those of fewer tries come first, and the oldest of those.
 * - A claim whose lease ended, by the store's clock, may be claimed again. What its former owner then reports changes nothing, and so does
 *   what somebody reports for whose profile another reading was kept meanwhile (`BrandStore.keepProfile`).
 * - `record` keeps the profile, with the time of its pictures and of those that it leaves as `BrandStore.keepProfile` does, and ends the
 *   claim together, or neither.
 */
export class BrandRefreshStore extends Context.Service<
  BrandRefreshStore,
  {
    /** Whether there is a turn, and something to claim in it. */
    readonly isDue: (turn: RefreshTurn) => Effect.Effect<boolean, StoreUnavailable>

    /** Takes the turn and claims for the length of a lease; none when there is no turn, or nothing is old. */
    readonly claim: (
      turn: RefreshTurn & { readonly lease: Duration.Duration }
    ) => Effect.Effect<Option.Option<BrandRefreshClaim>, StoreUnavailable>

    /** Ends a claim with what came of it; tells whether it still held. */
    readonly record: (
      claim: BrandRefreshClaim,
      outcome: BrandRefreshOutcome
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** Notes that somebody asked for a profile. */
    readonly asked: (domain: string, language: Language | null) => Effect.Effect<void, StoreUnavailable>
  }
>()("@kittiwake/core/brands/BrandRefreshStore") {}
