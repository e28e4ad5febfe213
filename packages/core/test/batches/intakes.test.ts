/** What submissions may hold and bring. Observed: refusals, what is counted, the heap, and pieces as they come to the store. */
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import type { BatchEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Credits } from "@kittiwake/core/credits/Credits"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Deferred, Effect, Fiber, Stream } from "effect"
import { Intakes } from "../../src/batches/Intakes.ts"
import { ResultBounds } from "../../src/batches/ResultBounds.ts"
import { submitBatch } from "../../src/batches/submitBatch.ts"
import { Database } from "../../src/memory/Database.ts"

const installed = (options: TestInstallationOptions = {}) =>
  Effect.provide(TestInstallation.layer({ credits: 1_000, loops: false, ...options }))

const origin = { requestId: "req_1", route: "/batch/submit", caller: "key_a" }
const told = Effect.succeed({ batch: { crawl: null, format: "markdown" as const }, asked: {} })

const site = "https://site.example"
const megabyte = 1024 * 1024

const listOf = (count: number, meta: object = {}): ReadonlyArray<BatchEntry> =>
  Array.from({ length: count }, (_, n) => ({ url: `${site}/${n}`, meta: { ...meta } }))

const submit = Effect.fnUntraced(function* <E = never>(entries: Stream.Stream<BatchEntry, E>, key?: string) {
  const { organization } = yield* TestInstallation
  const named = key === undefined ? undefined : IdempotencyKey.make(key)
  return yield* (yield* Batches).submit({ organization, origin }, { entries, told }, named)
})

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const heapBytes = Effect.sync(() => {
  collectGarbage()
  return getHeapStatistics().used_heap_size
})

/** Rows of intakes and batches; one of which nothing is left has none. */
const rows = Effect.map(Database, ({ batches }) => [...batches.values()].filter(({ isRemoved }) => !isRemoved))

it.effect("an intake that was left alone is swept after an hour, longer than any submission may take", () =>
  Effect.gen(function* () {
    const { advance, organization } = yield* TestInstallation
    const store = yield* BatchStore
    const { prune } = yield* Batches
    yield* store.open(organization.id, BatchId.make("batch_left"), yield* DateTime.now, 100)
    yield* advance("59 minutes")
    yield* prune(10)
    assert.lengthOf(yield* rows, 1)
    yield* advance("2 minutes")
    yield* prune(10)
    assert.lengthOf(yield* rows, 0)
  }).pipe(installed())
)

