/** Where pages that were fetched are kept for a while. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** One fetched thing under the key of everything that could change it. */
export interface CachedPage {
  /** Who may see it: one name for the whole installation, or one for each organization. */
  readonly space: string
  /** SHA-256 in hexadecimal. */
  readonly key: string
  readonly capturedAt: DateTime.Utc
  /** JSON of what is known of it. */
  readonly facts: string
  /** What was fetched. */
  readonly body: Uint8Array
}

/** A page as it was found. */
export interface FoundPage extends Omit<CachedPage, "body"> {
  /** Length of what was fetched. */
  readonly bodyBytes: number
  /** Null when it is longer than was asked for. */
  readonly body: Uint8Array | null
}

/** How much is kept. */
export interface CacheLimits {
  /** Nothing older is kept. */
  readonly keepSince: DateTime.Utc
  /** What was used longest ago goes first beyond so many bytes, as stored. */
  readonly maxBytes: number
}

/**
 * Keeps pages by key.
 *
 * **Contract** (every adapter passes `testing/pageCacheSuite.ts`)
 *
 * - A key has one page, the newest of those put; an older one put later changes nothing.
 * - What was captured over a minute later than now, by a clock that was ahead, is not found, and what is put takes its place.
 * - Equal bodies are stored once, in the form that the store chooses, and go with the last page that has them.
 * - A page is whole or absent, whatever happens while it is put or others are dropped.
 *
 * **Gotchas** Use is noted to the minute at best.
 */
export class PageCache extends Context.Service<
  PageCache,
  {
    /**
     * The page under `key` when it was captured at or after `since`; notes at `now` that it was used. A body of more than
     * `maxBytes` is not loaded.
     */
    readonly find: (
      space: string,
      key: string,
      since: DateTime.Utc,
      now: DateTime.Utc,
      maxBytes?: number
    ) => Effect.Effect<Option.Option<FoundPage>, StoreUnavailable>

    /** Those of the keys whose page was captured at or after `since`; no use is noted. */
    readonly present: (
      space: string,
      keys: ReadonlyArray<string>,
      since: DateTime.Utc,
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlySet<string>, StoreUnavailable>

    readonly put: (page: CachedPage, now: DateTime.Utc) => Effect.Effect<void, StoreUnavailable>

    /**
     * Drops up to `limit` pages that are beyond the limits, and looks at up to `limit` bodies that no page may have any
     * more. Tells how much of it there was; less than `limit` means that nothing is left to do.
     */
    readonly prune: (limits: CacheLimits, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/pages/PageCache") {}
