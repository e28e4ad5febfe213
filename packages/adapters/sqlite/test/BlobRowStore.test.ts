import * as MemoryBlobs from "@kittiwake/core/memory/BlobStore"
import { suite } from "@kittiwake/core/testing/blobRowStoreSuite"
import * as LargeBodies from "@kittiwake/storage/largeBodies"
import { Effect, Layer } from "effect"
import * as LeaseClock from "../src/LeaseClock.ts"
import * as Stores from "../src/Stores.ts"
import { emptyDatabase } from "./databases.ts"

suite(
  "SQLite",
  Effect.gen(function* () {
    const database = yield* Layer.build(Layer.merge(emptyDatabase, LeaseClock.layerEffectClock))
    const inRows = yield* Layer.build(Layer.fresh(Stores.layer)).pipe(Effect.provideContext(database))
    const stores = Layer.fresh(Stores.layer).pipe(
      Layer.provide(LargeBodies.layer),
      Layer.provideMerge(MemoryBlobs.layer)
    )
    return { inRows, withBlobs: yield* Layer.build(stores).pipe(Effect.provideContext(database)) }
  })
)
