/** The one error of these stores. */
import { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { Effect } from "effect"

/** A failure with what to look at. */
export const unavailable = (operation: string, message: string, cause: unknown = message): BlobStoreUnavailable =>
  new BlobStoreUnavailable({ operation, message, cause })

/** What a blob holds is not what was put. */
export const damaged = (operation: string, path: string) =>
  Effect.fail(
    unavailable(
      operation,
      `The blob ${path} is damaged: it does not hold what was put. Restore it from a copy of KITTIWAKE_BLOBS.`
    )
  )
