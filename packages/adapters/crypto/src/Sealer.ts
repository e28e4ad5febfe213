/** Sealing with AES-256-GCM over node:crypto. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { Effect, Layer, Option, Redacted } from "effect"

/** First byte of what is sealed this way, so that another way can follow. */
const version = 1

const algorithm = "aes-256-gcm"
const nonceLength = 12
const tagLength = 16
const headLength = 1 + nonceLength

/** Fewest characters of a key given by an operator: 32 hexadecimal digits are 128 bits. */
export const minSealingKeyLength = 32

/** The key of one purpose. Random nonces under one key are safe for 2^32 seals, so each purpose has its own. */
const keyFor = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", `kittiwake sealing ${version}\0${purpose}`, 32))

const seal = (secret: string, purpose: string, plain: Uint8Array): Uint8Array => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([Buffer.of(version), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return new Uint8Array(sealed)
}

const open = (secret: string, purpose: string, sealed: Uint8Array): Option.Option<Uint8Array> => {
  if (sealed.length < headLength + tagLength || sealed[0] !== version) return Option.none()
  const end = sealed.length - tagLength
  const nonce = sealed.subarray(1, headLength)
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(end))
  try {
    return Option.some(
      new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(headLength, end)), decipher.final()]))
    )
  } catch {
    // The one way in which node:crypto says that the code does not match.
    return Option.none()
  }
}

const sealerWith = (secret: Effect.Effect<string, StoreUnavailable>) =>
  Sealer.of({
    seal: (purpose, plain) => Effect.map(secret, (known) => seal(known, purpose, plain)),
    open: (purpose, sealed) => Effect.map(secret, (known) => open(known, purpose, sealed))
  })

/**
 * Seals under the secret that the installation keeps for this, made when it is needed first.
 *
 * **Gotchas** That secret lies in the same database as what it seals: it keeps sessions from those who see a table, not
 * from those who have the database. `layerWithKey` keeps the key elsewhere.
 */
export const layer: Layer.Layer<Sealer, never, InstanceSecretStore> = Layer.effect(
  Sealer,
  Effect.gen(function* () {
    const secrets = yield* InstanceSecretStore
    let kept: string | undefined
    return sealerWith(
      Effect.suspend(() =>
        kept === undefined
          ? Effect.tap(secrets.getOrKeep("sealing", randomBytes(32).toString("hex")), (secret) =>
              Effect.sync(() => {
                kept = secret
              })
            )
          : Effect.succeed(kept)
      )
    )
  })
)

/** Seals under a key that the operator keeps, of `minSealingKeyLength` characters at least; each process needs the same. */
export const layerWithKey = (key: Redacted.Redacted): Layer.Layer<Sealer> =>
  Layer.succeed(Sealer, sealerWith(Effect.succeed(Redacted.value(key))))
