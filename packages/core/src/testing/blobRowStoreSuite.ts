import { assert, describe, it } from "@effect/vitest"
import { type Context, DateTime, Effect, Option, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { AssetStore } from "../assets/AssetStore.ts"
import { BlobRowStore } from "../blobs/BlobRowStore.ts"
import { BlobStore } from "../blobs/BlobStore.ts"
import { type BlobKey, BlobName, blobKind, blobPath, sharedOwner } from "../blobs/domain/BlobKey.ts"
import { sweepBlobs } from "../blobs/sweepBlobs.ts"
import * as MemoryIds from "../memory/Ids.ts"
import * as MemorySigner from "../memory/Signer.ts"
import { RunStore } from "../monitors/RunStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Stores } from "../Stores.ts"
import { assertBaseline, claimRun, completed, freshOrganization, newMonitor } from "./arrangements.ts"
import { assetOf, minute } from "./bodySuite.ts"
import { freshId, organizationOf } from "./builders.ts"
import { noise } from "./noise.ts"
import { longTestMillis } from "./Stores.ts"

/** One database, opened twice. */
export interface Opened {
  /** As a version opens it that keeps every body in its row. */
  readonly inRows: Context.Context<Stores>
  /** With a store of blobs of its own, where large bodies go. */
  readonly withBlobs: Context.Context<Stores | BlobStore>
}

const large = () => noise(700_000)

const bodies = Effect.map(
  BlobStore.use((store) => store.list({ limit: 1_000 })),
  (listed) => listed.map(({ key }) => key).filter((key) => blobKind(key) === "bodies")
)

const put = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const asset = assetOf({ id: freshId("ast"), bytes })
  yield* (yield* AssetStore).put(asset)
  return asset
})

const assertRead = Effect.fnUntraced(function* ({ bytes, id }: { readonly id: string; readonly bytes: Uint8Array }) {
  const found = Option.getOrThrow(yield* (yield* AssetStore).get(id, minute(0)))
  assert.isTrue(Buffer.from(found.bytes).equals(bytes))
})

const dropAll = AssetStore.use((store) =>
  store.prune(minute(1_000), 5).pipe(Effect.repeat({ while: (found) => found === 5 }))
)

const sweep = (limit: number) => Effect.provide(sweepBlobs(limit), [MemoryIds.layer, MemorySigner.layer])

const sweepAll = sweep(3).pipe(Effect.repeat({ while: (swept) => swept !== null }))

const isNamed = (key: BlobKey) =>
  Effect.map(
    BlobRowStore.use((rows) => rows.named([key])),
    (named) => named.has(blobPath(key))
  )

