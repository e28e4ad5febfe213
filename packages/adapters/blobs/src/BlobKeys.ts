/** The key that blobs are sealed with, which the installation keeps sealed under its ring. */
import { createHash, randomBytes } from "node:crypto"
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { blobKeySecret } from "@kittiwake/core/blobs/blobKeySecret"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { Context, Effect, Layer, Option } from "effect"
import { unavailable } from "./unavailable.ts"

/** A key with the name by which blobs say that it sealed them. */
export interface BlobSecret {
  /** Hexadecimal, 32 digits. */
  readonly id: string
  readonly secret: Uint8Array
}

/**
 * Gives the key of blobs.
 *
 * **Details** Blobs are never sealed anew, however many terabytes there are: a rotation of the operator's key seals this one
 * key anew, and the operator's old key opens nothing any more.
 */
export class BlobKeys extends Context.Service<
  BlobKeys,
  {
    /** The key for blobs that are put now; null when they are stored as they are. */
    readonly toSeal: Effect.Effect<BlobSecret | null, BlobStoreUnavailable>

    /** The key with an id; none when this installation has no such key. */
    readonly toOpen: (id: string) => Effect.Effect<Option.Option<BlobSecret>, BlobStoreUnavailable>
  }
>()("@kittiwake/blobs/BlobKeys") {}

const lost = unavailable(
  "damaged",
  "BlobKeys",
  "The key of sealed blobs does not open. Set KITTIWAKE_SEALING_KEY to the key of the installation that they come from."
)

const idOf = (secret: Uint8Array) => createHash("sha256").update("kittiwake blob key\0").update(secret).digest("hex")

/** The key as the database keeps it, made when it is asked for first. */
export const layer = (options: {
  /** Whether blobs that are put now are sealed. What was sealed before is opened in any case. */
  readonly seals: boolean
}): Layer.Layer<BlobKeys, never, InstanceSecretStore | Sealer> =>
  Layer.effect(
    BlobKeys,
    Effect.gen(function* () {
      const secrets = yield* InstanceSecretStore
      const sealer = yield* Sealer
      let known: BlobSecret | undefined

      const opened = Effect.fnUntraced(function* (sealed: string) {
        const secret = yield* sealer.open(blobKeySecret, Buffer.from(sealed, "base64"))
        if (Option.isNone(secret)) return yield* lost
        known = { id: idOf(secret.value).slice(0, 32), secret: secret.value }
        return known
      })

      const orUnavailable = Effect.mapError((error: BlobStoreUnavailable | { readonly _tag: "StoreUnavailable" }) =>
        error._tag === "BlobStoreUnavailable"
          ? error
          : unavailable("unreachable", "BlobKeys", "The database that keeps the key of blobs did not answer.", error)
      )

      const made = Effect.gen(function* () {
        const candidate = yield* sealer.seal(blobKeySecret, new Uint8Array(randomBytes(32)))
        const kept = yield* secrets.getOrKeep(blobKeySecret, Buffer.from(candidate).toString("base64"))
        return yield* opened(kept)
      })

      const stored = Effect.gen(function* () {
        const sealed = yield* secrets.get(blobKeySecret)
        return sealed === null ? undefined : yield* opened(sealed)
      })

      return BlobKeys.of({
        toSeal: options.seals
          ? Effect.suspend(() => (known ? Effect.succeed(known) : orUnavailable(made)))
          : Effect.succeed(null),
        toOpen: Effect.fnUntraced(function* (id) {
          const key = known ?? (yield* orUnavailable(stored))
          return key?.id === id ? Option.some(key) : Option.none()
        })
      })
    })
  )

/** Blobs are stored as they are. */
export const layerPlain: Layer.Layer<BlobKeys> = Layer.succeed(
  BlobKeys,
  BlobKeys.of({ toSeal: Effect.succeed(null), toOpen: () => Effect.succeed(Option.none()) })
)
