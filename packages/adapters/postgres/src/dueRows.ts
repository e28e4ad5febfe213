/**
 * Where a claim in shares looks for what is due.
 *
 * **Model.** In order, longest due first, as long as few are passed over because they have no room; then line by line: what is
 * due in one minute of one organization and at one host stands in a line, and a claim reads one row of each line that waits,
 * and as many more as it may take. Rows that wait in a line are not read, however many they are.
 */
import { fullIn, type Shares } from "@kittiwake/core/Shares"
import type { DateTime, Duration } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { inShares, roomOf } from "./inShares.ts"
import { isFree } from "./leaseEnds.ts"

/** How a claim looks for what is due. */
export type Way = "inOrder" | "byLine"

export interface DueRows {
  readonly table: "monitors" | "deliveries"
  readonly now: DateTime.Utc
  readonly shares: Shares | undefined
  readonly way: Way
  readonly limit: Statement.Fragment
  /** Of the claim. */
  readonly lease: Duration.Duration
}

/** Most rows that a claim reads in order and does not take. */
const mostPassedOver = 500

/** Rows that a claim reads of all lines together, beside one of each. */
const mostInLines = 1_000

const hasReceiver = "and exists (select from subscriptions s where s.id = t.subscription_id)"

/** Behind every name of a host and every id: neither holds it. */
const last = "chr(127)"

/** The minute of a moment, as the index has it. */
const minuteOf = (sql: SqlClient.SqlClient, moment: Statement.Fragment): Statement.Fragment =>
  sql`date_bin('1 minute', ${moment}, timestamptz '2000-01-01 00:00:00+00')`

const isDue = (sql: SqlClient.SqlClient, { lease, now }: DueRows): Statement.Fragment =>
  sql`t.due_at <= ${now}::timestamptz and ${isFree(sql, "t.lease_until", sql`(select at from clock)`, lease)}`

/** Leaves out who has no room. What is joined to a column hides its statistics: where one has nearly all rows, the planner
 * would expect none to be left, and read them all to sort them. */
const withRoom = (sql: SqlClient.SqlClient, column: string, full: ReadonlyArray<string>): Statement.Fragment =>
  full.length === 0 ? sql.literal("") : sql`and (${sql.literal(column)} || '') <> all(${full}::text[])`

const inOrder = (sql: SqlClient.SqlClient, rows: DueRows, shares: Shares | undefined) => {
  const [organizations, hosts] = shares === undefined ? [[], []] : [fullIn(shares.organizations), fullIn(shares.hosts)]
  if (organizations.length + hosts.length === 0) return { before: sql.literal(""), which: isDue(sql, rows) }
  const { now, table } = rows
  return {
    before: sql`bound as materialized (
  select t.due_at, t.id from ${sql(table)} t where ${isDue(sql, rows)} order by t.due_at, t.id
  offset ${sql.literal(String(mostPassedOver))} limit 1
),`,
    which: sql`${isDue(sql, rows)}
    and (t.due_at, t.id) <= (coalesce((select due_at from bound), ${now}::timestamptz), coalesce((select id from bound), ${sql.literal(last)}))
    ${withRoom(sql, "t.organization_id", organizations)} ${withRoom(sql, "t.host", hosts)}`
  }
}

const byLine = (sql: SqlClient.SqlClient, rows: DueRows, shares: Shares) => {
  const { limit, now, table } = rows
  const minute = minuteOf(sql, sql.literal("t.due_at"))
  const thisMinute = minuteOf(sql, sql`${now}::timestamptz`)
  const behind = sql`case when l.organization_id = any(${fullIn(shares.organizations)}::text[]) then ${sql.literal(last)} else l.host end`
  const host = roomOf(sql, shares.hosts, "l.host")
  const organization = roomOf(sql, shares.organizations, "l.organization_id")
  return {
    before: sql`lines (minute, organization_id, host) as (
  (select ${minute}, t.organization_id, t.host from ${sql(table)} t where t.due_at is not null order by 1, 2, 3 limit 1)
  union all
  select n.* from lines l cross join lateral (
    select ${minute}, t.organization_id, t.host from ${sql(table)} t
    where t.due_at is not null and ${minute} <= ${thisMinute}
      and (${minute}, t.organization_id, t.host) > (l.minute, l.organization_id, ${behind})
    order by 1, 2, 3 limit 1
  ) n
),
waiting as materialized (
  select w.id, w.due_at, l.organization_id, l.host from lines l cross join lateral (
    select t.id, t.due_at from ${sql(table)} t
    where t.due_at is not null and ${minute} = l.minute and t.organization_id = l.organization_id and t.host = l.host
      and ${isDue(sql, rows)} ${sql.literal(table === "deliveries" ? hasReceiver : "")}
    order by t.due_at, t.id
    limit greatest(0, least(${host}, ${organization}, greatest(1, ${sql.literal(String(mostInLines))} / (select count(*) from lines))))
  ) w
),
chosen as materialized (
  select id from (${inShares(sql, shares, "waiting")}) c order by due_at, id limit ${limit}
),`,
    which: sql`t.id in (select id from chosen) and ${isDue(sql, rows)}`
  }
}

/**
 * Conditions on the rows `t` of a table that are due and, as far as can be told before they are locked, have room; and the
 * tables these need, which need `clock` and `recursive`.
 */
export const dueRows = (sql: SqlClient.SqlClient, rows: DueRows) =>
  rows.way === "byLine" && rows.shares !== undefined ? byLine(sql, rows, rows.shares) : inOrder(sql, rows, rows.shares)
