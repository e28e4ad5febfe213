/** Observed: how the reading of one page ends, and what is written to the log of it. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Logger } from "effect"
import { sparing } from "../../src/competitors/sparing.ts"
import { ofOnePage } from "../../src/pages/ofOnePage.ts"

const url = "https://site.example/a"

const logged = <A, E>(work: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => lines.push(message))
    const exit = yield* Effect.exit(work).pipe(Effect.provide(Logger.layer([logger])))
    return { exit, lines }
  })

const bug = Effect.sync(() => String({ toString: 1, valueOf: 1 }))

describe("a page among others", () => {
  it.effect("fails over a bug that it brings to light, which the log says", () =>
    Effect.gen(function* () {
      const { exit, lines } = yield* logged(ofOnePage(url)(bug))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasFails(exit.cause) && !Cause.hasDies(exit.cause))
      assert.lengthOf(lines, 1)
    })
  )

  it.effect("is left out where use is made of it", () =>
    Effect.gen(function* () {
      const { exit, lines } = yield* logged(sparing(url)(Effect.asVoid(bug)))
      assert.isTrue(Exit.isSuccess(exit))
      assert.lengthOf(lines, 1)
    })
  )

  it.effect("ends otherwise as it does alone", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ofOnePage(url)(Effect.succeed(1)), 1)
      assert.strictEqual(yield* Effect.flip(ofOnePage(url)(Effect.fail("no"))), "no")
      const waits = yield* Effect.forkChild(ofOnePage(url)(Effect.never))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waits)
      const exit = yield* Fiber.await(waits)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
    })
  )
})
