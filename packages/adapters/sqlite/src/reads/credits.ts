/**
 * Organizations to which credits are due.
 *
 * Months that have begun are found by an index. Whether an account runs short no index knows, because that changes with every
 * charge: so those who top up by themselves are looked at, some at once.
 */
import type { Connection } from "../Connection.ts"

/** Organizations that one read looks at. */
const lookedAtOnce = 1_000

const overdue = "select organization_id as id from accounts where due_at <= ? order by due_at, organization_id limit ?"

// Blocks are larger than the reserve, so that one of them always brings an account back to it.
const topping = `
  select o.id, o.disabled = 0 and o.billing is not null
      and (o.billing ->> 'pausedAt' is null or o.billing ->> 'resumesAt' <= ?2)
      and a.period_start is not null and a.balance - a.held < ?3
      and ifnull(
        a.topped_up + (o.auto_topup ->> 'blockCredits') <= o.auto_topup ->> 'monthlyBudgetCredits',
        true) as short
  from organizations o left join accounts a on a.organization_id = o.id
  where o.auto_topup ->> 'enabled' = 1 and o.id > ?1
  order by o.id limit ${lookedAtOnce}`

export interface DueWanted {
  readonly at: number
  readonly limit: number
  readonly reserve: number
  /** The organization that the look before ended with; null for the first, which also finds the months that have begun. */
  readonly after: string | null
}

/** Who is due among those that were looked at, and the last of these; null when they were all. */
export interface DuePart {
  readonly ids: ReadonlyArray<string>
  readonly endedAt: string | null
}

interface Looked {
  readonly id: string
  readonly short: number | null
}

export interface AheadWanted {
  readonly after: number
  readonly last: string
  readonly limit: number
}

export const creditReads = {
  /** Organizations whose period begins after a moment, in the order of their ids. */
  "BillingLedger.ahead": (db: Connection, { after, last, limit }: AheadWanted): ReadonlyArray<string> =>
    db
      .all<{ readonly id: string }>(
        `select organization_id as id from accounts where period_start > ? and organization_id > ?
        order by organization_id limit ?`,
        after,
        last,
        limit
      )
      .map(({ id }) => id),

  /** Up to `limit` organizations to which something is due, longest due first. */
  "BillingLedger.due": (db: Connection, { after, at, limit, reserve }: DueWanted): DuePart => {
    const begun = after === null ? db.all<{ readonly id: string }>(overdue, at, limit) : []
    if (begun.length === limit) return { ids: begun.map(({ id }) => id), endedAt: null }
    const looked = db.all<Looked>(topping, after ?? "", new Date(at).toISOString(), reserve)
    const short = looked.filter((one) => one.short === 1)
    return {
      ids: [...new Set([...begun, ...short].map(({ id }) => id))].slice(0, limit),
      endedAt: looked.length < lookedAtOnce ? null : looked.at(-1)!.id
    }
  }
}
