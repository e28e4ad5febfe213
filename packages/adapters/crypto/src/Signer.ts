/** Digests and message authentication codes over node:crypto. */
import { createHmac, createSecretKey, hash } from "node:crypto"
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect, Layer } from "effect"

/** SHA-256 and HMAC-SHA-256 of OpenSSL. */
export const layer: Layer.Layer<Signer> = Layer.succeed(
  Signer,
  Signer.of({
    digest: (content) => Effect.sync(() => hash("sha256", content, "hex")),
    mac: (key, message) =>
      Effect.sync(() => new Uint8Array(createHmac("sha256", createSecretKey(key)).update(message, "utf8").digest()))
  })
)
