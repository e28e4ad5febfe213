import * as MemoryBlobs from "@kittiwake/core/memory/BlobStore"
import { suite } from "@kittiwake/core/testing/blobRowStoreSuite"
import * as LargeBodies from "@kittiwake/storage/largeBodies"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import * as LeaseClock from "../src/LeaseClock.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"

const open = Effect.gen(function* () {
  const stores = Layer.fresh(postgres.layer({ url: yield* newDatabase })).pipe(
    Layer.provide(LeaseClock.layerEffectClock)
  )
  const inRows = yield* Layer.build(stores)
  const large = stores.pipe(Layer.provide(LargeBodies.layer), Layer.provideMerge(MemoryBlobs.layer))
  return { inRows, withBlobs: yield* Layer.build(Layer.fresh(large)) }
})

describe("on a server", needsServer, () => {
  suite("Postgres", open)
})
