import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Layer } from "effect"
import { Signer } from "../security/Signer.ts"

const encoder = new TextEncoder()

/** `Signer` in plain JavaScript, for every platform and without waiting. */
export const layer: Layer.Layer<Signer> = Layer.succeed(
  Signer,
  Signer.of({
    digest: (content) =>
      Effect.sync(() => bytesToHex(sha256(typeof content === "string" ? encoder.encode(content) : content))),
    mac: (key, message) => Effect.sync(() => hmac(sha256, key, encoder.encode(message)))
  })
)
