import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Tracer } from "effect"
import { spanned } from "../src/spanned.ts"

/** The name of the span that is under way. */
const current = Effect.map(
  Effect.option(Effect.currentSpan),
  Option.map(({ name }) => name)
)

describe("a span of what is done thousands of times", () => {
  it.effect("is there for whoever traces", () => {
    const begun: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        begun.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* spanned("runMonitor")(current), Option.some("runMonitor"))
      assert.deepStrictEqual(begun, ["runMonitor"])
    }).pipe(Effect.withTracer(tracer))
  })

  it.effect("is not made for nobody", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* spanned("runMonitor")(current), Option.none())
    })
  )
})
