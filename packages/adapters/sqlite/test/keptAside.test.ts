/** Observed: the blobs that are left beside databases which a restore put aside, and what the log says of them. */
import { rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { blobKind } from "@kittiwake/core/blobs/domain/BlobKey"
import * as MemoryBlobs from "@kittiwake/core/memory/BlobStore"
import * as LargeBodies from "@kittiwake/storage/largeBodies"
import { Context, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { sweepBlobs } from "../../../core/src/blobs/sweepBlobs.ts"
import * as MemoryIds from "../../../core/src/memory/Ids.ts"
import * as MemorySigner from "../../../core/src/memory/Signer.ts"
import { assetOf, minute } from "../../../core/src/testing/bodySuite.ts"
import { freshId } from "../../../core/src/testing/builders.ts"
import { noise } from "../../../core/src/testing/noise.ts"
import { dataDirectoryAt, keptAside } from "../src/dataDirectory.ts"
import * as embedded from "../src/embedded.ts"
import * as LeaseClock from "../src/LeaseClock.ts"
import { restore, takeSnapshot } from "../src/snapshots.ts"
import { temporaryDirectory } from "./databases.ts"

/** What each look of a sweep through all blobs removed, until there is nothing to look at. */
const sweepAll = sweepBlobs(10).pipe(
  Effect.repeat({ while: (swept) => swept !== null }),
  Effect.provide([MemoryIds.layer, MemorySigner.layer])
)

const bodies = Effect.map(
  BlobStore.use((store) => store.list({ limit: 100 })),
  (listed) => listed.filter(({ key }) => blobKind(key) === "bodies").length
)

/** A day on which a sweep came through. */
const day = Effect.andThen(TestClock.adjust("25 hours"), sweepAll)

describe("what a restore put aside", { timeout: 60_000 }, () => {
  it.effect("keeps its large bytes from the sweep until it is removed", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const { database } = dataDirectoryAt(root)
      const blobs = Context.get(yield* Layer.build(MemoryBlobs.layer), BlobStore)
      const layer = embedded
        .layer({ dataDirectory: root, synchronous: "off", snapshots: { every: null } })
        .pipe(
          Layer.provide([LargeBodies.layer, LeaseClock.layerEffectClock]),
          Layer.provideMerge(Layer.succeed(BlobStore, blobs))
        )
      const served = <A, E>(work: Effect.Effect<A, E, AssetStore | BlobStore | Layer.Success<typeof layer>>) =>
        Effect.scoped(Effect.provide(work, Layer.fresh(layer)))
      const asset = assetOf({ id: freshId("ast"), bytes: noise(700_000), expiresAt: minute(1_000_000) })
      yield* TestClock.setTime(minute(0).epochMilliseconds)
      const copy = yield* served(takeSnapshot(dataDirectoryAt(root)))
      yield* served(AssetStore.use((store) => store.put(asset)))
      assert.deepStrictEqual(yield* Effect.promise(() => keptAside(database)), [])

      const kept = (yield* restore({ dataDirectory: root, copy })) ?? ""
      assert.deepStrictEqual(yield* Effect.promise(() => keptAside(database)), [kept])
      const said: Array<string> = []
      const logger = Logger.make(({ message }) => void said.push(String(message)))
      yield* served(Effect.repeat(day, { times: 3 })).pipe(Effect.provide(Logger.layer([logger])))
      assert.strictEqual(yield* served(bodies), 1)
      assert.lengthOf(said, 4, "once a round")
      assert.include(said[0], kept)

      // Back again, as though nothing had been.
      const mistaken = yield* restore({ dataDirectory: root, copy: kept })
      const read = AssetStore.use((store) => store.get(asset.id, minute(5)))
      assert.strictEqual((yield* served(read))._tag, "Some")

      // Another time it was no mistake.
      yield* restore({ dataDirectory: root, copy })
      for (const path of yield* Effect.promise(() => keptAside(database))) yield* Effect.promise(() => rm(path))
      assert.notStrictEqual(mistaken, kept)
      yield* served(day)
      assert.strictEqual(yield* served(bodies), 0)
    }).pipe(Effect.scoped)
  )

  it.live("is a database, and not what lay beside one", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const { database } = dataDirectoryAt(root)
      const aside = `${database}.before-2026-11-30T12-00-00.000Z`
      const files = ["", "-wal", "-shm", "-generation"].map((end) => `${aside}${end}`)
      yield* Effect.promise(() => Promise.all(files.map((file) => writeFile(file, ""))))
      assert.deepStrictEqual(yield* Effect.promise(() => keptAside(database)), [aside])
      // Under another name it is no longer ours to look after, as the guide says.
      yield* Effect.promise(() => rename(aside, join(root, "mine.db")))
      assert.deepStrictEqual(yield* Effect.promise(() => keptAside(database)), [])
    }).pipe(Effect.scoped)
  )
})
