/**
 * Which of what is due a claim takes, when it may take only so much for one organization or host.
 *
 * **Model.** Organizations without room are left out by the statement; hosts are told apart here, row by row, for as many
 * rows as one claim can afford. A claim that meets more of what has no room looks on, the next time, where it ended: behind
 * the head of the line, claim by claim, and then from the head again. However much waits for one host, what stands behind
 * it has its turn after some claims.
 */
import { fullIn, hostOf, type Shares, sharesAfter, takeInShares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"

/** A place in the line of what is due. */
interface Place {
  readonly dueAt: number
  readonly id: string
}

/** Something due, as `statement` of `rowsInShares` selects it. */
interface DueRow extends Place {
  readonly rowId: number
  readonly organizationId: string
  readonly url: string
}

/** Rows that are looked at together, and at most: from the head of the line, and as many from where the last claim ended. */
const step = 500
const most = 10_000

const head: Place = { dueAt: Number.MIN_SAFE_INTEGER, id: "" }

const isBehind = (one: Place, other: Place): boolean =>
  one.dueAt > other.dueAt || (one.dueAt === other.dueAt && one.id > other.id)

/** Where the last claim with a statement ended without having seen all. */
const places = new WeakMap<Connection, Map<string, Place>>()

const placesOf = (db: Connection): Map<string, Place> => {
  const known = places.get(db) ?? new Map<string, Place>()
  places.set(db, known)
  return known
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
  { clockMillis, limit, now, shares }: DueBounds & { readonly limit: number; readonly shares: Shares }
): string => {
  const taken: Array<number> = []
  let left = shares

  /** Takes what there is room for behind a place; tells where it ended, or null when nothing is left behind that. */
  const takeBehind = (start: Place): Place | null => {
    let after = start
    for (let seen = 0; seen < most && taken.length < limit; seen += step) {
      const full = JSON.stringify(fullIn(left.organizations))
      const rows = db.all<DueRow>(statement, now, clockMillis, full, after.dueAt, after.dueAt, after.id, step)
      const due = rows.map((row) => ({ ...row, host: hostOf(row.url) }))
      const some = takeInShares(due, limit - taken.length, left)
      taken.push(...some.map(({ rowId }) => rowId))
      left = sharesAfter(left, some)
      const last = rows.at(-1)
      if (last === undefined || rows.length < step) return null
      after = last
    }
    return after
  }

  const ended = takeBehind(head)
  const known = placesOf(db)
  if (ended === null) known.delete(statement)
  else if (taken.length < limit) {
    const before = known.get(statement)
    const endedBehind = takeBehind(before !== undefined && isBehind(before, ended) ? before : ended)
    if (endedBehind === null) known.delete(statement)
    else if (taken.length < limit) known.set(statement, endedBehind)
  }
  return JSON.stringify(taken)
}