/** What `BlobRowStore` promises, run against any adapter that takes large bodies out of rows. */
export const suite = (name: string, open: Effect.Effect<Opened, unknown, Scope.Scope>) =>
  describe(`BlobRowStore (${name})`, () => {
    const test = <E>(what: string, body: (opened: Opened) => Effect.Effect<void, E>) =>
      it.effect(what, () => Effect.scoped(Effect.flatMap(open, body)), longTestMillis)

    test("names the blobs of large bodies for as long as a row has them", ({ withBlobs }) =>
      Effect.gen(function* () {
        const assets = [yield* put(large()), yield* put(noise(5_000)), yield* put(large())]
        yield* Effect.forEach(assets, assertRead)
        const keys = yield* bodies
        assert.strictEqual(keys.length, 2)
        const named = yield* (yield* BlobRowStore).named(keys)
        assert.deepStrictEqual([...named].sort(), keys.map(blobPath).sort())
        // The same bytes are no second blob.
        yield* put(assets[0]!.bytes)
        assert.strictEqual((yield* bodies).length, 2)
        yield* dropAll
        assert.deepStrictEqual([...(yield* (yield* BlobRowStore).named(keys))], [])
      }).pipe(Effect.provideContext(withBlobs)))

    test("names what it does not know, and no body that was put for nothing", ({ withBlobs }) =>
      Effect.gen(function* () {
        yield* put(large())
        const [key] = yield* bodies
        const other = key!.name.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))
        assert.isTrue(yield* isNamed(key!))
        assert.isFalse(yield* isNamed({ ...key!, name: BlobName.make(other) }))
        assert.isFalse(yield* isNamed({ ...key!, owner: organizationOf().id }))
        assert.isFalse(yield* isNamed({ owner: sharedOwner, name: BlobName.make("bodies/other") }))
        assert.isTrue(yield* isNamed({ owner: organizationOf().id, name: BlobName.make("kind-of-tomorrow/one") }))
        assert.strictEqual((yield* (yield* BlobRowStore).named([])).size, 0)
      }).pipe(Effect.provideContext(withBlobs)))

    test("moves large bodies out of their rows a few at a time, and they can be read meanwhile", ({
      inRows,
      withBlobs
    }) =>
      Effect.gen(function* () {
        const given = Array.from({ length: 5 }, (_, index) => (index === 4 ? noise(5_000) : large()))
        const assets = yield* Effect.provideContext(Effect.forEach(given, put), inRows)
        assert.strictEqual(
          yield* Effect.provideContext(
            BlobRowStore.use((rows) => rows.moveLarge(3)),
            inRows
          ),
          0
        )
        const moving = Effect.gen(function* () {
          const rows = yield* BlobRowStore
          yield* Effect.forEach(assets, assertRead)
          assert.strictEqual(yield* rows.moveLarge(3), 3)
          assert.strictEqual((yield* bodies).length, 3)
          yield* Effect.forEach(assets, assertRead)
          assert.strictEqual(yield* rows.moveLarge(3), 1)
          assert.strictEqual(yield* rows.moveLarge(3), 0)
          const keys = yield* bodies
          assert.strictEqual(keys.length, 4)
          assert.strictEqual((yield* rows.named(keys)).size, 4)
          yield* Effect.forEach(assets, assertRead)
          yield* dropAll
          assert.strictEqual((yield* rows.named(keys)).size, 0)
        })
        yield* Effect.provideContext(moving, withBlobs)
      }))

    test("keeps large baselines of monitors as blobs, brings those of rows there, and names them as long as they count", ({
      inRows,
      withBlobs
    }) =>
      Effect.gen(function* () {
        const baselines = Effect.map(
          BlobStore.use((store) => store.list({ limit: 1_000 })),
          (listed) => listed.map(({ key }) => key).filter((key) => blobKind(key) === "baselines")
        )
        const textOf = (word: string) => `${word} Grüße, 10 €. `.repeat(40_000)
        const look = Effect.fnUntraced(function* (organizationId: OrganizationId, text: string) {
          const now = yield* DateTime.now
          const claim = yield* claimRun(organizationId)
          const outcome = completed(claim, now, { baseline: { type: "page", text, capturedAt: now } })
          assert.deepStrictEqual(yield* (yield* RunStore).record([outcome]), [{ _tag: "Recorded" }])
          return outcome
        })
        const before = yield* Effect.provideContext(
          Effect.gen(function* () {
            const { id } = yield* freshOrganization()
            const { monitor } = yield* newMonitor(id)
            return { id, monitor, outcome: yield* look(id, textOf("old")) }
          }),
          inRows
        )
        const moving = Effect.gen(function* () {
          const rows = yield* BlobRowStore
          yield* assertBaseline(before.monitor, before.outcome.baseline)
          assert.strictEqual(yield* rows.moveLarge(3), 1)
          assert.strictEqual(yield* rows.moveLarge(3), 0)
          yield* assertBaseline(before.monitor, before.outcome.baseline)
          const [old] = yield* baselines
          assert.isTrue(yield* isNamed(old!))
          assert.isFalse(yield* isNamed({ ...old!, owner: organizationOf().id }))
          yield* TestClock.adjust("2 hours")
          const { baseline } = yield* look(before.id, textOf("new"))
          yield* assertBaseline(before.monitor, baseline)
          assert.isFalse(yield* isNamed(old!))
          const [fresh] = (yield* baselines).filter(({ name }) => name !== old!.name)
          assert.isTrue(yield* isNamed(fresh!))
          yield* TestClock.adjust("2 hours")
          yield* assertBaseline(before.monitor, (yield* look(before.id, "short")).baseline)
          assert.isFalse(yield* isNamed(fresh!))
          assert.strictEqual((yield* baselines).length, 2)
          assert.strictEqual(yield* rows.moveLarge(3), 0)
        })
        yield* Effect.provideContext(moving, withBlobs)
      }).pipe(Effect.scoped))

    test("has what nobody needs swept when it is old, by any number of processes, and nothing else", ({ withBlobs }) =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        yield* TestClock.setTime(minute(0).epochMilliseconds)
        const kept = yield* Effect.forEach([large(), large()], put)
        const dropped = yield* put(large())
        const keys = yield* bodies
        // Processes that died between the put and the row: more of them than are looked at in one stretch.
        for (let digit = 0; digit < 7; digit++) {
          const orphan = keys[0]!.name.replace(/.{36}$/, `00000000-0000-4000-8000-00000000000${digit}`)
          yield* store.put({ owner: sharedOwner, name: BlobName.make(orphan) }, noise(10))
        }
        const unknown = { owner: sharedOwner, name: BlobName.make("kind-of-tomorrow/one") } as const
        yield* store.put(unknown, noise(10))
        const assets = yield* AssetStore
        yield* assets.put({ ...dropped, id: freshId("ast"), expiresAt: minute(20) })
        yield* Effect.forEach(kept, (asset) => assets.put({ ...asset, id: freshId("ast"), expiresAt: minute(100_000) }))
        yield* assets.prune(minute(30), 100)

        yield* TestClock.adjust("23 hours")
        yield* sweepAll
        assert.strictEqual((yield* bodies).length, 10)
        yield* TestClock.adjust("7 hours")
        const fresh = yield* put(large())
        yield* Effect.all([sweepAll, sweepAll, sweepAll], { concurrency: "unbounded" })
        const left = yield* bodies
        assert.strictEqual(left.length, 3)
        assert.strictEqual((yield* (yield* BlobRowStore).named(left)).size, 3)
        assert.isTrue(Option.isSome(yield* store.head(unknown)))
        yield* assertRead(fresh)
        // Nothing is looked at again before it is time.
        assert.isNull(yield* sweep(10))
        yield* TestClock.adjust("5 hours")
        assert.isNull(yield* sweep(10))
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* sweep(10))?.looked, 5)
      }).pipe(Effect.provideContext(withBlobs)))

    test("has nothing swept where another installation keeps its blobs", ({ withBlobs }) =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        yield* TestClock.setTime(minute(0).epochMilliseconds)
        yield* store.put({ owner: sharedOwner, name: BlobName.make("installation/owner") }, noise(64))
        yield* put(large())
        const [key] = yield* bodies
        const theirs = BlobName.make(key!.name.replace(/.{36}$/, "00000000-0000-4000-8000-000000000000"))
        yield* store.put({ owner: sharedOwner, name: theirs }, large())
        yield* TestClock.adjust("200 hours")
        yield* sweepAll
        assert.strictEqual((yield* bodies).length, 2)
      }).pipe(Effect.provideContext(withBlobs)))
  })
