/** Observed: whose work over history is done, while somebody else's takes long. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Deferred, Effect, Fiber } from "effect"
import { HistoryTurns } from "../../src/monitors/HistoryTurns.ts"

const [busy, other] = [OrganizationId.make("org_busy"), OrganizationId.make("org_other")]

describe("work over history", () => {
  it.effect("leaves a place to others, whatever one organization asks for, and says for whom it is done", () =>
    Effect.gen(function* () {
      const turns = new HistoryTurns()
      const gate = yield* Deferred.make<void>()
      const begun: Array<string | null> = []
      const work = Effect.gen(function* () {
        begun.push(yield* WorksFor)
        yield* Deferred.await(gate)
      })
      const fibers = yield* Effect.forEach([busy, busy, busy, other, busy], (organizationId) =>
        Effect.forkChild(turns.take(organizationId, work))
      )
      yield* Effect.yieldNow
      assert.deepStrictEqual(begun, [busy, other])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.awaitAll(fibers)
      assert.lengthOf(begun, 5)
    })
  )
})
