/**
 * Organizations to which credits are due.
 *
 * Months that have begun are found by an index. Whether an account runs short no index knows, because that changes with every
 * charge: so those who top up by themselves are looked at, some at once, until enough are found or all were seen.
 */
import { topUpReserve } from "@kittiwake/core/credits/domain/Supply"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Organizations that one statement looks at. */
const lookedAtOnce = 1_000

interface Looked {
  readonly id: string
  readonly short: boolean
}

/** Those after an id who top up by themselves, and whether their accounts run short. Blocks are larger than the reserve. */
const topping = (sql: SqlClient.SqlClient, at: DateTime.Utc, after: string) => sql<Looked>`
  select o.id, coalesce(not o.disabled and o.billing is not null
      and (o.billing ->> 'pausedAt' is null or (o.billing ->> 'resumesAt')::timestamptz <= ${at}::timestamptz)
      and a.period_start is not null and a.balance - a.held < ${topUpReserve}
      and coalesce(
        a.topped_up + (o.auto_topup ->> 'blockCredits')::bigint <= (o.auto_topup ->> 'monthlyBudgetCredits')::bigint,
        true), false) as short
  from (
    select * from organizations where (auto_topup ->> 'enabled') = 'true' and id > ${after} order by id limit ${lookedAtOnce}
  ) o
    -- One look for each, where a join would rather read all accounts.
    left join lateral (select * from accounts where organization_id = o.id offset 0) a on true
  order by o.id`

/** Up to `limit` organizations, longest due first. */
export const dueOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, at: DateTime.Utc, limit: number) {
  const overdue = yield* sql<{ id: string }>`
    select organization_id as id from accounts where due_at <= ${at}::timestamptz
    order by due_at, organization_id limit ${limit}`
  const due = new Set(overdue.map(({ id }) => id))
  for (let after = ""; due.size < limit; ) {
    const looked = yield* topping(sql, at, after)
    for (const { id, short } of looked) if (short && due.size < limit) due.add(id)
    if (looked.length < lookedAtOnce) break
    after = looked.at(-1)!.id
  }
  return [...due].map((id) => OrganizationId.make(id))
})
