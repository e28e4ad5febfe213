/** Places for streams, shared between organizations. Observed: who gets one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { makePlaces, streamLimits } from "../../src/live/Places.ts"

const { ofCaller, ofProcess } = streamLimits

describe("places for streams", () => {
  /** Opens as many as it can get, with as many keys as it takes; gives how many, and why no more. */
  const opening = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const enter = makePlaces(() => Effect.void)
    const one = (organization: string, caller: string) =>
      Scope.provide(enter({ organization, caller }), scope).pipe(
        Effect.as(null),
        Effect.catchTag("TooManyStreams", (refused) => Effect.succeed(refused))
      )
    const all = Effect.fnUntraced(function* (organization: string) {
      for (let taken = 0; ; taken++) {
        const refused = yield* one(organization, `key_${Math.floor(taken / ofCaller)}`)
        if (refused !== null) return { taken, refused }
      }
    })
    return { all, one }
  })

  it.effect("leave room for whoever comes next, however many one organization asks for", () =>
    Effect.gen(function* () {
      const { all, one } = yield* opening
      const first = yield* all("hog")
      assert.deepInclude(first.refused, { of: "organization", limit: ofProcess / 2 })
      assert.strictEqual(first.taken, ofProcess / 2)
      for (const name of ["b", "c", "d"]) assert.isAtLeast((yield* all(name)).taken, 2 * ofCaller)
      assert.isNull(yield* one("quiet", "key"), "one that has none finds a place")
      assert.isNotNull(yield* one("hog", "another key"))
    })
  )

  it.effect("are given back to the organization that had them, and to no other", () =>
    Effect.gen(function* () {
      const enter = makePlaces(() => Effect.void)
      for (let round = 0; round < 3; round++) {
        const scope = yield* Scope.make()
        for (let at = 0; at < ofCaller; at++) yield* Scope.provide(enter({ organization: "a", caller: "key" }), scope)
        const full = yield* Effect.flip(Effect.scoped(enter({ organization: "a", caller: "key" })))
        assert.deepInclude(full, { of: "caller", limit: ofCaller })
        yield* Scope.close(scope, Exit.void)
      }
    })
  )
})
