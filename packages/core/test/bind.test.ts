import { assert, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { bind, provideOften } from "../src/bind.ts"

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

it.effect(
  "binds a method that runs under its caller's context each time, and its own ports before those of the caller",
  () =>
    Effect.gen(function* () {
      const method = bind(Context.make(Port, "bound"))((tag: number) =>
        Effect.map(Effect.all([Port, Around]), (seen) => [...seen, tag])
      )
      const twice = Effect.all([method(1), method(2)])
      const under = (name: string) =>
        twice.pipe(Effect.provideService(Around, name), Effect.provideService(Port, "of the caller"))
      for (const name of ["a", "b", "a"])
        assert.deepStrictEqual(yield* under(name), [
          ["bound", name, 1],
          ["bound", name, 2]
        ])
      assert.deepStrictEqual(yield* twice, [
        ["bound", "nothing", 1],
        ["bound", "nothing", 2]
      ])
    })
)
