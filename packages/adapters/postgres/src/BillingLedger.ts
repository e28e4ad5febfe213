import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dueOf } from "./dueCredits.ts"
import { orUnavailable } from "./storeFailure.ts"
import { findBillingAccount, supplyOne } from "./supply.ts"

/** `BillingLedger` on Postgres. */
export const layer: Layer.Layer<BillingLedger, never, SqlClient.SqlClient> = Layer.effect(
  BillingLedger,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return BillingLedger.of({
      account: (organizationId) => findBillingAccount(sql, organizationId).pipe(orUnavailable("BillingLedger.account")),

      due: Effect.fn("BillingLedger.due")((at, limit) => dueOf(sql, at, limit), orUnavailable("BillingLedger.due")),

      supply: (organizationId, options) =>
        supplyOne(sql, organizationId, options).pipe(orUnavailable("BillingLedger.supply"))
    })
  })
)
