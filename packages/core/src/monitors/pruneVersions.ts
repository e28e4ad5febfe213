/** Drops versions that are kept no longer. */
import { DateTime, Effect } from "effect"
import { stagedFor } from "./domain/HistoryRetention.ts"
import { HistoryBounds } from "./HistoryBounds.ts"
import { VersionStore } from "./VersionStore.ts"

/** Drops up to `limit` versions. Tells how many there were; less than `limit` means that nothing is left to do. */
export const pruneVersions = Effect.fnUntraced(function* (limit: number) {
  const { historyAge, historyBytes, historyVersions, pictureAge, pictureBytes, pictures } = yield* HistoryBounds
  const now = yield* DateTime.now
  const bounds = {
    stagedSince: DateTime.subtractDuration(now, stagedFor),
    replacedSince: DateTime.subtractDuration(now, historyAge),
    maxVersions: historyVersions,
    maxBytes: historyBytes,
    picturesSince: DateTime.subtractDuration(now, pictureAge),
    maxPictures: pictures,
    maxPictureBytes: pictureBytes
  }
  return yield* (yield* VersionStore).prune(bounds, limit)
})
