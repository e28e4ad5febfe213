import { assert, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { provideOften } from "../src/bind.ts"

class Port extends Context.Service<Port, string>()("test/Port") {}

const Around = Context.Reference<string>("test/Around", { defaultValue: () => "nothing" })

it.effect("provides the same ports to many effects, each with what it runs under", () =>
  Effect.gen(function* () {
    const provided = provideOften(Context.make(Port, "port"))
    const both = provided(Effect.all([Port, Around]))
    const under = (name: string) => Effect.provideService(Effect.all([both, both]), Around, name)
    assert.deepStrictEqual(yield* both, ["port", "nothing"])
    assert.deepStrictEqual(yield* under("a"), [
      ["port", "a"],
      ["port", "a"]
    ])
    assert.deepStrictEqual(yield* under("b"), [
      ["port", "b"],
      ["port", "b"]
    ])
    assert.deepStrictEqual(yield* both, ["port", "nothing"])
  })
)
