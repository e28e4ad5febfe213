/** What a failure of a page means whose renderer may have ended: a call may tell of it before the browser does. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { blameRenderer } from "../src/render/blameRenderer.ts"
import { CallFailed, failed } from "../src/render/PageFailed.ts"

const call = new CallFailed({ message: "Target crashed" })
const answer = failed("bad_response", "The page could not be opened.")

/** What becomes of a failure whose renderer is known to have ended so long after it. */
const blamed = Effect.fnUntraced(function* (failure: typeof call | typeof answer, endsAfterMillis: number) {
  const ended = yield* Deferred.make<void>()
  const blaming = yield* Effect.forkChild(Effect.flip(blameRenderer(ended)(failure)), { startImmediately: true })
  yield* TestClock.adjust(endsAfterMillis)
  yield* Deferred.succeed(ended, undefined)
  yield* TestClock.adjust("1 second")
  return (yield* Fiber.join(blaming))._tag
})

describe("a failure of a page", () => {
  for (const [what, failure] of [
    ["call", call],
    ["navigation", answer]
  ] as const)
    it.effect(`in a ${what} is the renderer's where that ended in the same moment, and the page's otherwise`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* blamed(failure, 0), "RendererEnded")
        assert.strictEqual(yield* blamed(failure, 200), "RendererEnded")
        assert.strictEqual(yield* blamed(failure, 300), failure._tag)
      })
    )

  it.effect("that has another reason is what it is, whatever ended", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      yield* Deferred.succeed(ended, undefined)
      const late = failed("timeout", "The page took too long.")
      assert.strictEqual(yield* Effect.flip(blameRenderer(ended)(late)), late)
    })
  )
})
