/** What the database knows of blobs. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BlobKey } from "./domain/BlobKey.ts"

/**
 * Tells which blobs are needed, and brings large bytes out of rows.
 *
 * **Contract** (every adapter passes `testing/blobRowStoreSuite.ts`)
 *
 * - A blob that a row names is always among those that `named` tells.
 * - So is every blob of a kind that no table of this version has: another version may know what it is.
 * - A database that was put aside, and can be gone back to, is among those that `keptAside` tells.
 * - What `moveLarge` moves can be read all the while, and a row that changes meanwhile keeps its change.
 */
export class BlobRowStore extends Context.Service<
  BlobRowStore,
  {
    /** The paths of those of the blobs that are needed. */
    readonly named: (keys: ReadonlyArray<BlobKey>) => Effect.Effect<ReadonlySet<string>, StoreUnavailable>

    /** Other databases, by their files, that may name blobs of the same place: what is needed of those, nobody can tell. */
    readonly keptAside: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>

    /**
     * Moves up to `limit` large bodies that stand in rows still to where large bodies go; fewer means that none are left, or
     * that all are to stay in their rows.
     */
    readonly moveLarge: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/blobs/BlobRowStore") {}
