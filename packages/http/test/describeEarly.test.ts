/** Observed: when the description of an API is made, by what its own annotation is asked. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { TestClock } from "effect/testing"
import { describeEarly } from "../src/describeEarly.ts"

describe("the description of the API", () => {
  it.effect("is made a second after the start, before anybody asks", () =>
    Effect.gen(function* () {
      let made = 0
      const transform = (spec: Record<string, unknown>) => {
        made += 1
        return spec
      }
      const api = HttpApi.make("some").annotate(OpenApi.Transform, transform)
      yield* describeEarly(api)
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(made, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(made, 1)
      OpenApi.fromApi(api)
      assert.strictEqual(made, 1, "who asks then gets the same")
    }).pipe(Effect.scoped)
  )
})
