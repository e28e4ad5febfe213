import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { topUpReserve } from "@kittiwake/core/credits/domain/Supply"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"
import { findBillingAccount, supplyOne } from "./supply.ts"

/** `BillingLedger` on Postgres. */
export const layer: Layer.Layer<BillingLedger, never, SqlClient.SqlClient> = Layer.effect(
  BillingLedger,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return BillingLedger.of({
      account: (organizationId) => findBillingAccount(sql, organizationId).pipe(orUnavailable("BillingLedger.account")),

      // Blocks are larger than the reserve, so that one of them always brings an account back to it.
      due: Effect.fn("BillingLedger.due")(function* (at, limit) {
        const rows = yield* sql<{ id: string }>`
          with overdue as (
            select organization_id, due_at from accounts where due_at <= ${at}::timestamptz
            order by due_at, organization_id limit ${limit}
          ),
          short as (
            select a.organization_id, ${at}::timestamptz as due_at
            from organizations o join accounts a on a.organization_id = o.id
            where (o.auto_topup ->> 'enabled') = 'true' and not o.disabled and o.billing is not null
              and (o.billing ->> 'pausedAt' is null or (o.billing ->> 'resumesAt')::timestamptz <= ${at}::timestamptz)
              and a.period_start is not null and a.balance - a.held < ${topUpReserve}
              and coalesce(
                a.topped_up + (o.auto_topup ->> 'blockCredits')::bigint
                  <= (o.auto_topup ->> 'monthlyBudgetCredits')::bigint,
                true)
            order by a.organization_id limit ${limit}
          )
          select organization_id as id from (select * from overdue union all select * from short) due
          group by organization_id order by min(due_at), organization_id limit ${limit}`
        return rows.map(({ id }) => OrganizationId.make(id))
      }, orUnavailable("BillingLedger.due")),

      supply: (organizationId, options) =>
        supplyOne(sql, organizationId, options).pipe(orUnavailable("BillingLedger.supply"))
    })
  })
)
