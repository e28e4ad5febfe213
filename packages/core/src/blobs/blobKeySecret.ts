/** Under which name, and for which purpose, the installation keeps the key that blobs are sealed with. */
import type { SealedKind } from "../security/SealedStore.ts"

/** It is a kind of what is sealed, which a rotation seals anew. */
export const blobKeySecret = "blob key" satisfies SealedKind
