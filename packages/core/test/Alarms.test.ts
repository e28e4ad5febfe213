import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../src/Alarms.ts"

const late = (after: Duration.Input) =>
  Alarms.use(({ late }) => Effect.succeed(late(Duration.fromInputUnsafe(after), Effect.succeed("late"))))

/** Runs `effect` with `late` after a second, lets `lasts` pass, and tells how it ended, if it did. */
const endOf = <A, E>(lasts: Duration.Input, effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild((yield* late("1 second"))(effect))
    yield* TestClock.adjust(lasts)
    return fiber.pollUnsafe()
  })

describe("what is done when something lasts too long", () => {
  it.effect("is not done when it ends in time, however it ends", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* endOf(0, Effect.succeed("done")), Exit.succeed("done"))
      assert.deepStrictEqual(yield* endOf("1 second", Effect.delay(Effect.succeed("done"), 999)), Exit.succeed("done"))
      assert.deepStrictEqual(yield* endOf("1 second", Effect.delay(Effect.fail("away"), 999)), Exit.fail("away"))
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("is done at its time, and ends what lasts", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const lasting = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push("effect")))
      assert.isUndefined(yield* endOf(999, lasting))
      assert.deepStrictEqual(yield* endOf("1 second", lasting), Exit.succeed("late"))
      assert.deepStrictEqual(ended, ["effect", "effect"])
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("does not count when what lasts ends before it does", () =>
    Effect.gen(function* () {
      const { late } = yield* Alarms
      const slow = Effect.delay(Effect.succeed("late"), "10 seconds")
      const fiber = yield* Effect.forkChild(
        late(Duration.seconds(1), slow)(Effect.delay(Effect.succeed("done"), "3 seconds"))
      )
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed("done"))
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("comes for each at its own time, in whatever order they were set", () =>
    Effect.gen(function* () {
      const { late } = yield* Alarms
      const told: Array<number> = []
      const tell = (seconds: number) =>
        late(
          Duration.seconds(seconds),
          Effect.sync(() => void told.push(seconds))
        )(Effect.never)
      const fibers = yield* Effect.forEach([5, 2, 9, 2, 7, 1], (seconds) => Effect.forkChild(tell(seconds)))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(told, [1, 2, 2])
      fibers.push(yield* Effect.forkChild(tell(1)))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(told, [1, 2, 2, 1])
      yield* TestClock.adjust("6 seconds")
      assert.deepStrictEqual(told, [1, 2, 2, 1, 5, 7, 9])
      yield* Fiber.joinAll(fibers)
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("leaves the thread to others in between when many come at one time", () =>
    Effect.gen(function* () {
      const { late } = yield* Alarms
      /** How many came in each turn of the event loop. */
      const told = [0]
      const tell = Effect.sync(() => void told[told.length - 1]!++)
      const fibers = yield* Effect.forEach(Array.from({ length: 100 }), () =>
        Effect.forkChild(late(Duration.seconds(1), tell)(Effect.never), { startImmediately: true })
      )
      const turn = (): NodeJS.Immediate =>
        setImmediate(() => {
          told.push(0)
          next = turn()
        })
      let next = turn()
      yield* TestClock.adjust("1 second")
      yield* Fiber.joinAll(fibers)
      clearImmediate(next)
      assert.isAtMost(Math.max(...told), 16)
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("may still be called off while others of its time come", () =>
    Effect.gen(function* () {
      const { late } = yield* Alarms
      const told: Array<number> = []
      const fibers: Array<Fiber.Fiber<unknown>> = []
      const callOff = Effect.suspend(() => Fiber.interrupt(fibers.at(-1)!))
      for (let n = 0; n < 20; n++) {
        const tell = Effect.andThen(
          n === 0 ? callOff : Effect.void,
          Effect.sync(() => void told.push(n))
        )
        fibers.push(yield* Effect.forkChild(late(Duration.seconds(1), tell)(Effect.never), { startImmediately: true }))
      }
      yield* TestClock.adjust("1 second")
      assert.lengthOf(told, 19)
      assert.notInclude(told, 19)
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("is forgotten with what it was for", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      let wasDone = false
      const { late } = yield* Alarms
      const other = Effect.sync(() => {
        wasDone = true
      })
      const lasting = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push("effect")))
      yield* Fiber.interrupt(
        yield* Effect.forkChild(late(Duration.seconds(1), other)(lasting), { startImmediately: true })
      )
      assert.deepStrictEqual(ended, ["effect"])
      yield* TestClock.adjust("1 minute")
      assert.isFalse(wasDone)
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("ends with what lasts when nobody waits for either", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const lasting = (name: string) => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push(name)))
      const { late } = yield* Alarms
      const fiber = yield* Effect.forkChild(late(Duration.seconds(1), lasting("other"))(lasting("effect")))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(ended.sort(), ["effect", "other"])
    }).pipe(Effect.provide(Alarms.layer))
  )

  it.effect("leaves no alarm of what ended in time", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let sleeps = 0
      const counting: Clock.Clock = {
        ...clock,
        sleep: (duration) => {
          sleeps += 1
          return clock.sleep(duration)
        }
      }
      yield* Effect.gen(function* () {
        const { late } = yield* Alarms
        yield* late(Duration.seconds(1), Effect.never)(Effect.yieldNow)
        yield* TestClock.adjust("500 millis")
        yield* late(Duration.seconds(1), Effect.never)(Effect.yieldNow)
        yield* TestClock.adjust("1 minute")
      }).pipe(Effect.provide(Alarms.layer), Effect.provideService(Clock.Clock, counting))
      assert.strictEqual(sleeps, 1)
    })
  )
})
