/** Tells whether a store of blobs is this installation's own. */
import { Effect } from "effect"
import { Ids } from "../security/Ids.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Signer } from "../security/Signer.ts"
import { BlobStore } from "./BlobStore.ts"
import { type BlobKey, BlobName, sharedOwner } from "./domain/BlobKey.ts"

/** A blob that says whose the store is: two installations that share one would each remove what the other's rows name. */
const ownerBlob: BlobKey = { owner: sharedOwner, name: BlobName.make("installation/owner") }

/** Whether the store is this installation's own, which it is from the first time on that somebody asks. */
export const isOurStore = Effect.fn("isOurStore")(function* () {
  const secrets = yield* InstanceSecretStore
  const id = yield* secrets.getOrKeep("blob store", yield* (yield* Ids).token("hex", 32))
  const bytes = new TextEncoder().encode(id)
  const { digest } = yield* Effect.catchTag((yield* BlobStore).put(ownerBlob, bytes), "BlobTooLarge", Effect.die)
  if (digest === (yield* (yield* Signer).digest(bytes))) return true
  yield* Effect.logWarning(
    "The blobs of another installation are where KITTIWAKE_BLOBS leads. Nothing there is swept: give each installation a place of its own, or remove the blob shared/installation/owner when the other is gone."
  )
  return false
})
