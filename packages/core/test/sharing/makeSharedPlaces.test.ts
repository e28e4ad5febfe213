import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layer as memoryKeeper } from "../../src/memory/PlaceKeeper.ts"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"
import { makeSharedPlaces } from "../../src/sharing/makeSharedPlaces.ts"
import { PlaceKeeper, type PlaceKeeping } from "../../src/sharing/PlaceKeeper.ts"
import { settable } from "../../src/testing/arrangements.ts"

const unavailable = new StoreUnavailable({ operation: "places", cause: "away" })

/** A keeper that several processes share, and that may be away. */
const openKeeper = Effect.gen(function* () {
  const keeper = Context.get(yield* Layer.build(memoryKeeper), PlaceKeeper)!
  const outside = { isAway: false }
  const unlessAway = <A>(answer: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() => (outside.isAway ? Effect.fail(unavailable) : answer))
  const shared: PlaceKeeping = {
    enter: (options) => unlessAway(keeper.enter(options)),
    leave: (subject, token) => unlessAway(keeper.leave(subject, token))
  }
  return { outside, shared }
})

const options = { use: "lanes", lost: "lost", found: "found", longestWait: Duration.infinity } as const

const startProcess = (keeper: PlaceKeeping | null, more: Partial<typeof options> = {}) =>
  Effect.provideService(makeSharedPlaces({ ...options, ...more }), PlaceKeeper, keeper)

/** Work that lasts until it is let go, and what it was told. */
const startWork = (process: Effect.Success<ReturnType<typeof startProcess>>, limit = 1) =>
  Effect.gen(function* () {
    const [begun, end] = [yield* Deferred.make<boolean>(), yield* Deferred.make<void>()]
    const fiber = yield* Effect.forkChild(
      process("host", limit)((waited) => Effect.andThen(Deferred.succeed(begun, waited), Deferred.await(end)))
    )
    yield* Effect.repeat(Effect.yieldNow, { times: 20 })
    return {
      hasBegun: () => Deferred.isDoneUnsafe(begun),
      waited: Deferred.await(begun),
      fiber,
      end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber))
    }
  })

describe("places that processes share", () => {
  it.effect("are held by no more than there are, in turns over all processes", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      const first = yield* startWork(one)
      const second = yield* startWork(two)
      const third = yield* startWork(one)
      assert.isFalse(yield* first.waited)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual([second.hasBegun(), third.hasBegun()], [false, false])
      yield* first.end
      yield* TestClock.adjust("50 millis")
      assert.deepStrictEqual([second.hasBegun(), third.hasBegun()], [true, false])
      assert.isTrue(yield* second.waited)
      yield* second.end
      yield* TestClock.adjust("50 millis")
      assert.isTrue(third.hasBegun())
      yield* third.end
    })
  )

  it.effect("are given back by who is interrupted, in line or at work", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      const [atWork, inLine] = [yield* startWork(one), yield* startWork(one)]
      const next = yield* startWork(two)
      yield* Fiber.interrupt(inLine.fiber)
      yield* Fiber.interrupt(atWork.fiber)
      yield* TestClock.adjust("50 millis")
      assert.isTrue(next.hasBegun())
      yield* next.end
    })
  )

  it.effect("are free again soon after their process died", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const two = yield* startProcess(shared)
      const scene = Effect.gen(function* () {
        const dying = yield* startProcess({ ...shared, leave: () => Effect.never })
        yield* Effect.forkDetach(dying("host", 1)(() => Effect.never))
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      })
      yield* Effect.scoped(scene)
      const next = yield* startWork(two)
      yield* TestClock.adjust("14900 millis")
      assert.isFalse(next.hasBegun())
      yield* TestClock.adjust("200 millis")
      assert.isTrue(next.hasBegun())
      yield* next.end
    })
  )

  it.effect("are done without where nobody keeps them, while they cannot be had, and by who waited long enough", () =>
    Effect.gen(function* () {
      const alone = yield* startProcess(null)
      const works = [yield* startWork(alone), yield* startWork(alone)]
      assert.isTrue(works.every(({ hasBegun }) => hasBegun()))

      const { outside, shared } = yield* openKeeper
      const one = yield* startProcess(shared)
      const held = yield* startWork(one)
      outside.isAway = true
      const free = yield* startWork(one)
      assert.isTrue(free.hasBegun())
      yield* held.end
      outside.isAway = false
      // What could not be given back is, once there are answers again.
      yield* TestClock.adjust("5 seconds")
      const again = yield* startWork(one)
      assert.isFalse(yield* again.waited)

      const impatient = yield* startProcess(shared, { longestWait: Duration.seconds(10) })
      const waiting = yield* startWork(impatient)
      yield* TestClock.adjust("9900 millis")
      assert.isFalse(waiting.hasBegun())
      yield* TestClock.adjust("200 millis")
      assert.isTrue(yield* waiting.waited)
    })
  )

  it.effect("are held on to, and waited for as long, when the clock is set right that was ahead", () =>
    Effect.gen(function* () {
      const setAhead = yield* settable
      const { shared } = yield* openKeeper
      const full: PlaceKeeping = { ...shared, enter: () => Effect.succeed({ admitted: false, taken: 1 }) }
      const impatient = yield* startProcess(full, { longestWait: Duration.minutes(1) })
      yield* setAhead("1 day")
      const holder = yield* startWork(yield* startProcess(shared))
      const waiting = yield* startWork(impatient)
      yield* setAhead(0)
      // Its lease was given by a clock that was ahead, and is believed from when it is renewed.
      yield* TestClock.adjust("6 seconds")
      const other = yield* startWork(yield* startProcess(shared))
      yield* TestClock.adjust("53 seconds")
      assert.deepStrictEqual([other.hasBegun(), waiting.hasBegun()], [false, false])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([other.hasBegun(), waiting.hasBegun()], [false, true])
      yield* holder.end
      yield* TestClock.adjust("50 millis")
      yield* Effect.forEach([other, waiting], ({ end }) => end)
    })
  )
})
