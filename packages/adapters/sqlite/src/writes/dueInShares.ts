/**
 * Which of what is due a claim takes, when it may take only so much for one organization or host.
 *
 * **Model.** What is due in one minute of one organization and at one host stands in a line. A claim reads in order what is longest
 * due, a few hundred more than it takes. Where more is due than that, it also goes from line to line behind it, in so many steps, and
 * reads some of the lines of who has room: whoever holds nothing is found there, however much of others stands before. It begins
 * with the newest minute, because work is in it once and what cannot be taken stays behind; half of the steps are taken from a minute
 * in between, another one each second, so that what stands between much of others is found too.
 */
import { type Counted, laneOf, roomAt, roomFor, type Shares, takeInShares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"
import { leaseBounds } from "./leaseBounds.ts"

/** Something due. */
interface DueRow extends Counted {
  readonly rowId: number
  readonly dueAt: number
  readonly id: string
}

/** What is due in one minute of one organization at one host. */
interface Line extends Counted {
  readonly minute: number
}

/** Rows that are read in order beside as many as may be taken. */
const mostInOrder = 500

/** Steps from one line to the next. */
const mostSteps = 1_000

/** Lines of one organization in one minute that have room and are gone to. */
const mostHosts = 2

/** Rows that are read of all lines together, or one of each line where there are more. */
const mostInLines = 1_000

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
    minuteBefore: next("t.due_at / 60000 < ? and t.due_at / 60000 >= ?", "t.due_at / 60000 desc"),
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

/** Goes from line to line, and keeps those of who has room. */
class Lines {
  readonly #db: Connection
  readonly #statements: DueStatements
  readonly #shares: Shares
  readonly #lines = new Map<string, Line>()
  #steps = 0

  constructor(db: Connection, statements: DueStatements, shares: Shares) {
    this.#db = db
    this.#statements = statements
    this.#shares = shares
  }

  #step(statement: string, ...given: ReadonlyArray<string | number>): Line | undefined {
    this.#steps += 1
    return this.#db.get<Line>(statement, ...given)
  }

  /** The lines of the organization whose first one in a minute this is. */
  #goThrough(first: Line): void {
    if (roomFor(this.#shares.organizations, first.organizationId) <= 0) return
    let found = 0
    for (let line: Line | undefined = first; line !== undefined && found < mostHosts && this.#steps < mostSteps; ) {
      const { host, minute, organizationId }: Line = line
      if (roomAt(this.#shares, line) > 0) {
        this.#lines.set(`${minute} ${laneOf(line)}`, line)
        found += 1
      }
      line = this.#step(this.#statements.nextHost, minute, organizationId, host)
    }
  }

  /** Goes through the minutes before one and since another, newest first, until so many steps were taken; tells where it would go on. */
  walk(before: number, since: number, mostTaken: number): number | undefined {
    let minute = this.#step(this.#statements.minuteBefore, before, since)?.minute
    while (minute !== undefined) {
      for (let of = ""; ; ) {
        if (this.#steps >= mostTaken) return minute
        const first = this.#step(this.#statements.nextOrganization, minute, of)
        if (first === undefined) break
        this.#goThrough(first)
        of = first.organizationId
      }
      minute = this.#step(this.#statements.minuteBefore, minute, since)?.minute
    }
    return undefined
  }

  /** By organization. */
  found(): ReadonlyMap<string, ReadonlyArray<Line>> {
    return Map.groupBy(this.#lines.values(), ({ organizationId }) => organizationId)
  }
}

/** Another place between nothing and `count` each second. */
const placeAt = (now: number, count: number): number => (Math.floor(now / 1_000) * 7_919) % Math.max(1, count)

/** What is due behind `from`: some of the lines of everybody who is found and has room. */
const readBehind = (
  db: Connection,
  statements: DueStatements,
  { clockMillis, from, leaseMillis, now }: DueBounds & { readonly from: DueRow },
  shares: Shares
): ReadonlyArray<DueRow> => {
  const lines = new Lines(db, statements, shares)
  const [oldest, newest] = [minuteOf(from.dueAt), minuteOf(now)]
  const end = lines.walk(newest + 1, oldest, mostSteps / 2)
  if (end !== undefined) lines.walk(oldest + 1 + placeAt(now, end - oldest), oldest, mostSteps)
  const found = lines.found()
  const ofEach = Math.max(1, Math.ceil(mostInLines / found.size))
  const held = (line: Line) => shares.underWay?.lanes.get(laneOf(line)) ?? 0
  const leases = leaseBounds(clockMillis, leaseMillis)
  return [...found.values()].flatMap((all) => {
    const some = all.toSorted((a, b) => held(a) - held(b) || a.minute - b.minute).slice(0, ofEach)
    const ofLine = Math.ceil(ofEach / some.length)
    return some.flatMap((line) => {
      const place = [line.minute, line.organizationId, line.host, now, ...leases, from.dueAt, from.id] as const
      return db.all<DueRow>(statements.line, ...place, Math.min(ofLine, roomAt(shares, line)))
    })
  })
}

const longestDueFirst = (a: DueRow, b: DueRow): number => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1)

/** The row ids of what may be claimed, at most `limit`, as JSON. */
export const rowsInShares = (
  db: Connection,
  statements: DueStatements,
  { limit, shares, ...bounds }: DueBounds & { readonly limit: number; readonly shares: Shares }
): string => {
  const most = limit + mostInOrder
  const leases = leaseBounds(bounds.clockMillis, bounds.leaseMillis)
  const firsts = db.all<DueRow>(statements.inOrder, bounds.now, ...leases, most)
  const from = firsts[most - 1]
  const behind = from === undefined ? [] : readBehind(db, statements, { ...bounds, from }, shares)
  const taken = takeInShares([...firsts, ...behind.toSorted(longestDueFirst)], limit, shares)
  return JSON.stringify(taken.map(({ rowId }) => rowId))
}
