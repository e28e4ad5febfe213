import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Deferred, Effect, Exit, Scope } from "effect"
import { makeUseNotes } from "../src/noteUses.ts"

const hour = 3_600_000

describe("notes of uses", () => {
  it.effect("that come while one is written go out together, each page once", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const written: Array<ReadonlyArray<string>> = []
      const { flush, note } = yield* makeUseNotes((uses) =>
        Effect.andThen(
          Effect.sync(() => written.push(uses.map(({ key }) => key))),
          Deferred.await(gate)
        )
      )
      for (const key of ["a", "b", "c", "b"]) yield* note("shared", key, 0, hour)
      yield* note("shared", "fresh", hour, hour)
      assert.deepStrictEqual(written, [["a"]])
      yield* Deferred.succeed(gate, undefined)
      yield* flush
      assert.deepStrictEqual(written, [["a"], ["b", "c"]])
    })
  )

  it.effect("disturb nobody when they cannot be written, and the next ones are", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      let isAway = true
      const { note } = yield* makeUseNotes((uses) =>
        Effect.suspend(() => {
          if (isAway) return Effect.fail(new StoreUnavailable({ operation: "test", cause: null }))
          written.push(...uses.map(({ key }) => key))
          return Effect.void
        })
      )
      yield* note("shared", "lost", 0, hour)
      isAway = false
      yield* note("shared", "kept", 0, hour)
      assert.deepStrictEqual(written, ["kept"])
    })
  )

  it.effect("end with the scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      let isInterrupted = false
      const { note } = yield* makeUseNotes(() =>
        Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            isInterrupted = true
          })
        )
      ).pipe(Scope.provide(scope))
      yield* note("shared", "a", 0, hour)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(isInterrupted)
    })
  )
})
