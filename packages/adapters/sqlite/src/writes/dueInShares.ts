/**
 * Which of what is due a claim takes, when it may take only so much for one organization or host.
 *
 * **Model.** In order, longest due first, as long as few are passed over because they have no room; from there on line by line:
 * what is due in one minute of one organization and at one host stands in a line, and a claim reads one row of each line that
 * waits, and as many more as it may take. Rows that wait in a line are not read, however many they are.
 */
import { type Counted, roomFor, type Shares, sharesAfter, takeInShares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"
import { leaseBounds } from "./leaseBounds.ts"

/** Where something stands in the order of what is due. */
interface Place {
  readonly dueAt: number
  readonly id: string
}

/** Something due. */
interface DueRow extends Counted, Place {
  readonly rowId: number
}

/** What is due in one minute of one organization at one host. */
interface Line extends Counted {
  readonly minute: number
}

/** Most rows that are read in order and not taken. */
const mostPassedOver = 500

/** Rows that are read at once of all lines of a minute, beside one of each. */
const mostInLines = 1_000

/** Behind every name of a host: none holds it. */
const lastHost = "\u{7f}"

const minuteOf = (millis: number): number => Math.floor(millis / 60_000)

/** The statements that look for what is due in a table; its index of lines has the minute as `due_at / 60000`. */
export const dueStatements = (table: "monitors" | "deliveries") => {
  const rows = "t.rowid as rowId, t.id, t.due_at as dueAt, t.organization_id as organizationId, t.host"
  const hasReceiver = "and exists (select 1 from subscriptions s where s.id = t.subscription_id)"
  const isFree = `t.due_at <= ? and (t.lease_until is null or t.lease_until <= ? or t.lease_until > ?) ${table === "deliveries" ? hasReceiver : ""}`
  // What is given is left out of the order: a value that is computed is not known to be given, and all rows would be sorted.
  const next = (where: string, order: string) => `
    select t.due_at / 60000 as minute, t.organization_id as organizationId, t.host
    from ${table} t indexed by ${table}_waiting where t.due_at is not null and ${where} order by ${order} limit 1`
  return {
    inOrder: `select ${rows} from ${table} t indexed by ${table}_due
      where ${isFree} order by t.due_at, t.id limit ?`,
    nextMinute: next("t.due_at / 60000 > ? and t.due_at / 60000 <= ?", "t.due_at / 60000, t.organization_id, t.host"),
    nextOrganization: next("t.due_at / 60000 = ? and t.organization_id > ?", "t.organization_id, t.host"),
    nextHost: next("t.due_at / 60000 = ? and t.organization_id = ? and t.host > ?", "t.host"),
    line: `select ${rows} from ${table} t indexed by ${table}_waiting
      where t.due_at is not null and t.due_at / 60000 = ? and t.organization_id = ? and t.host = ? and ${isFree}
        and (t.due_at, t.id) > (?, ?)
      order by t.due_at, t.id limit ?`
  }
}

export type DueStatements = ReturnType<typeof dueStatements>

/** When something is due, and whose lease has ended. */
export interface DueBounds {
  readonly now: number
  readonly clockMillis: number
  /** As long as a lease is. */
  readonly leaseMillis: number
}

/** What a claim takes. */
class Taking {
  readonly taken: Array<DueRow> = []
  readonly #limit: number
  left: Shares

  constructor(limit: number, shares: Shares) {
    this.#limit = limit
    this.left = shares
  }

  isDone(): boolean {
    return this.taken.length >= this.#limit
  }

  take(due: ReadonlyArray<DueRow>): void {
    const some = takeInShares(due, this.#limit - this.taken.length, this.left)
    this.taken.push(...some)
    this.left = sharesAfter(this.left, some)
  }

  roomFor({ host, organizationId }: Counted): number {
    return Math.min(roomFor(this.left.organizations, organizationId), roomFor(this.left.hosts, host))
  }
}

/** The lines of a minute of who has room. */
const linesOf = (db: Connection, { nextHost, nextOrganization }: DueStatements, first: Line, taking: Taking) => {
  const lines: Array<Line> = []
  let line: Line | undefined = first
  while (line !== undefined) {
    const { host, minute, organizationId }: Line = line
    if (taking.roomFor(line) > 0) lines.push(line)
    const hasRoom = roomFor(taking.left.organizations, organizationId) > 0
    line =
      db.get<Line>(nextHost, minute, organizationId, hasRoom ? host : lastHost) ??
      db.get<Line>(nextOrganization, minute, organizationId)
  }
  return lines
}

const longestDueFirst = (a: DueRow, b: DueRow): number => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1)

/** Takes of all lines of a minute what is longest due behind `from`, until nobody has more, or nobody who has it has room. */
const takeOfLines = (
  db: Connection,
  statement: string,
  { clockMillis, from, leaseMillis, now }: DueBounds & { readonly from: Place },
  lines: ReadonlyArray<Line>,
  taking: Taking
): void => {
  const leases = leaseBounds(clockMillis, leaseMillis)
  let open = lines.map((line) => ({ line, dueAt: from.dueAt, id: from.id }))
  while (open.length > 0 && !taking.isDone()) {
    const most = Math.max(1, Math.floor(mostInLines / open.length))
    const read = open.map(({ dueAt, id, line }) => {
      const room = Math.min(taking.roomFor(line), most)
      const place = [line.minute, line.organizationId, line.host, now, ...leases, dueAt, id, room] as const
      return room <= 0 ? [] : db.all<DueRow>(statement, ...place)
    })
    taking.take(read.flat().sort(longestDueFirst))
    open = open.flatMap(({ line }, n) => {
      const last = read[n]!.at(-1)
      return last === undefined ? [] : [{ line, dueAt: last.dueAt, id: last.id }]
    })
  }
}

const takeByLine = (
  db: Connection,
  statements: DueStatements,
  bounds: DueBounds & { readonly from: Place },
  taking: Taking
): void => {
  const lastMinute = minuteOf(bounds.now)
  let first = db.get<Line>(statements.nextMinute, minuteOf(bounds.from.dueAt) - 1, lastMinute)
  while (first !== undefined && !taking.isDone()) {
    takeOfLines(db, statements.line, bounds, linesOf(db, statements, first, taking), taking)
    first = db.get<Line>(statements.nextMinute, first.minute, lastMinute)
  }
}

/** The row ids of what may be claimed, at most `limit`, as JSON. */
export const rowsInShares = (
  db: Connection,
  statements: DueStatements,
  { limit, shares, ...bounds }: DueBounds & { readonly limit: number; readonly shares: Shares }
): string => {
  const most = limit + mostPassedOver
  const leases = leaseBounds(bounds.clockMillis, bounds.leaseMillis)
  const firsts = db.all<DueRow>(statements.inOrder, bounds.now, ...leases, most)
  const taking = new Taking(limit, shares)
  taking.take(firsts)
  // What was passed over so far stays without room, and who has none left is passed over as a whole from here on.
  const from = firsts[most - 1]
  if (!taking.isDone() && from !== undefined) takeByLine(db, statements, { ...bounds, from }, taking)
  return JSON.stringify(taking.taken.map(({ rowId }) => rowId))
}
