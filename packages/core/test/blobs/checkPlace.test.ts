/** Processes of one database that keep blobs in one place, or in several. Observed: what each of them is told. */
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { checkPlace, type PlaceOptions } from "../../src/blobs/checkPlace.ts"
import * as MemoryBlobs from "../../src/memory/BlobStore.ts"

/** A process with its own place, or with one that others have. */
const place = Effect.map(Layer.build(Layer.fresh(MemoryBlobs.layer)), (context) => ({
  look: (options: Partial<Record<"names" | "isBare" | "starts", boolean>> = {}) => {
    const { isBare = false, names = false, starts = false } = options
    const asked: PlaceOptions = {
      namesBlobs: Effect.succeed(names),
      isBare: Effect.succeed(isBare),
      takesOver: starts
    }
    return Effect.provide(checkPlace(asked), context)
  },
  listed: Effect.provide(
    BlobStore.use((blobs) => blobs.list({ limit: 10 })),
    context
  )
}))

describe("the place of large bytes", () => {
  it.effect("is that of the first process, and of all who find its name there", () =>
    Effect.gen(function* () {
      const shared = yield* place
      const looks = yield* Effect.all([shared.look({ starts: true }), shared.look({ starts: true })], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(looks, ["ours", "ours"])
      assert.lengthOf(yield* shared.listed, 1)
      assert.strictEqual(yield* shared.look({ names: true }), "ours")
    }).pipe(Effect.provide(TestInstallation.layer()))
  )

  it.effect("of a process that has another is told by it, and by the others while it looks", () =>
    Effect.gen(function* () {
      const [api, worker] = [yield* place, yield* place]
      assert.strictEqual(yield* api.look({ starts: true }), "ours")
      assert.strictEqual(yield* worker.look({ starts: true, names: true }), "elsewhere")
      assert.lengthOf(yield* worker.listed, 0)
      assert.strictEqual(yield* api.look({ names: true }), "apart")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* worker.look({ names: true }), "elsewhere")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* api.look({ names: true }), "apart")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* api.look({ names: true }), "ours")
    }).pipe(Effect.provide(TestInstallation.layer()))
  )

  it.effect("becomes that of whoever began last while no row names anything, which both say who are there still", () =>
    Effect.gen(function* () {
      const [before, now] = [yield* place, yield* place]
      yield* before.look({ starts: true })
      assert.strictEqual(yield* now.look(), "elsewhere")
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(yield* now.look({ starts: true }), "ours")
      assert.strictEqual(yield* now.look(), "ours")
      assert.strictEqual(yield* before.look(), "elsewhere")
      assert.strictEqual(yield* now.look(), "apart")
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(yield* now.look(), "ours")
    }).pipe(Effect.provide(TestInstallation.layer()))
  )

  it.effect("has one name, however many begin at once with places of their own", () =>
    Effect.gen(function* () {
      const places = yield* Effect.all(Array.from({ length: 4 }, () => place))
      const secrets = yield* InstanceSecretStore
      // Each has read that there is no name before any gives one.
      const slow = InstanceSecretStore.of({ ...secrets, get: (name) => Effect.tap(secrets.get(name), Effect.yieldNow) })
      const looks = yield* Effect.forEach(places, (one) => one.look(), { concurrency: "unbounded" }).pipe(
        Effect.provideService(InstanceSecretStore, slow)
      )
      const left = yield* Effect.forEach(places, ({ listed }) => listed)
      assert.lengthOf(left.flat(), 1)
      assert.sameMembers([...looks], ["ours", "elsewhere", "elsewhere", "elsewhere"])
    }).pipe(Effect.provide(TestInstallation.layer()))
  )

  it.effect("is none that is bare while rows name what lies elsewhere", () =>
    Effect.gen(function* () {
      const [bare, full] = [yield* place, yield* place]
      assert.strictEqual(yield* bare.look({ starts: true, names: true, isBare: true }), "elsewhere")
      assert.isNull(yield* (yield* InstanceSecretStore).get("blob place"))
      assert.strictEqual(yield* full.look({ starts: true, names: true }), "ours")
      assert.strictEqual(yield* bare.look({ names: true, isBare: true }), "elsewhere")
    }).pipe(Effect.provide(TestInstallation.layer()))
  )
})
