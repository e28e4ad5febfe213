/** Where pictures live that a reply names by an address. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** A file that anybody may read who knows its id, which cannot be guessed. */
export interface Asset {
  readonly id: string
  readonly organizationId: OrganizationId
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly createdAt: DateTime.Utc
  /** When it may be dropped. */
  readonly expiresAt: DateTime.Utc
}

/**
 * Keeps assets.
 *
 * **Contract** (every adapter passes `testing/assetStoreSuite.ts`)
 *
 * - An id keeps the first asset put under it, so that a put may be repeated.
 * - Equal bytes are stored once, and go with the last asset that has them.
 * - An asset that expired reads as absent, dropped or not.
 */
export class AssetStore extends Context.Service<
  AssetStore,
  {
    readonly put: (asset: Asset) => Effect.Effect<void, StoreUnavailable>

    /** How many bytes it has, of which none is read. None where `get` finds none. */
    readonly size: (id: string, now: DateTime.Utc) => Effect.Effect<Option.Option<number>, StoreUnavailable>

    /** The asset, if it has not expired at `now`. */
    readonly get: (id: string, now: DateTime.Utc) => Effect.Effect<Option.Option<Asset>, StoreUnavailable>

    /**
     * Drops up to `limit` assets that expired at or before `now`, and looks at up to `limit` bodies that none may have any
     * more. Tells how much of it there was; less than `limit` means that nothing is left to do.
     */
    readonly prune: (now: DateTime.Utc, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/assets/AssetStore") {}
