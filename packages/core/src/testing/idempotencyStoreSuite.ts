import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { KeptAnswer, KeyedOperation } from "../idempotency/domain/KeptAnswer.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import * as MemorySigner from "../memory/Signer.ts"
import { MonitorLimitReached, MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import { freshOrganization, rowsOf } from "./arrangements.ts"
import { freshId, monitorOf, queuedRunOf } from "./builders.ts"
import { idempotencyProperties } from "./idempotencyPropertiesSuite.ts"
import { keptAnswerOf, keyedWrites, type PrepareWrite } from "./keyedWrites.ts"
import { buildTimeout, type EmptyStores, longTestMillis, type StoresIt } from "./Stores.ts"

/** What a key stands for now, or null. */
const answerOf = Effect.fnUntraced(function* (kept: KeptAnswer) {
  const found = yield* (yield* IdempotencyStore).find(kept, yield* DateTime.now)
  return Option.getOrNull(Option.map(found, ({ answer, digest }) => ({ answer, digest })))
})

const standing = ({ answer, digest }: KeptAnswer) => ({ answer, digest })

/** What every write that takes a key promises. */
const writeTests = (it: StoresIt, operation: KeyedOperation, prepare: PrepareWrite) => {
  it.effect(`${operation}: keeps the answer together with what it tells of`, () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { isWritten, write } = yield* prepare(id)
      const kept = yield* keptAnswerOf(id, { operation })
      assert.isNull(yield* answerOf(kept))
      yield* write(kept)
      assert.isTrue(yield* isWritten)
      assert.deepStrictEqual(yield* answerOf(kept), standing(kept))
    })
  )

  it.effect(`${operation}: writes nothing under a key that has an answer, whatever else would refuse it`, () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const [first, second] = [yield* prepare(id), yield* prepare(id)]
      const kept = yield* keptAnswerOf(id, { operation })
      yield* first.write(kept)
      const other = yield* keptAnswerOf(id, { operation, key: kept.key })
      for (const again of [first.write(kept), second.write(other), second.refused(other)]) {
        assert.strictEqual((yield* Effect.flip(again))._tag, "IdempotencyKeyTaken")
      }
      assert.isFalse(yield* second.isWritten)
      assert.deepStrictEqual(yield* answerOf(kept), standing(kept))
    })
  )

  it.effect(`${operation}: leaves the key of a refused write free`, () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { isWritten, refused, write } = yield* prepare(id)
      const kept = yield* keptAnswerOf(id, { operation })
      assert.notStrictEqual((yield* Effect.flip(refused(kept)))._tag, "IdempotencyKeyTaken")
      assert.isNull(yield* answerOf(kept))
      assert.isFalse(yield* isWritten)
      yield* write(kept)
      assert.deepStrictEqual(yield* answerOf(kept), standing(kept))
    })
  )

  it.effect(`${operation}: takes a key for something else once it has expired, and not a moment before`, () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const [first, second] = [yield* prepare(id), yield* prepare(id)]
      const expiresAt = DateTime.add(yield* DateTime.now, { minutes: 10 })
      const kept = yield* keptAnswerOf(id, { operation, expiresAt })
      yield* first.write(kept)
      yield* TestClock.adjust("599999 millis")
      const early = yield* keptAnswerOf(id, { operation, key: kept.key })
      assert.strictEqual((yield* Effect.flip(second.write(early)))._tag, "IdempotencyKeyTaken")
      assert.deepStrictEqual(yield* answerOf(kept), standing(kept))
      yield* TestClock.adjust("1 millis")
      assert.isNull(yield* answerOf(kept))
      const later = yield* keptAnswerOf(id, { operation, key: kept.key })
      yield* second.write(later)
      assert.isTrue(yield* second.isWritten)
      assert.deepStrictEqual(yield* answerOf(kept), standing(later))
    })
  )

  it.effect(`${operation}: takes the place of an answer that stands when it says so, once it is written`, () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const [first, second] = [yield* prepare(id), yield* prepare(id)]
      const kept = yield* keptAnswerOf(id, { operation })
      yield* first.write(kept)
      const newer = yield* keptAnswerOf(id, { operation, key: kept.key, replaces: true })
      assert.notStrictEqual((yield* Effect.flip(second.refused(newer)))._tag, "IdempotencyKeyTaken")
      assert.deepStrictEqual(yield* answerOf(kept), standing(kept))
      yield* second.write(newer)
      assert.isTrue(yield* second.isWritten)
      assert.deepStrictEqual(yield* answerOf(kept), standing(newer))
    })
  )

  it.effect(
    `${operation}: is written once for one key, however many callers bring it at once`,
    () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        const prepared = yield* Effect.forEach(Array.from({ length: 20 }), () => prepare(id))
        const first = yield* keptAnswerOf(id, { operation })
        const exits = yield* Effect.forEach(
          prepared,
          ({ write }, n) =>
            Effect.gen(function* () {
              const kept = { ...first, answer: `${n}` }
              const exit = yield* Effect.exit(write(kept))
              // Whoever is refused can see at once what the key stands for.
              return { n, exit, seen: yield* answerOf(kept) }
            }),
          { concurrency: "unbounded" }
        )
        const winners = exits.filter(({ exit }) => Exit.isSuccess(exit))
        assert.strictEqual(winners.length, 1)
        const written = yield* Effect.forEach(prepared, ({ isWritten }) => isWritten)
        assert.deepStrictEqual(
          written.flatMap((is, n) => (is ? [n] : [])),
          [winners[0]!.n]
        )
        for (const { seen } of exits) assert.deepStrictEqual(seen, { ...standing(first), answer: `${winners[0]!.n}` })
      }),
    longTestMillis
  )
}

