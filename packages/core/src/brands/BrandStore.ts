/** Where the index of brands lives. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BrandEntry, BrandSymbol } from "./domain/BrandEntry.ts"
import type { BrandProfile } from "./domain/BrandProfile.ts"
import type { BrandSearch } from "./domain/BrandSearch.ts"
import type { Language } from "./domain/languages.ts"

/** A list that was taken in, so that it is not taken in again. */
export interface TakenList {
  readonly name: string
  readonly version: number
  readonly at: DateTime.Utc
}

/** What was read of the brand at a domain, under that domain, wherever it leads. */
export interface KeptProfile {
  readonly domain: string
  /** The language that texts were wanted in; null as the site is written. */
  readonly language: Language | null
  readonly profile: BrandProfile
  readonly readAt: DateTime.Utc
}

/** How long the pictures of profiles are there. */
export interface PictureTimes {
  readonly keptUntil: DateTime.Utc
  readonly leftUntil: DateTime.Utc
}

/**
 * Keeps what is publicly known of brands, and finds them as somebody types.
 *
 * **Contract** (every adapter passes `testing/brandStoreSuite.ts`)
 *
 * - The index is that of the installation and not of an organization: brands are public facts, and nothing of what an
 *   organization asked stands in it.
 * - One entry for a domain. What is put is joined with what was known, as `domain/mergeBrands.ts` says; putting it again changes
 *   nothing, and one put is kept whole or not at all.
 * - A search gives brands that it finds by their names, then those that it finds by their domains alone; the most popular first in
 *   each, and those nobody told apart by their domains.
 * - Of a domain and a language the profile that was read last is kept. Who keeps one has asked for it: its tries and failures begin anew,
 *   and nobody else's claim on it holds any more (`BrandRefreshStore`).
 * - Pictures that a kept profile names are there until `keptUntil` at least. Those of the profile whose place it takes, which neither
 *   it nor the index at its domain names, are there until `leftUntil` at most. That is written with the profile, or not at all: of
 *   pictures that were put for a profile which was never kept nothing stays beyond the time that they were put for.
 *
 * **Gotchas.** A search looks at some thousands of words and at a thousand brands at most, the most popular tiers first. Where more
 * brands that nobody ranked begin alike, those are found that come first by their words.
 */
export class BrandStore extends Context.Service<
  BrandStore,
  {
    /** Adds entries or what is new of them, and notes the list that they end, when they do. */
    readonly put: (entries: ReadonlyArray<BrandEntry>, ends?: TakenList) => Effect.Effect<void, StoreUnavailable>

    /** Up to `mostResults` brands. */
    readonly search: (search: BrandSearch) => Effect.Effect<ReadonlyArray<BrandEntry>, StoreUnavailable>

    readonly byDomain: (domain: string) => Effect.Effect<Option.Option<BrandEntry>, StoreUnavailable>

    /** Those of this name or alias, however it is written, most popular first; `mostResults` at most. */
    readonly byName: (name: string) => Effect.Effect<ReadonlyArray<BrandEntry>, StoreUnavailable>

    /** Those with this symbol, most popular first; at every exchange where it names none. `mostResults` at most. */
    readonly bySymbol: (symbol: BrandSymbol) => Effect.Effect<ReadonlyArray<BrandEntry>, StoreUnavailable>

    /** Keeps what was read last; what seems read over a minute later than now, by a clock that was ahead, gives way to it. */
    readonly keepProfile: (
      kept: KeptProfile,
      pictures: PictureTimes,
      now: DateTime.Utc
    ) => Effect.Effect<void, StoreUnavailable>

    readonly profile: (
      domain: string,
      language: Language | null
    ) => Effect.Effect<Option.Option<KeptProfile>, StoreUnavailable>

    /** The version of a list that was taken in last; none when it never was. */
    readonly listVersion: (name: string) => Effect.Effect<Option.Option<number>, StoreUnavailable>
  }
>()("@kittiwake/core/brands/BrandStore") {}
