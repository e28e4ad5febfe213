/** Organizations to which credits are due. */
import type { Connection } from "../Connection.ts"

const due = `
  with overdue as (
    select organization_id, due_at from accounts where due_at <= ?1 order by due_at, organization_id limit ?4
  ),
  short as (
    select a.organization_id, ?1 as due_at
    from organizations o cross join accounts a on a.organization_id = o.id
    where o.auto_topup ->> 'enabled' = 1 and o.disabled = 0 and o.billing is not null
      and (o.billing ->> 'pausedAt' is null or o.billing ->> 'resumesAt' <= ?2)
      and a.period_start is not null and a.balance - a.held < ?3
      and ifnull(
        a.topped_up + (o.auto_topup ->> 'blockCredits') <= o.auto_topup ->> 'monthlyBudgetCredits',
        true)
    order by o.id limit ?4
  )
  select organization_id as id from (select * from overdue union all select * from short)
  group by organization_id order by min(due_at), organization_id limit ?4`

export const creditReads = {
  /**
   * Up to `limit` organizations to which something is due, longest due first. Blocks are larger than the `reserve`, so that
   * one of them always brings an account back to it.
   */
  "BillingLedger.due": (
    db: Connection,
    { at, limit, reserve }: { readonly at: number; readonly limit: number; readonly reserve: number }
  ): ReadonlyArray<string> =>
    db.all<{ readonly id: string }>(due, at, new Date(at).toISOString(), reserve, limit).map(({ id }) => id)
}
