/** Where it stands which sources of news there are, which are to be asked, and who asks them. */
import { Context, type DateTime, Duration, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { NewsSource, SourceKind, SourceOrigin } from "./domain/NewsSource.ts"

/** A source that is to be asked; the token proves the claim. */
export interface SourceClaim {
  readonly source: NewsSource
  readonly token: number
}

export interface PutSources {
  readonly sources: ReadonlyArray<NewsSource>
  /** Most sources that there may be. */
  readonly most: number
  /** The company whose site was looked through for them. */
  readonly look: { readonly domain: string; readonly at: DateTime.Utc } | null
}

export interface SourcesPut {
  /** Addresses that were not known, or that an operator now chose. */
  readonly added: ReadonlyArray<string>
  readonly known: number
  /** Those for which there was no room. */
  readonly refused: ReadonlyArray<string>
}

/** Of those that are kept, which a list is of. */
export interface SourceFilter {
  readonly origin: SourceOrigin | null
  readonly kind: SourceKind | null
}

export interface SourceCounts {
  readonly sources: number
  /** Of them, those whose last answer was a failure. */
  readonly failing: number
  /** Beside them, those that are asked no more. */
  readonly gone: number
}

/** Longer than any source waits for its turn, and any host is left alone. @internal */
export const longestWait = Duration.hours(25)

/**
 * Keeps sources, and hands out those that are due.
 *
 * **Model.** A claim is on a host: of its sources the one that is due longest is asked, and the others wait until that is recorded. Sources
 * are the installation's, and belong to no organization: who brought one that was found is kept so that nobody fills all the room.
 *
 * **Contract** (every adapter passes `testing/newsSourceStoreSuite.ts`)
 *
 * - A host is claimed by one of however many ask at once. Hosts come in the order in which their sources are due.
 * - A claim whose lease ended, by the store's clock, may be claimed again. What its former owner then reports changes nothing, nor does
 *   what somebody reports of a source that was replaced meanwhile.
 * - A host that asked to be left alone is claimed again when that time is over.
 * - Nothing waits for longer than `longestWait`, by the claim's `now`: a later moment was written by a clock that was ahead, and is over.
 * - What an operator chose takes the place of what was found or is gone; other sources that are known stay as they are. One that was found
 *   and is nobody's is of whoever puts it next, and stays so, whatever who read it meanwhile reports.
 * - Where there is no room, sources that are gone make it, those that are gone longest first; then `whoYields` says whose that was found, of
 *   which those go first that never gave an article, and then those that are there longest. What an operator chose makes no room.
 * - Of one site `mostOfSite` are kept that were found: one more has the place of one of them that is gone, or never gave an article.
 * - What comes takes no place of what was added at its own moment or later.
 */
export class NewsSourceStore extends Context.Service<
  NewsSourceStore,
  {
    /** Puts in those that are not known, in their order, as long as there is room, and notes the look. */
    readonly put: (given: PutSources) => Effect.Effect<SourcesPut, StoreUnavailable>

    /** Claims due sources, one of a host, for the length of a lease. */
    readonly claim: (options: {
      readonly now: DateTime.Utc
      readonly limit: number
      readonly lease: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<SourceClaim>, StoreUnavailable>

    /** Ends a claim with what the source is now; its host is left alone until `quietUntil`. Tells whether it still held. */
    readonly record: (
      claim: SourceClaim,
      outcome: { readonly source: NewsSource; readonly quietUntil: DateTime.Utc | null }
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** Puts a source in the place of what is known of it, whoever holds it; tells whether it is known. */
    readonly replace: (source: NewsSource) => Effect.Effect<boolean, StoreUnavailable>

    readonly get: (url: string) => Effect.Effect<Option.Option<NewsSource>, StoreUnavailable>

    /** In the order of their addresses, those after `after`. */
    readonly list: (options: {
      readonly filter: SourceFilter
      readonly after: string | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<NewsSource>, StoreUnavailable>

    readonly counts: Effect.Effect<SourceCounts, StoreUnavailable>

    /** When the site of a company was last looked through. */
    readonly lookedAt: (domain: string) => Effect.Effect<Option.Option<DateTime.Utc>, StoreUnavailable>
  }
>()("@kittiwake/core/news/NewsSourceStore") {}
