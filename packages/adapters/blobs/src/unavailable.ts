/** The one error of these stores. */
import { BlobStoreUnavailable, type BlobTrouble } from "@kittiwake/core/blobs/BlobStore"
import { Effect } from "effect"

/** A failure with what to look at. */
export const unavailable = (
  reason: BlobTrouble,
  operation: string,
  message: string,
  cause: unknown = message
): BlobStoreUnavailable => new BlobStoreUnavailable({ operation, reason, message, cause })

/** What a blob holds is not what was put. */
export const damaged = (operation: string, path: string) =>
  Effect.fail(
    unavailable(
      "damaged",
      operation,
      `The blob ${path} is damaged: it does not hold what was put. Restore it from a copy of KITTIWAKE_BLOBS.`
    )
  )
