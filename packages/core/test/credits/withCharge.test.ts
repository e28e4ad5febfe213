import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import * as Memory from "@kittiwake/core/memory/Memory"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import { withCharge } from "../../src/credits/withCharge.ts"
import { epoch, organizationOf } from "../../src/testing/builders.ts"
import { paidBy } from "../paid.ts"

const layer = Credits.layer.pipe(Layer.provideMerge(Layer.fresh(Memory.layer)))

const newOrganization = Effect.fnUntraced(function* (credits: number) {
  const organization = organizationOf({})
  yield* (yield* OrganizationStore).put(organization)
  yield* (yield* Credits).post(organization.id, { kind: "grant", id: "start" }, credits)
  return organization.id
})

const left = (id: Parameters<Credits["Service"]["account"]>[0]) =>
  Effect.flatMap(Credits, (credits) => credits.account(id))

describe("work whose price is known when it is done", () => {
  it.effect("is charged however long it takes, when it said so", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(100)
      const endsAt = DateTime.addDuration(yield* DateTime.now, "1 hour")
      const work = () => Effect.delay(Effect.succeed({ value: "crawled", credits: 7 }), "59 minutes")
      const working = yield* Effect.forkChild(withCharge(paidBy(id, "a"), exactly(10), endsAt)(work))
      yield* TestClock.adjust("58 minutes")
      assert.strictEqual(yield* Credits.use((credits) => credits.expireHolds(10)), 0)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(working)
      assert.strictEqual((yield* left(id)).balance, 93)
    }).pipe(Effect.provide(layer))
  )

  it.effect("costs what it says, within what is held", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(100)
      const done = yield* withCharge(paidBy(id, "a"), { atLeast: 1, atMost: 10 })((held) => {
        assert.strictEqual(held, 10)
        return Effect.succeed({ value: "read", credits: 4 })
      })
      assert.deepStrictEqual(done, { value: "read", credits: 4, available: 96 })
      assert.deepStrictEqual(yield* left(id), { balance: 96, held: 0, available: 96 })
      const beyond = yield* withCharge(paidBy(id, "b"), exactly(2))(() => Effect.succeed({ value: 0, credits: 9 }))
      assert.strictEqual(beyond.credits, 2)
      assert.deepStrictEqual(yield* left(id), { balance: 94, held: 0, available: 94 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("says what the ledger charged when the answer to its settlement is lost", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(100)
      const ledger = yield* CreditLedger
      for (const [name, lost] of [
        ["before", Effect.void],
        ["after", "written"]
      ] as const) {
        let left = 2
        const failing = CreditLedger.of({
          ...ledger,
          settle: (...given) => {
            if (left-- === 0) return ledger.settle(...given)
            const write = lost === "written" ? Effect.exit(ledger.settle(...given)) : lost
            return Effect.andThen(
              write,
              new StoreUnavailable({ operation: "settle", cause: "the connection was lost" })
            )
          }
        })
        const charging = withCharge(paidBy(id, name), exactly(4))(() => Effect.succeed({ value: name, credits: 3 }))
        const working = yield* Effect.forkChild(Effect.provideService(charging, CreditLedger, failing))
        yield* TestClock.adjust("10 seconds")
        assert.deepInclude(yield* Fiber.join(working), { value: name, credits: 3 })
      }
      assert.deepStrictEqual(yield* left(id), { balance: 94, held: 0, available: 94 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("says that nothing was charged when its hold was given back meanwhile", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(100)
      const done = yield* withCharge(
        paidBy(id, "a"),
        exactly(4)
      )(() =>
        Effect.gen(function* () {
          yield* TestClock.adjust("16 minutes")
          assert.strictEqual(yield* Credits.use((credits) => credits.expireHolds(10)), 1)
          return { value: "late", credits: 4 }
        })
      )
      assert.deepStrictEqual(done, { value: "late", credits: 0 })
      assert.strictEqual((yield* left(id)).balance, 100)
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins with what there is, and not with less than it needs", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(3)
      const held = yield* withCharge(paidBy(id, "a"), { atLeast: 1, atMost: 100 })((credits) =>
        Effect.succeed({ value: credits, credits: 0 })
      )
      assert.strictEqual(held.value, 3)
      const refused = yield* Effect.flip(
        withCharge(paidBy(id, "b"), { atLeast: 4, atMost: 100 })(() => Effect.succeed({ value: 0, credits: 4 }))
      )
      assert.strictEqual(refused._tag, "OutOfCredits")
      assert.deepStrictEqual(yield* left(id), { balance: 3, held: 0, available: 3 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins with what is bought for it, and not with what the account shows", () =>
    Effect.gen(function* () {
      const autoTopup = { enabled: true, blockCredits: 1_000, monthlyBudgetCredits: null }
      const organization = organizationOf({ autoTopup, billing: { anchorAt: epoch, pausedAt: null, resumesAt: null } })
      yield* (yield* OrganizationStore).put(organization)
      const { id } = organization
      yield* Credits.use((credits) => credits.supply(id))
      const { available } = yield* left(id)
      yield* Credits.use((credits) => credits.post(id, { kind: "adjustment", id: "drain" }, 5 - available))
      const done = yield* withCharge(paidBy(id, "a"), { atLeast: 1, atMost: 25 })((held) =>
        Effect.succeed({ value: held, credits: held })
      )
      assert.deepStrictEqual(done, { value: 25, credits: 25, available: 980 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins with the month that nobody has looked at yet", () =>
    Effect.gen(function* () {
      const billing = { anchorAt: yield* DateTime.now, pausedAt: null, resumesAt: null }
      const organization = organizationOf({ plan: "free", billing })
      yield* (yield* OrganizationStore).put(organization)
      const { id } = organization
      const { available } = yield* Credits.use((credits) => credits.supply(id))
      yield* Credits.use((credits) => credits.post(id, { kind: "adjustment", id: "drain" }, -available))
      yield* TestClock.adjust("40 days")
      const work = (held: number) => Effect.succeed({ value: held, credits: held })
      assert.strictEqual((yield* withCharge(paidBy(id, "a"), { atLeast: 1, atMost: 10 })(work)).value, 10)
    }).pipe(Effect.provide(layer))
  )

  it.effect("begins with what others left of it when they outran it", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(12)
      const work = (held: number) => Effect.as(Effect.yieldNow, { value: held, credits: held })
      const done = yield* Effect.forEach(
        ["a", "b"],
        (name) => withCharge(paidBy(id, name), { atLeast: 1, atMost: 10 })(work),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(done.map(({ value }) => value).toSorted(), [10, 2].toSorted())
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives its hold back when the storage writes again, where it did not when the work ended", () => {
    const storage = { isFull: false }
    const full = new StoreUnavailable({ operation: "release", cause: "the disk is full", isDiskFull: true })
    const failing = Layer.effect(
      CreditLedger,
      Effect.map(CreditLedger, (ledger) =>
        CreditLedger.of({
          ...ledger,
          release: (id) => Effect.suspend(() => (storage.isFull ? Effect.fail(full) : ledger.release(id))),
          settle: (...given) => Effect.suspend(() => (storage.isFull ? Effect.fail(full) : ledger.settle(...given)))
        })
      )
    ).pipe(Layer.provideMerge(Layer.fresh(Memory.layer)))
    return Effect.gen(function* () {
      const id = yield* newOrganization(100)
      const sweep = Credits.use((credits) => credits.expireHolds(10))
      const fill = Effect.sync(() => {
        storage.isFull = true
      })
      const broken = Effect.andThen(fill, Effect.fail("broken"))
      yield* Effect.flip(withCharge(paidBy(id, "a"), exactly(4))(() => broken))
      storage.isFull = false
      const read = Effect.as(fill, { value: "read", credits: 5 })
      const unwritten = yield* Effect.forkChild(Effect.flip(withCharge(paidBy(id, "b"), exactly(5))(() => read)))
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* Fiber.join(unwritten), { _tag: "StoreUnavailable" })
      // Who came when the storage wrote took up what the first had left.
      assert.strictEqual((yield* left(id)).held, 5)
      assert.strictEqual((yield* Effect.flip(sweep))._tag, "StoreUnavailable")
      storage.isFull = false
      assert.strictEqual(yield* sweep, 0)
      assert.deepStrictEqual(yield* left(id), { balance: 100, held: 0, available: 100 })
      yield* sweep
      assert.deepStrictEqual(yield* left(id), { balance: 100, held: 0, available: 100 })
      // Where nobody sweeps, the next work that is charged takes it up.
      yield* Effect.flip(withCharge(paidBy(id, "c"), exactly(4))(() => broken))
      storage.isFull = false
      yield* withCharge(paidBy(id, "d"), exactly(1))(() => Effect.succeed({ value: "read", credits: 1 }))
      assert.deepStrictEqual(yield* left(id), { balance: 99, held: 0, available: 99 })
    }).pipe(Effect.provide(Credits.layer.pipe(Layer.provideMerge(failing))))
  })

  it.effect("gives its hold back within a minute after the storage writes again, where nobody sweeps or calls", () => {
    const storage = { isFull: true, asked: 0 }
    const full = new StoreUnavailable({ operation: "release", cause: "the disk is full", isDiskFull: true })
    const failing = Layer.effect(
      CreditLedger,
      Effect.map(CreditLedger, (ledger) =>
        CreditLedger.of({
          ...ledger,
          release: (id) =>
            Effect.suspend(() => {
              storage.asked += 1
              return storage.isFull ? Effect.fail(full) : ledger.release(id)
            })
        })
      )
    ).pipe(Layer.provideMerge(Layer.fresh(Memory.layer)))
    return Effect.gen(function* () {
      const id = yield* newOrganization(100)
      const broken = withCharge(paidBy(id, "a"), exactly(4))(() => Effect.fail("broken"))
      yield* Effect.flip(broken)
      yield* Effect.flip(withCharge(paidBy(id, "b"), exactly(3))(() => Effect.fail("broken")))
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* left(id)).held, 7)
      assert.isAtMost(storage.asked, 25)
      storage.isFull = false
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* left(id), { balance: 100, held: 0, available: 100 })
      // The next disk that is full is no different, and nobody is asked while nothing is owed.
      const { asked } = storage
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(storage.asked, asked)
      storage.isFull = true
      yield* Effect.flip(broken)
      storage.isFull = false
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* left(id), { balance: 100, held: 0, available: 100 })
    }).pipe(Effect.provide(Credits.layer.pipe(Layer.provideMerge(failing))))
  })

  it.effect("costs nothing when it fails or is interrupted, and holds nothing when it is free", () =>
    Effect.gen(function* () {
      const id = yield* newOrganization(5)
      yield* Effect.flip(withCharge(paidBy(id, "a"), exactly(5))(() => Effect.fail("broken")))
      const running = yield* Effect.forkChild(withCharge(paidBy(id, "b"), exactly(5))(() => Effect.never))
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      assert.deepStrictEqual(yield* left(id), { balance: 5, held: 5, available: 0 })
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual(yield* left(id), { balance: 5, held: 0, available: 5 })
      const free = yield* withCharge(paidBy(id, "c"), exactly(0))((held) => Effect.succeed({ value: held, credits: 0 }))
      assert.strictEqual(free.value, 0)
    }).pipe(Effect.provide(layer))
  )
})
