/** Keys of people as digests: nobody reads from them who they are of, nor compares them with those of another installation. */
import { Effect } from "effect"
import { Hex } from "effect/encoding"
import { Ids } from "../security/Ids.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Signer } from "../security/Signer.ts"
import type { PersonKey } from "./domain/personKeys.ts"

/** Bytes of a digest that are kept. */
const keptBytes = 16

/** Digests under a secret of the installation, which is made when the first is wanted. */
export const makeDigests = Effect.gen(function* () {
  const [ids, secrets, signer] = [yield* Ids, yield* InstanceSecretStore, yield* Signer]
  let known: Uint8Array | null = null

  const secret = Effect.gen(function* () {
    known ??= new TextEncoder().encode(yield* secrets.getOrKeep("people", yield* ids.token("hex", 64)))
    return known
  })

  return Effect.fnUntraced(function* (keys: ReadonlyArray<PersonKey>) {
    if (keys.length === 0) return []
    const key = yield* secret
    return yield* Effect.forEach(keys, ({ kind, text }) =>
      Effect.map(signer.mac(key, `${kind} ${text}`), (bytes) => Hex.encode(bytes.subarray(0, keptBytes)))
    )
  })
})
