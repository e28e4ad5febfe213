import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
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

      ahead: (after, last, limit) =>
        sql<{ readonly id: OrganizationId }>`
          select organization_id as id from accounts
          where period_start > ${after}::timestamptz and organization_id > ${last ?? ""}
          order by organization_id limit ${limit}`.pipe(
          Effect.map((rows) => rows.map(({ id }) => id)),
          orUnavailable("BillingLedger.ahead")
        ),

      supply: (organizationId, options) =>
        supplyOne(sql, organizationId, options).pipe(orUnavailable("BillingLedger.supply"))
    })
  })
)