const placeTests = (it: StoresIt) => {
  it.effect("keeps the keys of organizations and of operations apart", () =>
    Effect.gen(function* () {
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const kept = yield* keptAnswerOf(owner.id)
      yield* (yield* keyedWrites["monitor.create"](owner.id)).write(kept)
      const elsewhere = yield* keptAnswerOf(other.id, { key: kept.key })
      const otherwise = yield* keptAnswerOf(owner.id, { key: kept.key, operation: "monitor.run" })
      assert.isNull(yield* answerOf(elsewhere))
      assert.isNull(yield* answerOf(otherwise))
      yield* (yield* keyedWrites["monitor.create"](other.id)).write(elsewhere)
      yield* (yield* keyedWrites["monitor.run"](owner.id)).write(otherwise)
      for (const one of [kept, elsewhere, otherwise]) assert.deepStrictEqual(yield* answerOf(one), standing(one))
    })
  )

  it.effect("tells keys apart that differ in case, white space or length alone", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const keys = ["Key", "key", "key ", " key", "k".repeat(200), "k".repeat(199), "'; drop table monitors; --"]
      const answers = yield* Effect.forEach(keys, (key) => keptAnswerOf(id, { key: IdempotencyKey.make(key) }))
      for (const kept of answers) yield* (yield* keyedWrites["monitor.create"](id)).write(kept)
      for (const kept of answers) assert.deepStrictEqual(yield* answerOf(kept), standing(kept))
    })
  )
}

/** What other tests have kept is no part of the count. */
const forgetAll = Effect.gen(function* () {
  yield* (yield* IdempotencyStore).prune(DateTime.add(yield* DateTime.now, { hours: 1_000 }), 1_000)
})

