/** Replies to calls that acted on a page: nothing that they are refused with has their client do the same again. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget } from "@kittiwake/core/budget/MemoryBudget"
import { Credits } from "@kittiwake/core/credits/Credits"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { ContentTooLarge, DeadlinePassed, TooBusy } from "@kittiwake/core/web/errors"
import { Effect, Layer } from "effect"
import { newExchange } from "../src/Exchange.ts"
import { type ApiError, afterActing, refusalOf, ShuttingDown } from "../src/errors.ts"
import { Replies } from "../src/Replies.ts"

const layer = Replies.layer.pipe(Layer.provide(Layer.mock(Credits)({})))

const refused = Effect.fnUntraced(function* (error: ApiError, hasActed: boolean) {
  const exchange = newExchange("req_1", 0, yield* MemoryBudget)
  exchange.acting.hasActed = hasActed
  const { headers, status } = yield* Replies.use((replies) => replies.refuse(exchange, error))
  return [status, headers["x-should-retry"] ?? null, headers["retry-after"] ?? null]
})

describe("a call that is refused", () => {
  for (const error of [
    new TooBusy({ message: "No room." }),
    new StoreUnavailable({ operation: "settle", cause: "away" }),
    new ShuttingDown()
  ])
    it.effect(`with ${error._tag} once it has acted on a page is not to be repeated`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* refused(error, true), [503, "false", null])
        const [, shouldRetry, after] = yield* refused(error, false)
        assert.isNull(shouldRetry)
        assert.isNotNull(after)
      }).pipe(Effect.provide(layer))
    )

  it("is told to see what was done where it would have been told to try again, and else what it is refused for", () => {
    const said = (error: ApiError) => afterActing(refusalOf(error)).message
    for (const error of [new ShuttingDown(), new TooBusy({ message: "Try again in a moment." })]) {
      assert.notInclude(said(error), "Try again")
      assert.include(said(error), "See whether")
    }
    assert.strictEqual(said(new ContentTooLarge({ message: "The page is too large." })), "The page is too large.")
  })

  it("because its time is over is told to see first what was done where something may have been", () => {
    const said = (error: DeadlinePassed) => refusalOf(error).message
    assert.include(said(new DeadlinePassed({ mayHaveActed: true })), "see whether they were. Then give more time")
    assert.notInclude(said(new DeadlinePassed()), "actions")
  })
})