describe("what a submission holds in memory", () => {
  it.effect("goes to the store by bytes, and is counted until it is written", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const memory = new MemoryCounter({ capacityBytes: 100 * megabyte })
      const store = yield* BatchStore
      const pieces: Array<number> = []
      let most = 0
      const watched: typeof store = {
        ...store,
        add: (owner, id, items) =>
          Effect.suspend(() => {
            pieces.push(items.reduce((sum, { meta, url }) => sum + url.length + (meta?.length ?? 0), 0))
            most = Math.max(most, memory.usedBytes)
            return store.add(owner, id, items)
          })
      }
      const entries = Stream.fromIterable(listOf(900, { text: "x".repeat(4_000) }))
      yield* submitBatch({ organization, origin }, { entries, told }, IdempotencyKey.make("k")).pipe(
        Effect.provideService(BatchStore, watched),
        Effect.provideService(CurrentLease, memory.open(organization.id)),
        Effect.provide(Intakes.layer)
      )
      assert.lengthOf(pieces, 4)
      assert.isTrue(pieces.every((bytes) => bytes < 1.01 * megabyte))
      assert.isAbove(most, 3 * megabyte)
      assert.isBelow(most, 15 * megabyte)
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(installed())
  )

  it.effect("is refused where there is no room for it, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const submitted = (memory: MemoryCounter, key?: string) =>
        submit(Stream.fromIterable(listOf(900, { text: "x".repeat(4_000) })), key).pipe(
          Effect.provideService(CurrentLease, memory.open(organization.id))
        )
      const small = new MemoryCounter({ capacityBytes: 2 * megabyte })
      const shared = new MemoryCounter({ capacityBytes: 20 * megabyte })
      shared.open("others").keep(18 * megabyte)
      for (const [memory, tag] of [
        [small, "ContentTooLarge"],
        [shared, "TooBusy"]
      ] as const) {
        const before = memory.usedBytes
        for (const key of [undefined, "k"]) {
          assert.strictEqual((yield* Effect.flip(submitted(memory, key)))._tag, tag)
          assert.strictEqual(memory.usedBytes, before)
          assert.deepStrictEqual(yield* rows, [])
        }
      }
    }).pipe(installed())
  )

  it.effect("is of what cannot be fetched what is told of it, and of addresses what tells them apart", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const waits = Stream.fromEffectDrain(Deferred.await(gate))
      const refused = Array.from({ length: 40 }, (_, n) => () => ({ url: `${n}${"я".repeat(500_000)}` }))
      const taken = Array.from({ length: 40 }, (_, n) => () => ({ url: `${site}/${n}#${"f".repeat(500_000)}` }))
      const before = yield* heapBytes
      for (const entries of [refused, taken]) {
        const stream = Stream.fromIterable(entries).pipe(
          Stream.rechunk(1),
          Stream.map((make) => make())
        )
        const reading = yield* Effect.forkChild(submit(Stream.concat(stream, waits)), { startImmediately: true })
        // Pages hold their addresses until they are written.
        const most = entries === refused ? 10 * megabyte : 60 * megabyte
        assert.isBelow((yield* heapBytes) - before, most)
        yield* Fiber.interrupt(reading)
      }
    }).pipe(installed())
  )

  it.effect("is of two addresses two, however long what they have in common", () =>
    Effect.gen(function* () {
      const long = `${site}/${"a".repeat(500)}`
      const { batch } = yield* submit(
        Stream.fromIterable([{ url: `${long}1` }, { url: `${long}2` }, { url: `${long}1` }])
      )
      assert.deepInclude(batch.intake, { reserved: 2, duplicates: 1 })
    }).pipe(installed())
  )

  it.effect("counts what is told of entries that cannot be fetched", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const refused = Array.from({ length: 100 }, (_, n) => ({ url: `${n}${"x".repeat(3_000)}` }))
      const waiting = (entries: ReadonlyArray<BatchEntry>) =>
        submit(Stream.concat(Stream.fromIterable(entries), Stream.fromEffectDrain(Deferred.await(gate))))
      // Neither is large without the other.
      const [told, small] = [waiting([...refused, ...listOf(250)]), waiting(listOf(250))]
      const large = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(told, { startImmediately: true }))
      assert.deepInclude(yield* Effect.flip(told), { _tag: "TooBusy" })
      const others = yield* Effect.forEach([waiting(refused), small], (one) =>
        Effect.forkChild(one, { startImmediately: true })
      )
      assert.lengthOf(yield* rows, 6)
      for (const one of [...large, ...others]) yield* Fiber.interrupt(one)
    }).pipe(installed())
  )

  it.effect("is that of four large ones of an organization at once, and of any number of small ones", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const waiting = (count: number) =>
        submit(Stream.concat(Stream.fromIterable(listOf(count)), Stream.fromEffectDrain(Deferred.await(gate))))
      const large = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.forkChild(waiting(600), { startImmediately: true })
      )
      const small = yield* Effect.forEach(Array(8), () => Effect.forkChild(waiting(300), { startImmediately: true }))
      const held = yield* rows
      assert.lengthOf(held, 12)
      const refused = yield* Effect.flip(waiting(600))
      assert.deepInclude(refused, { _tag: "TooBusy" })
      assert.include((refused as { readonly message: string }).message, "4 large submissions")
      yield* Deferred.succeed(gate, undefined)
      for (const one of [...large, ...small]) yield* Fiber.join(one)
      yield* submit(Stream.fromIterable(listOf(600)))
    }).pipe(installed({ credits: 10_000 }))
  )
})

