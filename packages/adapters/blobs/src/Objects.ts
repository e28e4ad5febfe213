/** What a store of blobs stands on: named bytes that are whole or absent, and know nothing of what they are. */
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import type { DateTime, Effect, Option, Stream } from "effect"

/** The last bytes of an object. */
export interface ObjectEnd {
  /** Bytes of the whole object. */
  readonly size: number
  /** Its last bytes, as many as were asked for or all that there are. */
  readonly bytes: Uint8Array
}

/** An object in a list. */
export interface ListedObject {
  readonly path: string
  readonly size: number
  readonly storedAt: DateTime.Utc
}

/**
 * Where objects lie.
 *
 * **Contract**
 *
 * - An object is whole or absent, and durable when `put` has answered true.
 * - A path keeps the first object put there; whoever comes later is told so.
 */
export interface Objects {
  /** Whether the bytes were put; false when the path has an object, which may be found out before the bytes are read. */
  readonly put: <E, R>(
    path: string,
    bytes: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<boolean, E | BlobStoreUnavailable, R>

  /** The last `length` bytes of an object and its size; none when it is absent. */
  readonly end: (path: string, length: number) => Effect.Effect<Option.Option<ObjectEnd>, BlobStoreUnavailable>

  /** Bytes from `offset` on, which the object has. */
  readonly read: (path: string, offset: number, length: number) => Stream.Stream<Uint8Array, BlobStoreUnavailable>

  readonly remove: (path: string) => Effect.Effect<void, BlobStoreUnavailable>

  /** Objects in the order of their paths. */
  readonly list: (options: {
    readonly within: string
    readonly after: string
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<ListedObject>, BlobStoreUnavailable>

  /** Removes up to `limit` remains of puts that began before a moment and did not end. */
  readonly dropUnfinished: (before: DateTime.Utc, limit: number) => Effect.Effect<number, BlobStoreUnavailable>
}
