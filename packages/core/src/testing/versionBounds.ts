import { DateTime } from "effect"
import type { VersionBounds } from "../monitors/VersionStore.ts"

/** Bounds of what is kept of versions that leave nothing out. */
export const unbounded: VersionBounds = {
  stagedSince: DateTime.makeUnsafe(0),
  replacedSince: DateTime.makeUnsafe(0),
  maxVersions: Number.MAX_SAFE_INTEGER,
  maxBytes: Number.MAX_SAFE_INTEGER,
  picturesSince: DateTime.makeUnsafe(0),
  maxPictures: Number.MAX_SAFE_INTEGER,
  maxPictureBytes: Number.MAX_SAFE_INTEGER
}
