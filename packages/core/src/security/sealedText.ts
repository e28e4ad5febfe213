/** Secrets that are texts, as they are kept: the Base64 of what was sealed. */
import { Effect, Option, Result } from "effect"
import { Base64 } from "effect/encoding"
import type { SealedKind } from "./SealedStore.ts"
import { Sealer } from "./Sealer.ts"

/** Whether a kept secret is one that no version has sealed yet: none of what is sealed begins so. */
export const isUnsealed = (kept: string): boolean => kept.startsWith("whsec_")

/** What is kept of a secret. */
export const sealText = Effect.fnUntraced(function* (kind: SealedKind, plain: Uint8Array) {
  return Base64.encode(yield* (yield* Sealer).seal(kind, plain))
})

/** What is in a kept secret; none when it was sealed under a key that is not here. */
export const openText = Effect.fnUntraced(function* (kind: SealedKind, kept: string) {
  const bytes = Base64.decode(kept)
  return Result.isFailure(bytes) ? Option.none() : yield* (yield* Sealer).open(kind, bytes.success)
})
