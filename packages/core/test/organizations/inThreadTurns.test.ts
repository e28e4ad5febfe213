import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { forEachInTurns, inThreadTurns, mapInTurns } from "../../src/organizations/inThreadTurns.ts"
import { WorksFor } from "../../src/organizations/WorksFor.ts"

/** A clock on which looking at it takes so long. */
const ticking = (millis: number) =>
  Effect.map(Clock.Clock, (clock) => {
    let nanos = 0n
    const look = () => {
      nanos += BigInt(millis * 1_000_000)
      return nanos
    }
    return { ...clock, monotonicTimeNanosUnsafe: look, monotonicTimeNanos: Effect.sync(look) } satisfies Clock.Clock
  })

/** Counts the turns of the thread until the work is over. */
const turnsOf = <A>(work: Effect.Effect<A>) =>
  Effect.gen(function* () {
    let turns = 0
    let isOver = false
    const next = () => {
      turns += 1
      if (!isOver) setImmediate(next)
    }
    setImmediate(next)
    const value = yield* work
    isOver = true
    return { turns, value }
  })

const numbers = Array.from({ length: 20 }, (_, index) => index)

describe("work in turns of the thread", () => {
  it.live("lets others have the thread after milliseconds, and gives what it made", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(1)
      const { turns, value } = yield* turnsOf(
        Effect.provideService(
          mapInTurns(numbers, (number) => number * 2),
          Clock.Clock,
          clock
        )
      )
      assert.deepStrictEqual(
        value,
        numbers.map((number) => number * 2)
      )
      assert.isAtLeast(turns, 10)
    })
  )

  it.live("does one piece of all works between two turns of others", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(1)
      let [inTurn, most] = [0, 0]
      const each = () => {
        if (inTurn === 0) {
          setImmediate(() => {
            most = Math.max(most, inTurn)
            inTurn = 0
          })
        }
        inTurn += 1
      }
      const works = numbers.map(() => forEachInTurns(numbers.slice(0, 5), each))
      yield* Effect.provideService(Effect.all(works, { concurrency: "unbounded" }), Clock.Clock, clock)
      assert.isAtMost(most, 4)
    })
  )

  it.effect("leaves the thread to others for as long as a long piece took", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(30)
      const done: Array<number> = []
      const work = forEachInTurns([1, 2], (number) => {
        done.push(number)
      })
      const fiber = yield* Effect.forkChild(Effect.provideService(work, Clock.Clock, clock))
      yield* Effect.yieldNow
      yield* TestClock.adjust("80 millis")
      assert.deepStrictEqual(done, [1])
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(done, [1, 2])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
    })
  )

  it.live("is done at once where it is slight, and hands its place on where it fails or is left", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(0)
      const slight = mapInTurns(numbers, (number) => number)
      assert.isBelow((yield* turnsOf(Effect.provideService(slight, Clock.Clock, clock))).turns, 3)
      const failure = yield* Effect.exit(
        forEachInTurns([1], () => {
          throw new Error("broken")
        })
      )
      assert.strictEqual(failure._tag, "Failure")
      const endless = inThreadTurns(
        (function* () {
          for (;;) yield
        })()
      )
      assert.strictEqual((yield* Effect.timeoutOption(endless, "20 millis"))._tag, "None")
      assert.deepStrictEqual(yield* slight, numbers)
    })
  )

  /** Works of an organization: so many, of so many steps each, of which `done` tells. */
  const worksOf = (organization: string, count: number, steps: number, done: () => void) =>
    Effect.all(
      Array.from({ length: count }, () => forEachInTurns(Array.from({ length: steps }), done)),
      { concurrency: "unbounded", discard: true }
    ).pipe(Effect.provideService(WorksFor, organization as OrganizationId))

  it.live("goes to one organization after the other, however many works one has", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const crowd = yield* Effect.forkChild(worksOf("org_crowd", 20, 100, () => done.push("crowd")))
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      const before = done.length
      yield* worksOf("org_other", 1, 5, () => done.push("other"))
      const beside = done.slice(before).filter((whose) => whose === "crowd").length
      assert.isAbove(beside, 0)
      assert.isAtMost(beside, 12)
      yield* Fiber.interrupt(crowd)
    }).pipe((work) => Effect.flatMap(ticking(2), (clock) => Effect.provideService(work, Clock.Clock, clock)))
  )

  it.effect("is handed on at once by who is left while others have the thread, or waits for it", () =>
    Effect.gen(function* () {
      const clock = yield* ticking(30)
      const long = Effect.provideService(
        worksOf("org_long", 2, 100, () => {}),
        Clock.Clock,
        clock
      )
      const resting = yield* Effect.forkChild(long)
      for (let turn = 0; turn < 5; turn += 1) yield* Effect.yieldNow
      const done: Array<number> = []
      const waiting = yield* Effect.forkChild(
        forEachInTurns([1], (number) => {
          done.push(number)
        })
      )
      const left = yield* Effect.forkChild(worksOf("org_left", 3, 1, () => done.push(2)))
      for (let turn = 0; turn < 5; turn += 1) yield* Effect.yieldNow
      assert.deepStrictEqual(done, [])
      yield* Fiber.interrupt(left)
      yield* Fiber.interrupt(resting)
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(done, [1])
    })
  )

  it.effect("is kept by no work whose clock stands still", () =>
    Effect.gen(function* () {
      const spin = () => {
        const until = performance.now() + 15
        while (performance.now() < until);
      }
      yield* forEachInTurns([1, 2], spin)
      assert.deepStrictEqual(yield* mapInTurns([1], (number) => number), [1])
    })
  )
})
