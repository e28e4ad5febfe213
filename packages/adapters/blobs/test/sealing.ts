/** Keys of blobs as an installation in memory keeps them. */
import { layerStores } from "@kittiwake/core/memory/Memory"
import * as Sealer from "@kittiwake/crypto/Sealer"
import { Layer, Option, Redacted } from "effect"
import * as BlobKeys from "../src/BlobKeys.ts"

/** Blobs that are put are sealed. */
export const sealing = BlobKeys.layer({ seals: true }).pipe(
  Layer.provide(Sealer.layer({ key: Option.some(Redacted.make("0123456789abcdef0123456789abcdef")) })),
  Layer.provide(layerStores)
)
