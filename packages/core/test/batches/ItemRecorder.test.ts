/** Whose pages are recorded first. Observed: writes as they come to the store. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { BatchWorkStore, type ItemClaim } from "../../src/batches/BatchWorkStore.ts"
import { BatchId } from "../../src/batches/domain/Batch.ts"
import { ItemRecorder } from "../../src/batches/ItemRecorder.ts"
import * as BlobStore from "../../src/memory/BlobStore.ts"
import * as Compressor from "../../src/memory/Compressor.ts"
import * as Ids from "../../src/memory/Ids.ts"
import * as Wakeups from "../../src/memory/Wakeups.ts"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { batchOf, epoch } from "../../src/testing/builders.ts"

const claimOf = (organization: string, batch: string, n: number): ItemClaim => ({
  n,
  url: "https://site.example/",
  host: "site.example",
  identity: null,
  depth: 0,
  itemId: null,
  meta: null,
  token: 1,
  losses: 0,
  batch: { ...batchOf(OrganizationId.make(organization), BatchId.make(batch), epoch), scopeUrl: null }
})

const others = Layer.mergeAll(BlobStore.layer, Compressor.layer, Ids.layer, Wakeups.layer)

it.effect("records a hundred pages at once, and no more than 8 MB of them but for one that has more by itself", () => {
  const megabyte = 1024 * 1024
  const written: Array<readonly [pages: number, megabytes: number]> = []
  const store = Layer.mock(BatchWorkStore, {
    record: (writes) =>
      Effect.sync(() => {
        for (const { outcomes, segment } of writes) written.push([outcomes.length, segment!.rawBytes / megabyte])
        return writes.map(() => ({ _tag: "Recorded" as const }))
      }).pipe(Effect.delay("1 second"))
  })
  return Effect.gen(function* () {
    const recorder = yield* ItemRecorder
    const recorded = Effect.fnUntraced(function* (sizes: ReadonlyArray<number>) {
      written.length = 0
      for (const [n, size] of sizes.entries()) {
        const record = new Uint8Array(size * megabyte)
        const claim = claimOf("org_one", "batch_one", n + 1)
        yield* Effect.forkChild(recorder.record({ _tag: "Failed", claim, record, code: "TIMEOUT" }))
      }
      for (let second = 0; second < 9; second++) yield* TestClock.adjust("1 second")
      return written
    })
    assert.deepStrictEqual(yield* recorded([3, 3, 2, 3, 9, 5]), [
      [3, 8],
      [1, 3],
      [1, 9],
      [1, 5]
    ])
    assert.deepStrictEqual(
      (yield* recorded(Array.from({ length: 250 }, () => 0))).map(([pages]) => pages),
      [100, 100, 50]
    )
  }).pipe(Effect.provide(ItemRecorder.layer.pipe(Layer.provide([store, others]))))
})

it.effect("records as much for an organization with one batch as for one with forty", () => {
  const written = new Map<string, number>()
  const store = Layer.mock(BatchWorkStore, {
    record: (writes) =>
      Effect.sync(() => {
        for (const { organizationId } of writes) written.set(organizationId, (written.get(organizationId) ?? 0) + 1)
        return writes.map(() => ({ _tag: "Recorded" as const }))
      }).pipe(Effect.delay("1 second"))
  })
  return Effect.gen(function* () {
    const recorder = yield* ItemRecorder
    const record = (claim: ItemClaim) =>
      Effect.forkChild(recorder.record({ _tag: "Failed", claim, record: new Uint8Array(10), code: "TIMEOUT" }))
    for (let batch = 0; batch < 40; batch++) yield* record(claimOf("org_many", `batch_${batch}`, 1))
    for (let n = 1; n <= 500; n++) yield* record(claimOf("org_one", "batch_one", n))
    for (let second = 0; second < 5; second++) yield* TestClock.adjust("1 second")
    // Five hundred pages are five writes, beside the first with what there is.
    assert.isAtLeast(written.get("org_one") ?? 0, 5)
    assert.isAtLeast(written.get("org_many") ?? 0, 10)
  }).pipe(Effect.provide(ItemRecorder.layer.pipe(Layer.provide([store, others]))))
})

it.effect("writes pages that lead to much apart, by what they lead to", () => {
  const written: Array<number> = []
  const store = Layer.mock(BatchWorkStore, {
    record: (writes) =>
      Effect.sync(() => {
        for (const { outcomes } of writes) written.push(outcomes.length)
        return writes.map(() => ({ _tag: "Recorded" as const }))
      }).pipe(Effect.delay("1 second"))
  })
  return Effect.gen(function* () {
    const recorder = yield* ItemRecorder
    const recorded = Effect.fnUntraced(function* (links: number, tag: "Succeeded" | "Dropped") {
      written.length = 0
      for (let n = 1; n <= 4; n++) {
        const found = Array.from({ length: links }, (_, at) => {
          const url = `https://site.example/${n}/${at}/${"x".repeat(1_900)}`
          return { url, identity: url, host: "site.example", depth: 1 }
        })
        const one = { claim: claimOf("org_one", "batch_one", n), found }
        const said = { record: new Uint8Array(10), recoveredPages: 0, finalUrl: "https://site.example/" }
        const end = tag === "Dropped" ? { _tag: tag, ...one } : { _tag: tag, ...one, ...said }
        yield* Effect.forkChild(recorder.record(end))
      }
      for (let second = 0; second < 5; second++) yield* TestClock.adjust("1 second")
      return [...written]
    })
    // A page has some 3.9 MB.
    assert.deepStrictEqual(yield* recorded(1_000, "Succeeded"), [2, 2])
    assert.deepStrictEqual(yield* recorded(1_000, "Dropped"), [2, 2])
    assert.deepStrictEqual(yield* recorded(20, "Succeeded"), [4])
  }).pipe(Effect.provide(ItemRecorder.layer.pipe(Layer.provide([store, others]))))
})
