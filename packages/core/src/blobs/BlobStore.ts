/**
 * Where large bytes live: results of batches, bodies of pages, pictures, versions of what is watched.
 *
 * **Model.** The database knows, this store holds. Whoever has large bytes puts them here first, under a name that nobody
 * had before (an id is part of it), and then writes a row that names them, with their digest and their size. A row that
 * goes leaves its blob behind; a sweep removes what was stored longer ago than a grace period and no row names. So a
 * process that dies between the two leaves nothing for ever, and nothing that a row needs is ever removed.
 *
 * **Invariants**
 *
 * - A blob is whole or absent: a put that failed, was broken off or died left nothing that is found.
 * - A name keeps the first bytes put under it, whoever puts at once. They are never changed, only removed.
 * - What one owner has is never found under another.
 * - What `head` says of a blob is true of the bytes that were put, however the store keeps them.
 *
 * **Gotchas**
 *
 * - A name that is removed may be put again. A writer that named its blob by content alone would race with the sweep that
 *   removes it: put an id in the name, and let rows say which content they have.
 * - The row must be written within `blobGrace` of the put.
 */
import { Context, type DateTime, Duration, type Effect, type Option, Schema, type Stream } from "effect"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BlobKey } from "./domain/BlobKey.ts"

/**
 * Why the blob store did not do what was asked.
 *
 * - `unreachable`: it does not answer. `busy`: it asks to be left alone for a while. `full`: it has no room.
 * - `refused`: it does not take what this process says it is, or that one may not do this. `no_place`: the folder or the bucket
 *   is not there. `wrong_region`: the bucket is elsewhere. `clock`: its clock and ours disagree. Somebody has to mend these.
 * - `damaged`: what it holds is not what was put.
 * - `failed`: anything else.
 */
export const BlobTrouble = Schema.Literals([
  ...(["unreachable", "busy", "full", "refused", "no_place", "wrong_region", "clock", "damaged", "failed"] as const)
])
export type BlobTrouble = typeof BlobTrouble.Type

/** The blob store did not answer, or what it holds is damaged. Nothing was put; safe to try again. */
export class BlobStoreUnavailable extends Schema.TaggedError<BlobStoreUnavailable>()("BlobStoreUnavailable", {
  operation: Schema.String,
  reason: BlobTrouble,
  /** What to look at, in one sentence that names the setting. */
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** What a store says that keeps a part of its rows in blobs, when `cause` keeps it from one. @internal */
export const blobsAway = (operation: string) => (cause: unknown) =>
  new StoreUnavailable({
    operation,
    // Whoever reads a log reads the message of an error.
    cause: typeof cause === "string" ? new Error(cause) : cause,
    ...(cause instanceof BlobStoreUnavailable && cause.reason === "full" ? { isDiskFull: true } : {}),
    ...(cause instanceof BlobStoreUnavailable && cause.reason === "damaged" ? { isLost: true } : {})
  })

/** What such a store says where the blob that a row names is not there. @internal */
export const blobLost = (operation: string, message: string) =>
  new StoreUnavailable({ operation, cause: new Error(message), isLost: true })

/** More bytes came than the put allowed. Nothing was put. */
export class BlobTooLarge extends Schema.TaggedError<BlobTooLarge>()("BlobTooLarge", {
  maxBytes: Schema.Int
}) {}

/** How long a blob is safe from the sweep although no row names it yet. */
export const blobGrace = Duration.hours(24)

/** Most bytes of one blob where a put says no other bound. */
export const blobBytesAllowed = 1_073_741_824

/** What is known of a blob. */
export interface BlobHead {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string
  /** How many bytes were put. */
  readonly size: number
  readonly createdAt: DateTime.Utc
}

/** A blob as it was found. */
export interface FoundBlob extends BlobHead {
  /** The bytes that were asked for, in pieces. It opens the blob when it is run, and closes it when it ends. */
  readonly bytes: Stream.Stream<Uint8Array, BlobStoreUnavailable>
}

/** Which of the bytes are wanted. What lies beyond the end is left out. */
export interface BlobRange {
  readonly offset: number
  /** All that follow unless given. */
  readonly length?: number
}

/** A blob in a list. */
export interface ListedBlob {
  readonly key: BlobKey
  /** How many bytes it takes, which may be more than were put. */
  readonly storedBytes: number
  /** When it was put, by the clock of the store, which may differ from ours. */
  readonly storedAt: DateTime.Utc
}

/** Which blobs are listed. */
export interface BlobList {
  /** Whole first segments of the path, such as `org_1/batches/`; everything unless given. */
  readonly within?: string
  /** The path after which the list begins. */
  readonly after?: string
  readonly limit: number
}

/** **Contract** above; every adapter passes `testing/blobStoreSuite.ts`. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /**
     * Puts bytes under a name that has none, and tells what the name has now. A name that is taken keeps what it has: the
     * bytes may then not be read at all.
     */
    readonly put: <E = never, R = never>(
      key: BlobKey,
      bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>,
      options?: { readonly maxBytes?: number }
    ) => Effect.Effect<BlobHead, E | BlobTooLarge | BlobStoreUnavailable, R>

    /** What is known of a blob, without its bytes. */
    readonly head: (key: BlobKey) => Effect.Effect<Option.Option<BlobHead>, BlobStoreUnavailable>

    /** A blob, whole or a part of it. */
    readonly get: (key: BlobKey, range?: BlobRange) => Effect.Effect<Option.Option<FoundBlob>, BlobStoreUnavailable>

    /** Removes a blob; one that is absent is removed already. Whoever reads it meanwhile may be refused the rest. */
    readonly remove: (key: BlobKey) => Effect.Effect<void, BlobStoreUnavailable>

    /** Blobs in the order of their paths; fewer than `limit` means that there are no more. */
    readonly list: (options: BlobList) => Effect.Effect<ReadonlyArray<ListedBlob>, BlobStoreUnavailable>

    /**
     * Removes up to `limit` remains of puts that began before a moment and whose process died; fewer means that none are
     * left.
     */
    readonly dropUnfinished: (before: DateTime.Utc, limit: number) => Effect.Effect<number, BlobStoreUnavailable>
  }
>()("@kittiwake/core/blobs/BlobStore") {}
