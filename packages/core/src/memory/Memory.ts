/** A whole installation in memory: every store over one set of tables, with ids and signatures. */
import { Layer } from "effect"
import * as BlobStore from "./BlobStore.ts"
import * as ChangeJudge from "./ChangeJudge.ts"
import * as Compressor from "./Compressor.ts"
import * as Ids from "./Ids.ts"
import * as LimitStore from "./LimitStore.ts"
import * as Sealer from "./Sealer.ts"
import * as Signer from "./Signer.ts"
import * as Stores from "./Stores.ts"
import * as TextComparer from "./TextComparer.ts"

/** Every store over one set of tables, with the tables for whoever wants to look into them. */
export const layerStores = Stores.layer

/** Every port that memory can serve, with the tables. */
export const layer = Layer.mergeAll(
  BlobStore.layer,
  ChangeJudge.layer,
  Compressor.layer,
  Sealer.layer.pipe(Layer.provideMerge(layerStores)),
  Ids.layer,
  LimitStore.layer,
  Signer.layer,
  TextComparer.layer
)