const pruneTests = (it: StoresIt) => {
  it.effect("forgets keys that have expired, oldest first, and no others", () =>
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const { id } = yield* freshOrganization()
      yield* forgetAll
      const begin = yield* DateTime.now
      const expiries = [3, 1, 2, 4, null]
      const answers = yield* Effect.forEach(expiries, (minutes) =>
        keptAnswerOf(id, { expiresAt: minutes === null ? null : DateTime.add(begin, { minutes }) })
      )
      for (const kept of answers) yield* (yield* keyedWrites["monitor.create"](id)).write(kept)
      const left = Effect.map(
        Effect.forEach(answers, (kept) => store.find(kept, begin)),
        (found) => expiries.filter((_, n) => Option.isSome(found[n]!))
      )
      assert.strictEqual(yield* store.prune(DateTime.add(begin, { seconds: 59 }), 10), 0)
      assert.deepStrictEqual(yield* left, expiries)
      assert.strictEqual(yield* store.prune(DateTime.add(begin, { minutes: 3 }), 2), 2)
      assert.deepStrictEqual(yield* left, [3, 4, null])
      assert.strictEqual(yield* store.prune(DateTime.add(begin, { minutes: 3 }), 2), 1)
      assert.strictEqual(yield* store.prune(DateTime.add(begin, { hours: 1_000 }), 10), 1)
      assert.deepStrictEqual(yield* left, [null])
    })
  )

  it.effect("forgets each key once, however many callers prune at once", () =>
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const { id } = yield* freshOrganization()
      yield* forgetAll
      const expiresAt = yield* DateTime.now
      const keptAt = DateTime.subtract(expiresAt, { hours: 24 })
      for (let n = 0; n < 12; n++) {
        yield* (yield* keyedWrites["monitor.create"](id)).write(yield* keptAnswerOf(id, { keptAt, expiresAt }))
      }
      const pruned = yield* Effect.forEach(Array.from({ length: 10 }), () => store.prune(expiresAt, 5), {
        concurrency: "unbounded"
      })
      let sum = pruned.reduce((total, removed) => total + removed, 0)
      sum += yield* store.prune(expiresAt, 100)
      assert.strictEqual(sum, 12)
    })
  )
}

const onceTests = (it: StoresIt) => {
  it.effect(
    "lets callers that ask the same at once do one thing, and gives all of them its answer",
    () =>
      Effect.gen(function* () {
        const monitors = yield* MonitorStore
        const { once } = yield* Idempotency
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const keyed = { key: IdempotencyKey.make(freshId("key")), body: { name: "a", tags: ["b"] } }
        const answers = yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => {
            const monitor = monitorOf(id, now)
            return once({
              organizationId: id,
              operation: "monitor.create",
              subject: "",
              keyed,
              answer: Schema.fromJsonString(Schema.String),
              work: Effect.fnUntraced(function* (keep) {
                // All have looked at the key before the first writes; some then find no reason to write any more.
                yield* Effect.yieldNow
                if ((yield* monitors.count(id)) > 0) return yield* new MonitorLimitReached({ limit: 1 })
                const run = queuedRunOf(monitor, now)
                yield* monitors.create({ monitor, run, allowance: 1, kept: keep(monitor.id) })
                return String(monitor.id)
              })
            })
          },
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(answers).size, 1)
        const stored = yield* rowsOf(monitors.list(id, {}, { limit: 100, after: null }))
        assert.deepStrictEqual(
          stored.map((monitor) => String(monitor.id)),
          [answers[0]]
        )
        assert.strictEqual((yield* rowsOf((yield* RunStore).list(id, {}, { limit: 100, after: null }))).length, 1)
      }).pipe(Effect.provide(Idempotency.layer), Effect.provide(MemorySigner.layer)),
    longTestMillis
  )
}

/** What `IdempotencyStore` promises, and every store's method that takes a `KeptAnswer`, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`IdempotencyStore (${name})`, (it) => {
    for (const [operation, prepare] of Object.entries(keyedWrites)) {
      writeTests(it, operation as KeyedOperation, prepare)
    }
    placeTests(it)
    pruneTests(it)
    onceTests(it)
    idempotencyProperties(it, 500)
  })
