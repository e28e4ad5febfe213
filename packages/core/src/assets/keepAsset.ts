/** Files that a reply names by an address. */
import { DateTime, Duration, Effect } from "effect"
import { Ids } from "../security/Ids.ts"
import type { Call } from "../web/domain/Call.ts"
import { AssetStore } from "./AssetStore.ts"

/** What keeping stands on. */
export type KeepAssetPorts = AssetStore | Ids

/** How long an address that was given in a reply works. */
export const assetLifetime = Duration.days(30)

/** Keeps the bytes under an id that cannot be guessed, and gives it. */
export const keepAsset = Effect.fnUntraced(function* (
  call: Call,
  mediaType: string,
  bytes: Uint8Array,
  lifetime: Duration.Duration = assetLifetime
) {
  const id = yield* (yield* Ids).next("ast")
  const createdAt = yield* DateTime.now
  yield* (yield* AssetStore).put({
    id,
    organizationId: call.organizationId,
    mediaType,
    bytes,
    createdAt,
    expiresAt: DateTime.addDuration(createdAt, lifetime)
  })
  return id
})
