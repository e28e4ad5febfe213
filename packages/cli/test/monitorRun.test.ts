/** How long `kittiwake monitor run` waits for a run, and what it says when that ends nowhere. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { RunRecord } from "../../core/src/monitors/domain/RunRecord.ts"
import { untilEnded } from "../src/commands/monitorRuns.ts"

const standing = (status: RunRecord["status"]) => ({ status })

describe("kittiwake monitor run", () => {
  it.effect("says within seconds that the server is not ready, and why", () =>
    Effect.gen(function* () {
      const whyNot = Effect.succeed(": disk has 0 MB free (64 MB wanted)")
      const waiting = yield* Effect.forkChild(
        Effect.flip(untilEnded("run_1", Effect.succeed(standing("queued")), whyNot))
      )
      yield* TestClock.adjust("5 seconds")
      const error = yield* Fiber.join(waiting)
      assert.deepInclude(error, { exitCode: 3 })
      assert.include(error.message, "run_1 waits, because the server is not ready: disk has 0 MB free (64 MB wanted).")
    })
  )

  it.effect("asks for a worker after two minutes beside a server that is ready", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(
        Effect.flip(untilEnded("run_1", Effect.succeed(standing("running")), Effect.succeed(null)))
      )
      yield* TestClock.adjust("2 minutes")
      assert.include((yield* Fiber.join(waiting)).message, "is a worker running")
    })
  )

  it.effect("ends with the run", () =>
    Effect.gen(function* () {
      let looks = 0
      const look = Effect.sync(() => standing(++looks < 3 ? "running" : "completed"))
      const waiting = yield* Effect.forkChild(untilEnded("run_1", look, Effect.succeed(null)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting)).status, "completed")
    })
  )
})
