/** Frames that a page waits for. Observed: who waits and for how long, over a page that tells what a test says. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { framesOf, type SeatOfFrames } from "../src/render/frames.ts"
import { CallFailed, NeedsOwnBrowser } from "../src/render/PageFailed.ts"
import type { PageWorld } from "../src/render/PageWorld.ts"

interface Shown {
  readonly isRemote?: true
  readonly isAlone?: true
  readonly hasBegun?: true
  readonly isHeldUp?: true
}

/** A page that is asked again and again whether its frame has come. */
const pageOf = (asked: Effect.Effect<boolean, CallFailed>, { hasBegun, isAlone, isHeldUp, isRemote }: Shown = {}) => {
  const seat: SeatOfFrames = {
    running: { isRemote: isRemote === true },
    isAlone: () => isAlone === true,
    waitForFrame: (frame) => (isHeldUp === true ? Effect.fail(new NeedsOwnBrowser()) : frame)
  }
  const world = { run: () => asked } as unknown as PageWorld
  return framesOf(seat, world, { hasBegun: hasBegun === true, hasTouched: false })
}

const comesAfter = (millis: number) => Effect.as(Effect.sleep(millis), true)
const never = Effect.as(Effect.sleep("1 second"), false)

/** When the wait was over, and with what. */
const outcomeOf = Effect.fnUntraced(function* ({ lacking, next }: ReturnType<typeof pageOf>) {
  const waiting = yield* Effect.forkChild(Effect.raceFirst(Effect.result(Deferred.await(lacking)), next))
  let seconds = 0
  while (waiting.pollUnsafe() === undefined && seconds < 60) {
    seconds += 1
    yield* TestClock.adjust("1 second")
  }
  const outcome = yield* Fiber.join(waiting)
  return [typeof outcome === "boolean" ? outcome : "begins again", seconds] as const
})

it.effect(
  "is waited for as long as it does not come, also where scripts do not answer, once a page is shown for a while",
  () =>
    Effect.gen(function* () {
      let waits = 0
      const over = yield* Deferred.make<never, NeedsOwnBrowser>()
      const seat: SeatOfFrames = {
        running: { isRemote: false },
        isAlone: () => false,
        waitForFrame: (frame) =>
          Effect.suspend(() => {
            waits += 1
            return Effect.raceFirst(frame, Deferred.await(over))
          })
      }
      let asked: Effect.Effect<boolean> = comesAfter(10)
      const world = { run: () => Effect.suspend(() => asked) } as unknown as PageWorld
      const { lacking, watch } = framesOf(seat, world, { hasBegun: false, hasTouched: false })
      const watching = yield* Effect.forkChild(watch)
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(waits, 0)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(waits, 3)
      asked = Effect.never
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(waits, 4)
      assert.isFalse(yield* Deferred.isDone(lacking))
      yield* Deferred.fail(over, new NeedsOwnBrowser())
      assert.instanceOf(yield* Effect.flip(Deferred.await(lacking)), NeedsOwnBrowser)
      yield* Fiber.interrupt(watching)
    })
)

describe("a frame of a page", () => {
  it.effect.each([
    ["comes in time", comesAfter(30), {}, [false, 1]],
    ["comes late", comesAfter(200), {}, [true, 1]],
    ["does not come, where others have drawn", never, {}, ["begins again", 10]],
    ["does not come, where nobody else has", never, { isAlone: true }, [false, 4]],
    ["does not come, of a page that has acted", never, { hasBegun: true }, [false, 10]],
    ["is held up", never, { isHeldUp: true }, ["begins again", 1]],
    ["is of a browser elsewhere", never, { isRemote: true }, [false, 1]],
    ["is of a page that is kept by its own scripts", Effect.never, {}, [false, 2]],
    ["is of a page that has gone", Effect.fail(new CallFailed({ message: "gone" })), {}, [false, 1]]
  ] as ReadonlyArray<
    readonly [string, Effect.Effect<boolean, CallFailed>, Shown, readonly [boolean | string, number]]
  >)("that %s", ([, asked, shown, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomeOf(pageOf(asked, shown)), expected)
    })
  )
})
