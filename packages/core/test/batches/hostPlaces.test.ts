import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeHostPlaces } from "../../src/batches/workItem.ts"

describe("places at hosts for pages of batches", () => {
  it.effect("are first for the batch of an organization that had the fewest lately", () =>
    Effect.gen(function* () {
      const places = makeHostPlaces()
      const order: Array<string> = []
      const doors: Array<Deferred.Deferred<void>> = []
      const read = (id: string) =>
        places(
          "org_1 site.example",
          id
        )(
          Effect.gen(function* () {
            const door = yield* Deferred.make<void>()
            order.push(id)
            doors.push(door)
            yield* Deferred.await(door)
          })
        )
      const begun: Array<Fiber.Fiber<void>> = []
      for (const id of ["many", "many", "many", "many", "many", "many", "many", "few", "few"]) {
        begun.push(yield* Effect.forkChild(read(id), { startImmediately: true }))
      }
      for (let n = 0; n < begun.length; n++) {
        yield* Deferred.succeed(doors[n]!, undefined)
        yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      }
      yield* Effect.forEach(begun, Fiber.join)
      assert.deepStrictEqual(order.slice(4), ["few", "few", "many", "many", "many"])
    })
  )
})
