/** A model that does not answer rests. Observed: how often it is asked, and what whoever asks it meanwhile hears. */
import { assert, describe, it } from "@effect/vitest"
import { LanguageModel, ModelFailed, type ModelRequest } from "@kittiwake/core/models/LanguageModel"
import { Duration, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { restingModel } from "../../src/models/restingModel.ts"

const request: ModelRequest<unknown> = {
  instructions: "Judge.",
  input: "Tea",
  schema: Schema.Unknown,
  schemaName: "judgement",
  maxOutputTokens: 200,
  deadline: Duration.seconds(20)
}

const failed = (reason: ModelFailed["reason"]) => Effect.fail(new ModelFailed({ reason, message: "No." }))

/** A model that does with each question what is set then. */
const scripted = (first: Effect.Effect<unknown, ModelFailed>) => {
  const script = { asked: 0, does: first }
  const model = restingModel(
    LanguageModel.of({
      complete: () =>
        Effect.suspend(() => {
          script.asked += 1
          return Effect.map(script.does, (value) => ({
            value: value as never,
            model: "stub",
            usage: { inputTokens: 1, outputTokens: 1 }
          }))
        })
    })
  )
  /** Why it does not answer, when as much time as it has is over; null where it does. */
  const ask = Effect.fnUntraced(function* (deadline = request.deadline) {
    const asking = yield* Effect.forkChild(Effect.result(model.complete({ ...request, deadline })))
    yield* TestClock.adjust(deadline)
    const answer = yield* Fiber.join(asking)
    return answer._tag === "Success" ? null : answer.failure.reason
  })
  return { ask, model, script }
}

describe("a model that does not answer", () => {
  it.effect("is ended with its deadline, and rests after three questions in a row, longer each time", () =>
    Effect.gen(function* () {
      const { ask, script } = scripted(Effect.never)
      for (let round = 1; round <= 3; round++) assert.strictEqual(yield* ask(), "deadline")
      for (const [rest, asked] of [
        [15, 3],
        [30, 4],
        [60, 5]
      ] as const) {
        assert.strictEqual(yield* ask(Duration.zero), "unavailable")
        yield* TestClock.adjust(Duration.seconds(rest - 1))
        assert.strictEqual(yield* ask(Duration.zero), "unavailable")
        assert.strictEqual(script.asked, asked)
        yield* TestClock.adjust(Duration.seconds(1))
        assert.strictEqual(yield* ask(), "deadline")
      }
    })
  )

  it.effect("rests no longer for many questions that hang at once", () =>
    Effect.gen(function* () {
      const { ask, model, script } = scripted(Effect.never)
      const many = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 24 }), () => Effect.flip(model.complete(request)), {
          concurrency: "unbounded"
        })
      )
      yield* TestClock.adjust("20 seconds")
      assert.lengthOf(yield* Fiber.join(many), 24)
      assert.strictEqual(yield* ask(Duration.zero), "unavailable")
      yield* TestClock.adjust("15 seconds")
      script.does = Effect.succeed(1)
      assert.isNull(yield* ask())
      assert.strictEqual(script.asked, 25)
    })
  )

  it.effect("begins anew after an answer, and is not at fault for what is no silence, nor for want of time", () =>
    Effect.gen(function* () {
      const { ask, script } = scripted(failed("unavailable"))
      for (let round = 0; round < 4; round++) {
        script.does = failed("unavailable")
        yield* ask()
        yield* ask()
        script.does = Effect.succeed(1)
        assert.isNull(yield* ask())
      }
      for (const reason of ["malformed", "refused", "limited", "cut"] as const) {
        script.does = failed(reason)
        for (let round = 0; round < 5; round++) assert.strictEqual(yield* ask(), reason)
      }
      script.does = Effect.never
      for (let round = 0; round < 5; round++) assert.strictEqual(yield* ask(Duration.seconds(4)), "deadline")
      script.does = Effect.succeed(1)
      assert.isNull(yield* ask())
    })
  )
})
