import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Scope } from "effect"
import fc from "fast-check"
import { inBatches } from "../src/inBatches.ts"

/** A store that is slow while its gate is shut, and remembers what was written at once. */
const makeStore = Effect.gen(function* () {
  const gate = yield* Latch.make(true)
  const writes: Array<ReadonlyArray<number>> = []
  let underWay = 0
  let most = 0
  const write = (items: ReadonlyArray<number>) =>
    Effect.gen(function* () {
      underWay += 1
      most = Math.max(most, underWay)
      yield* gate.await
      yield* Effect.yieldNow
      underWay -= 1
      writes.push(items)
      return items.map((item) => `wrote ${item}`)
    })
  return { gate, writes, write, most: () => most }
})

const turns = Effect.repeat(Effect.yieldNow, { times: 50 })

describe("group commit", () => {
  it.effect("answers every item with what was written for it, in batches of at most the most", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer(), { maxLength: 60 }),
          fc.integer({ min: 1, max: 10 }),
          fc.integer({ min: 1, max: 4 }),
          (items, max, lanes) =>
            Effect.gen(function* () {
              const store = yield* makeStore
              const commit = yield* inBatches({ max, lanes, write: store.write })
              const answers = yield* Effect.forEach(items, commit, { concurrency: "unbounded" })
              assert.deepStrictEqual(
                answers,
                items.map((item) => `wrote ${item}`)
              )
              assert.isTrue(store.writes.every((batch) => batch.length >= 1 && batch.length <= max))
              assert.deepStrictEqual(store.writes.flat().sort(), [...items].sort(), "each is written once")
              assert.isAtMost(store.most(), lanes)
            }).pipe(Effect.scoped, Effect.runPromise)
        )
      )
    )
  )

  it.effect("writes what is heavy in parts, and what is too heavy by itself", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      const weigh = (item: number) => item
      const commit = yield* inBatches({ max: 100, lanes: 1, maxWeight: 10, weigh, write: store.write })
      yield* Effect.forEach([1, 4, 5, 5, 1, 30, 2, 2], commit, { concurrency: "unbounded" })
      assert.deepStrictEqual(store.writes, [[1, 4, 5], [5, 1], [30], [2, 2]])
    })
  )

  it.effect("writes one owner's beside a flood of another's, each one's in their order", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      const ownerOf = (item: number) => (item < 1_000 ? "flood" : `few ${item % 2}`)
      const commit = yield* inBatches({ max: 4, lanes: 1, ownerOf, write: store.write })
      yield* store.gate.close
      const first = yield* Effect.forkChild(commit(0))
      yield* turns
      const items = [...Array.from({ length: 9 }, (_, n) => n + 1), 1_000, 1_001, 1_002]
      const all = yield* Effect.forkChild(Effect.forEach(items, commit, { concurrency: "unbounded" }))
      yield* turns
      yield* store.gate.open
      const answers = yield* Fiber.join(all)
      yield* Fiber.join(first)
      assert.deepStrictEqual(store.writes, [[0], [1, 1_000, 1_001, 2], [3, 1_002, 4, 5], [6, 7, 8, 9]])
      assert.deepStrictEqual(
        answers,
        items.map((item) => `wrote ${item}`)
      )
    })
  )

  it.effect("lets nothing wait for company", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      const commit = yield* inBatches({ max: 100, lanes: 1, write: store.write })
      assert.strictEqual(yield* commit(1), "wrote 1")
      assert.deepStrictEqual(store.writes, [[1]])
    })
  )

  it.effect("sends what arrives while a write is under way out together in the next", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      yield* store.gate.close
      const commit = yield* inBatches({ max: 100, lanes: 1, write: store.write })
      const waiting: Array<Fiber.Fiber<string>> = []
      for (const item of [1, 2, 3, 4]) {
        waiting.push(yield* Effect.forkChild(commit(item)))
        yield* turns
      }
      yield* store.gate.open
      yield* Effect.forEach(waiting, Fiber.join)
      assert.deepStrictEqual(store.writes, [[1], [2, 3, 4]])
    })
  )

  it.effect("begins a second write only when half of its batch waits", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      yield* store.gate.close
      const commit = yield* inBatches({ max: 6, lanes: 2, write: store.write })
      const waiting: Array<Fiber.Fiber<string>> = []
      const add = Effect.fnUntraced(function* (item: number) {
        waiting.push(yield* Effect.forkChild(commit(item)))
        yield* turns
      })
      yield* Effect.forEach([1, 2, 3], add)
      assert.strictEqual(store.most(), 1)
      yield* add(4)
      assert.strictEqual(store.most(), 2)
      yield* store.gate.open
      yield* Effect.forEach(waiting, Fiber.join)
      assert.deepStrictEqual(store.writes, [[1], [2, 3, 4]])
    })
  )

  it.effect("writes what is of several owners apart, and lets none wait for the write of another", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      yield* store.gate.close
      const whoseIs = (item: number) => ({ owner: item < 100 ? "many" : "few", work: "" })
      const commit = yield* inBatches({ max: 4, lanes: 4, whoseIs, write: store.write })
      const waiting: Array<Fiber.Fiber<string>> = []
      const add = Effect.fnUntraced(function* (...items: ReadonlyArray<number>) {
        for (const item of items) waiting.push(yield* Effect.forkChild(commit(item)))
        yield* turns
      })
      yield* add(1)
      yield* add(2, 3, 4, 5, 6, 7)
      assert.strictEqual(store.most(), 2, "one lane is kept for whoever has none, and one for another work")
      yield* add(100, 101)
      assert.strictEqual(store.most(), 3)
      yield* store.gate.open
      yield* Effect.forEach(waiting, Fiber.join)
      assert.deepStrictEqual(store.writes, [[1], [2, 3, 4, 5], [100, 101], [6, 7]])
    })
  )

  it.effect("fails a failed write for all of its items, and goes on with the next", () =>
    Effect.gen(function* () {
      let writes = 0
      const write = (items: ReadonlyArray<number>) =>
        Effect.suspend(() => {
          writes += 1
          if (writes === 1) return Effect.fail("away")
          if (writes === 2) return Effect.die("broke")
          if (writes === 3) throw new Error("threw")
          return Effect.succeed(items)
        })
      const commit = yield* inBatches({ max: 10, lanes: 1, write })
      assert.strictEqual(yield* Effect.flip(commit(1)), "away")
      assert.isTrue(Exit.hasDies(yield* Effect.exit(commit(2))))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(commit(3))))
      assert.strictEqual(yield* commit(4), 4)
    })
  )

  it.effect("writes the others when one item of a batch cannot be written", () =>
    Effect.gen(function* () {
      const gate = yield* Latch.make(false)
      const write = (items: ReadonlyArray<number>) =>
        gate.await.pipe(
          Effect.andThen(items.includes(2) ? Effect.die("cannot be written") : Effect.succeed(items.map(String)))
        )
      const commit = yield* inBatches({ max: 10, lanes: 1, write })
      const waiting: Array<Fiber.Fiber<string>> = []
      for (const item of [0, 1, 2, 3]) {
        waiting.push(yield* Effect.forkChild(commit(item)))
        yield* turns
      }
      yield* gate.open
      const [first, one, two, three] = yield* Effect.forEach(waiting, Fiber.await)
      assert.deepStrictEqual([first, one, three], [Exit.succeed("0"), Exit.succeed("1"), Exit.succeed("3")])
      assert.isTrue(Exit.hasDies(two!))
    })
  )

  it.effect("goes on when the write itself throws before it is an effect", () =>
    Effect.gen(function* () {
      let writes = 0
      const write = (items: ReadonlyArray<number>) => {
        writes += 1
        if (writes === 1) throw new Error("threw")
        return Effect.succeed(items)
      }
      const commit = yield* inBatches({ max: 10, lanes: 1, write })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(commit(1))))
      assert.strictEqual(yield* commit(2), 2)
    })
  )

  it.effect("interrupts whoever still waits when its scope closes, and whoever comes after", () =>
    Effect.gen(function* () {
      const store = yield* makeStore
      yield* store.gate.close
      const scope = yield* Scope.make()
      const commit = yield* inBatches({ max: 1, lanes: 1, write: store.write }).pipe(Scope.provide(scope))
      const waiting = [yield* Effect.forkChild(commit(1)), yield* Effect.forkChild(commit(2))]
      yield* turns
      yield* Scope.close(scope, Exit.void)
      for (const fiber of waiting) assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(commit(3))))
    })
  )
})