describe("a submission that would not be accepted", () => {
  const read = (entries: ReadonlyArray<BatchEntry>) => {
    const seen = { entries: 0 }
    const stream = Stream.fromIterable(entries).pipe(
      Stream.rechunk(10),
      Stream.tap(() => Effect.sync(() => (seen.entries += 1)))
    )
    return { seen, stream }
  }

  it.effect("is refused as soon as its pages could not be paid for, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { seen, stream } = read(listOf(5_000))
      const error = yield* Effect.flip(submit(stream))
      assert.deepInclude(error, { _tag: "OutOfCredits", available: 1_000, needed: 2_002, isAtLeast: true })
      assert.isAtMost(seen.entries, 2_020)
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(installed())
  )

  it.effect("is told all that it needs where it ends soon after, each page once", () =>
    Effect.gen(function* () {
      const { stream } = read([...listOf(30), ...listOf(12)])
      const error = yield* Effect.flip(submit(stream))
      assert.deepInclude(error, { _tag: "OutOfCredits", available: 5, needed: 30 })
      assert.notProperty(error, "isAtLeast")
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(installed({ credits: 5 }))
  )

  it.effect("is refused before anything is read where nothing is left, or no place is free", () =>
    Effect.gen(function* () {
      const poor = read(listOf(10))
      const { organization } = yield* TestInstallation
      const { batch } = yield* submit(Stream.make({ url: `${site}/a` }))
      const { seen, stream } = read(listOf(10))
      assert.deepInclude(yield* Effect.flip(submit(stream)), { _tag: "BatchLimitReached", limit: 1 })
      assert.strictEqual(seen.entries, 0)
      const batches = yield* Batches
      yield* batches.cancel(organization.id, batch.id)
      yield* batches.settleDue
      yield* (yield* Credits).post(organization.id, { kind: "grant", id: "taken" }, -1_000)
      assert.deepInclude(yield* Effect.flip(submit(poor.stream)), {
        _tag: "OutOfCredits",
        available: 0,
        needed: 1,
        isAtLeast: true
      })
      assert.strictEqual(poor.seen.entries, 0)
      assert.lengthOf(yield* rows, 1)
    }).pipe(installed({ plan: "free" }))
  )

  it.effect("counts what is kept of a list whose pages fail, for which nothing is paid in the end", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const store = yield* BatchStore
      const taken = store.resultBytes(organization.id)
      const submitted = Effect.fnUntraced(function* (note: string) {
        const refused = Array.from({ length: 100 }, () => ({ url: "\u0001".repeat(600) }))
        const { batch } = yield* submit(Stream.fromIterable([{ url: `${site}/gone`, meta: { note } }, ...refused]))
        yield* settle
        return batch
      })
      const batch = yield* submitted("x".repeat(3_000))
      const told = JSON.stringify((yield* (yield* Batches).get(organization.id, batch.id)).batch.invalidUrls).length
      assert.isAbove(told, 20_000)
      const first = yield* taken
      assert.isAtLeast(first, told + 3_000)
      assert.isAtMost(first, 2 * (told + 4_000))
      const other = yield* submitted("x")
      // In its row, and in the record of its failure, which is not compressed here.
      assert.closeTo(2 * first - (yield* taken), 6_000, 100)
      for (const one of [batch, other]) yield* (yield* Batches).remove(organization.id, one.id)
      assert.strictEqual(yield* taken, 0)
    }).pipe(installed({ loops: true }))
  )

  it.effect("is refused before anything is read where the results that are kept take all that they may", () => {
    const bounded = Effect.provideService(ResultBounds, { resultBytes: 1 })
    return Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      yield* (yield* ScriptedWeb).page(`${site}/a`, { body: "Tea" })
      const { batch } = yield* submit(Stream.make({ url: `${site}/a` }), "k")
      yield* settle
      const bytes = yield* (yield* BatchStore).resultBytes(organization.id)
      assert.isAbove(bytes, 1)
      const { seen, stream } = read(listOf(10))
      const submitted = (key: string) =>
        submitBatch({ organization, origin }, { entries: stream, told }, IdempotencyKey.make(key)).pipe(
          bounded,
          Effect.provide(Intakes.layer)
        )
      assert.deepInclude(yield* Effect.flip(submitted("other")), { _tag: "BatchResultsFull", bytes, limitBytes: 1 })
      assert.strictEqual(seen.entries, 0)
      assert.lengthOf(yield* rows, 1)
      // What was submitted before has its answer.
      assert.strictEqual((yield* Effect.flip(submitted("k")))._tag, "IdempotencyKeyConflict")
      const again = yield* submitBatch(
        { organization, origin },
        { entries: Stream.make({ url: `${site}/a` }), told },
        IdempotencyKey.make("k")
      ).pipe(bounded, Effect.provide(Intakes.layer))
      assert.strictEqual(again.batch.id, batch.id)
      yield* batches.remove(organization.id, batch.id)
      assert.strictEqual((yield* submitted("other")).batch.status, "queued")
    }).pipe(installed({ loops: true }))
  })

  it.effect("is taken where credits come by themselves for what is missing", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const topped = {
        ...organization,
        billing: { anchorAt: organization.createdAt, pausedAt: null, resumesAt: null },
        autoTopup: { ...organization.autoTopup, enabled: true, blockCredits: 1_000, monthlyBudgetCredits: 2_000 }
      }
      const { mostAvailable } = yield* Credits
      const monthly = yield* mostAvailable({ ...topped, autoTopup: organization.autoTopup })
      assert.strictEqual(yield* mostAvailable(topped), monthly + 2_000)
      const none = { ...topped.autoTopup, monthlyBudgetCredits: null }
      assert.strictEqual(yield* mostAvailable({ ...topped, autoTopup: none }), Number.POSITIVE_INFINITY)
      assert.strictEqual(yield* mostAvailable(organization), 1_000)
    }).pipe(installed())
  )

  it.effect("is answered as the one that came with its key at the same time and took what there was", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const entries = listOf(600)
      const late = Stream.concat(
        Stream.fromIterable(entries.slice(0, 300)),
        Stream.unwrap(Effect.as(Deferred.await(gate), Stream.fromIterable(entries.slice(300))))
      )
      const second = yield* Effect.forkChild(submit(late, "k"), { startImmediately: true })
      const other = yield* Effect.forkChild(submit(Stream.concat(late, Stream.make({ url: `${site}/other` })), "k"), {
        startImmediately: true
      })
      const { organization } = yield* TestInstallation
      yield* (yield* Credits).post(organization.id, { kind: "grant", id: "more" }, 500)
      const first = yield* submit(Stream.fromIterable(entries), "k")
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(second), { ...first, isRepeated: true })
      assert.strictEqual((yield* Effect.flip(Fiber.join(other)))._tag, "IdempotencyKeyConflict")
      assert.lengthOf(yield* rows, 1)
    }).pipe(installed({ credits: 500 }))
  )
})
