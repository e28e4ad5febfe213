/** Which of what is due a claim takes, when it may take only so much for one organization or host. */
import { type Counted, fullIn, hostOf, type Shares, takeInShares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"

/** Something due, as `statement` of `rowsInShares` selects it. */
interface DueRow {
  readonly rowId: number
  readonly id: string
  readonly dueAt: number
  readonly organizationId: string
  readonly url: string
}

/** Rows that are looked at together, and at most: what stands behind more than these has to wait. */
const step = 500
const most = 20_000

/** What is due, longest first, of organizations that have room. */
function* dueRows(db: Connection, statement: string, bounds: DueBounds, shares: Shares): Iterable<DueRow & Counted> {
  const full = JSON.stringify(fullIn(shares.organizations))
  let after = { dueAt: Number.MIN_SAFE_INTEGER, id: "" }
  for (let seen = 0; seen < most; seen += step) {
    const { clockMillis, now } = bounds
    const rows = db.all<DueRow>(statement, now, clockMillis, full, after.dueAt, after.dueAt, after.id, step)
    for (const row of rows) yield { ...row, host: hostOf(row.url) }
    const last = rows.at(-1)
    if (last === undefined || rows.length < step) return
    after = last
  }
}

/** When something is due, and whose lease has ended. */
export interface DueBounds {
  readonly now: number
  readonly clockMillis: number
}

/** The row ids of what may be claimed, at most `limit`, as JSON. */
export const rowsInShares = (
  db: Connection,
  statement: string,
  { limit, shares, ...bounds }: DueBounds & { readonly limit: number; readonly shares: Shares }
): string =>
  JSON.stringify(takeInShares(dueRows(db, statement, bounds, shares), limit, shares).map(({ rowId }) => rowId))
