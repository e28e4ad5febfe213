/** A reply names what its call was charged, also when the store fails right after the charge. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget } from "@kittiwake/core/budget/MemoryBudget"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Layer } from "effect"
import { organizationOf } from "../../core/src/testing/builders.ts"
import { CurrentCaller, Exchange, newExchange } from "../src/Exchange.ts"
import { Replies } from "../src/Replies.ts"

const gone = Effect.fail(new StoreUnavailable({ operation: "CreditLedger.account", cause: "the connection was lost" }))

const layer = Replies.layer.pipe(Layer.provide(Layer.mock(Credits)({ account: () => gone, recentAccount: () => gone })))

/** What a reply says of credits, when its work charged so many while the store could be asked. */
const replyAfter = Effect.fnUntraced(function* (
  charge: { readonly creditsUsed: number; readonly creditsLeft: number } | null
) {
  const exchange = newExchange("req_1", 0, yield* MemoryBudget)
  const work = Effect.sync(() => {
    if (charge !== null) Object.assign(exchange, charge)
    return { markdown: "# Prices" }
  })
  // Of the caller, only its organization is looked at.
  const caller = { organization: organizationOf() } as Principal
  exchange.caller = caller
  return yield* (yield* Replies)
    .answer(() => work)
    .pipe(Effect.provideService(Exchange, exchange), Effect.provideService(CurrentCaller, caller))
})

describe("a reply whose balance cannot be read", () => {
  it.effect("names what was charged and what that left", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* replyAfter({ creditsUsed: 5, creditsLeft: 95 }), {
        markdown: "# Prices",
        request_id: "req_1",
        key_metadata: { credits_consumed: 5, credits_remaining: 95 }
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("is given without it when nothing was charged", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* replyAfter(null), { markdown: "# Prices", request_id: "req_1" })
    }).pipe(Effect.provide(layer))
  )
})
