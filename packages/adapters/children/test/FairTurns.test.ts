/** Observed: who has a turn, in which order. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { makeFairTurns, type TurnLimits } from "../src/FairTurns.ts"

const limits: TurnLimits = { atOnce: 2, atOncePerOwner: 2, waiting: 100, waitingPerOwner: 100 }

/** Turns that last a second each, and who has begun which, in order. */
const seconds = (changed: Partial<TurnLimits> = {}) => {
  const turns = makeFairTurns({ ...limits, ...changed })
  const begun: Array<string> = []
  let atOnce = 0
  let mostAtOnce = 0
  const ask = (owner: string, what = owner) =>
    Effect.gen(function* () {
      begun.push(what)
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      yield* Effect.ensuring(
        Effect.sleep("1 second"),
        Effect.sync(() => (atOnce -= 1))
      )
    }).pipe(turns.withTurn(owner, Duration.hours(1)))
  return { ask, begun, mostAtOnce: () => mostAtOnce }
}

describe("turns", () => {
  it.effect("come to one after a thousand of another within one of them", () =>
    Effect.gen(function* () {
      const { ask, begun, mostAtOnce } = seconds({ waiting: 2_000, waitingPerOwner: 2_000 })
      const many = yield* Effect.forEach(Array.from({ length: 1_000 }), () => Effect.forkChild(ask("a")))
      yield* TestClock.adjust("10 seconds")
      const before = begun.length
      const one = yield* Effect.forkChild(ask("b"))
      yield* TestClock.adjust("1 second")
      assert.include(begun.slice(before, before + 2), "b")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(one)
      yield* TestClock.adjust("500 seconds")
      yield* Effect.forEach(many, Fiber.join)
      assert.strictEqual(mostAtOnce(), 2)
    })
  )

  it.effect("go round between those who wait, and to each in the order in which he asked", () =>
    Effect.gen(function* () {
      const { ask, begun } = seconds({ atOnce: 1 })
      for (const [owner, what] of [
        ["a", "a1"],
        ["a", "a2"],
        ["a", "a3"],
        ["b", "b1"],
        ["b", "b2"],
        ["c", "c1"]
      ] as const) {
        yield* Effect.forkChild(ask(owner, what))
        yield* TestClock.adjust(0)
      }
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(begun, ["a1", "a2", "b1", "c1", "a3", "b2"])
    })
  )

  it.effect("are not all of one owner, however few others there are", () =>
    Effect.gen(function* () {
      const { ask, begun } = seconds({ atOnce: 3, atOncePerOwner: 2 })
      for (const _ of Array.from({ length: 5 })) yield* Effect.forkChild(ask("a"))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(begun, ["a", "a"])
      yield* Effect.forkChild(ask("b"))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(begun, ["a", "a", "b"])
    })
  )

  it.effect("leave one for who has none, however many two others ask for", () =>
    Effect.gen(function* () {
      const { ask, begun } = seconds({ atOnce: 3, atOncePerOwner: 2 })
      for (const owner of ["a", "b", "a", "b", "a", "b"]) yield* Effect.forkChild(ask(owner))
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(begun, ["a", "b"])
      yield* Effect.forkChild(ask("c"))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(begun, ["a", "b", "c"])
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(begun, 7)
    })
  )

  it.effect("are refused to who has too many waiting, and when too many wait overall", () =>
    Effect.gen(function* () {
      const { ask } = seconds({ atOnce: 1, waiting: 3, waitingPerOwner: 2 })
      const asked = yield* Effect.forEach(["a", "a", "a", "a", "b", "b"], (owner) =>
        Effect.forkChild(Effect.result(ask(owner)))
      )
      yield* TestClock.adjust("10 seconds")
      const refused = (yield* Effect.forEach(asked, Fiber.join)).map((one) =>
        Result.isFailure(one) ? one.failure.reason : null
      )
      assert.deepStrictEqual(refused, [null, null, null, "too_many", null, "too_many"])
    })
  )

  it.effect("are waited for by no more of one owner than there is room left for others", () =>
    Effect.gen(function* () {
      const { ask } = seconds({ atOnce: 1, waiting: 16, waitingPerOwner: 8 })
      yield* Effect.forkChild(ask("first"))
      yield* TestClock.adjust(0)
      const refusedOf = Effect.fnUntraced(function* (owner: string) {
        let refused = 0
        for (let asked = 0; asked < 10; asked++) {
          const one = yield* Effect.forkChild(Effect.exit(ask(owner)), { startImmediately: true })
          yield* TestClock.adjust(0)
          if (one.pollUnsafe() !== undefined) refused += 1
        }
        return refused
      })
      assert.strictEqual(yield* refusedOf("a"), 2)
      for (const owner of ["b", "c", "d"]) assert.isAbove(yield* refusedOf(owner), 2)
      assert.isBelow(yield* refusedOf("e"), 10, "whoever comes next finds room")
    })
  )

  it.effect("do not come after the wait that somebody has time for, and are not lost on who went away", () =>
    Effect.gen(function* () {
      const turns = makeFairTurns({ ...limits, atOnce: 1 })
      const hour = Effect.sleep("1 hour").pipe(turns.withTurn("a", Duration.minutes(1)))
      const first = yield* Effect.forkChild(hour)
      const late = yield* Effect.forkChild(Effect.flip(hour))
      const gone = yield* Effect.forkChild(hour)
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.interrupt(gone)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* Fiber.join(late)).reason, "too_long")
      yield* Fiber.interrupt(first)
      const next = Effect.succeed("begun").pipe(turns.withTurn("a", Duration.minutes(1)))
      assert.strictEqual(yield* next, "begun")
      assert.strictEqual(yield* next, "begun")
    })
  )
})
