import { Effect, Layer } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { Database } from "./Database.ts"
import { billingAccountOf, organizationsAhead, organizationsDue, supplyNow } from "./ledger.ts"

/** `BillingLedger` in memory. */
export const layer: Layer.Layer<BillingLedger, never, Database> = Layer.effect(
  BillingLedger,
  Effect.gen(function* () {
    const tables = yield* Database

    return BillingLedger.of({
      account: (organizationId) => Effect.sync(() => billingAccountOf(tables, organizationId)),
      due: (at, limit) => Effect.sync(() => organizationsDue(tables, at).slice(0, limit)),
      ahead: (after, last, limit) =>
        Effect.sync(() =>
          organizationsAhead(tables, after)
            .filter((id) => last === null || id > last)
            .slice(0, limit)
        ),
      supply: (organizationId, options) => Effect.sync(() => supplyNow(tables, organizationId, options))
    })
  })
)
