/**
 * Where a claim in shares looks for what is due.
 *
 * **Model.** What is due in one minute of one organization and at one host stands in a line. A claim reads in order what is longest
 * due, a few hundred more than it takes. Where more is due than that, it also goes from line to line behind it, in so many steps, and
 * reads some of the lines of who has room: whoever holds nothing is found there, however much of others stands before. It goes from
 * the newest minute, because work is in it once and what cannot be taken stays behind; and by as many steps from a minute in
 * between, another one each second, so that what stands between much of others is found too.
 */
import type { Shares } from "@kittiwake/core/Shares"
import type { DateTime, Duration } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { inTurns, roomTables, withoutRoom } from "./inShares.ts"
import { isFree } from "./leaseEnds.ts"

export interface DueRows {
  readonly table: "monitors" | "deliveries"
  readonly now: DateTime.Utc
  readonly shares: Shares | undefined
  readonly limit: Statement.Fragment
  /** Of the claim. */
  readonly lease: Duration.Duration
  /** What is wanted of a row `t`. */
  readonly columns: Statement.Fragment
}

/** Rows that are read in order beside as many as may be taken. */
const mostInOrder = "500"

/** Lines that are gone to. */
const mostLines = "500"

/** Lines of one organization in one minute that have room and are gone to. */
const mostHosts = "2"

/** Rows that are read of all lines together, or one of each line where there are more. */
const mostInLines = "1000"

const hasReceiver = "and exists (select from subscriptions s where s.id = t.subscription_id)"

/** The minute of a moment, as the index has it. */
const minuteOf = (sql: SqlClient.SqlClient, moment: Statement.Fragment): Statement.Fragment =>
  sql`date_bin('1 minute', ${moment}, timestamptz '2000-01-01 00:00:00+00')`

const isDue = (sql: SqlClient.SqlClient, { lease, now }: DueRows): Statement.Fragment =>
  sql`t.due_at <= ${now}::timestamptz and ${isFree(sql, "t.lease_until", sql`(select at from clock)`, lease)}`

/** The table with what else its rows need to be claimed. */
const joined = ({ table }: DueRows): string =>
  table === "deliveries" ? "deliveries t join subscriptions s on s.id = t.subscription_id" : "monitors t"

/** Rows that are due, and have room as far as can be told before they are locked, as the tables `candidates` and `ranked`. */
const candidates = (sql: SqlClient.SqlClient, rows: DueRows, shares: Shares): Statement.Fragment => {
  const { limit, now } = rows
  const table = sql(rows.table)
  const minute = minuteOf(sql, sql.literal("t.due_at"))
  const newest = minuteOf(sql, sql`${now}::timestamptz`)
  const full = withoutRoom(shares)
  const hasRoom = sql`not (l.organization_id = any(${full.organizations}::text[]) or l.host = any(${full.hosts}::text[])
    or l.organization_id || ' ' || l.host = any(${full.lanes}::text[]))`
  const hasMore = sql`not (l.organization_id = any(${full.organizations}::text[])) and l.nth < ${sql.literal(mostHosts)}`
  return sql`${roomTables(sql, shares)},
firsts as materialized (
  select t.id, t.due_at, t.organization_id, t.host from ${table} t where ${isDue(sql, rows)}
  order by t.due_at, t.id limit ${limit} + ${sql.literal(mostInOrder)}
),
last as materialized (
  select due_at, id, ${minuteOf(sql, sql.literal("due_at"))} as oldest,
    (extract(epoch from ${newest} - ${minuteOf(sql, sql.literal("due_at"))}) / 60)::bigint + 1 as minutes
  from firsts order by due_at, id offset ${limit} + ${sql.literal(mostInOrder)} - 1 limit 1
),
lines (walk, oldest, minute, organization_id, host, nth) as (
  select w.walk, p.oldest, s.*, 0 from last p cross join lateral (values
    (1, p.minutes), (2, 1 + (extract(epoch from ${now}::timestamptz)::bigint * 7919) % p.minutes)
  ) w (walk, minutes) cross join lateral (
    select ${minute} as minute, t.organization_id, t.host from ${table} t
    where t.due_at is not null and ${minute} >= p.oldest and ${minute} < p.oldest + w.minutes * interval '1 minute'
    order by 1 desc, 2 desc, 3 desc limit 1
  ) s
  union all
  select l.walk, l.oldest, n.*, case when n.minute = l.minute and n.organization_id = l.organization_id
    then l.nth + (${hasRoom})::integer else 0 end
  from lines l cross join lateral (
    select ${minute} as minute, t.organization_id, t.host from ${table} t
    where t.due_at is not null and ${minute} >= l.oldest
      and (${minute}, t.organization_id, t.host) < (l.minute, l.organization_id, case when ${hasMore} then l.host else '' end)
    order by 1 desc, 2 desc, 3 desc limit 1
  ) n
),
found as materialized (
  select distinct l.minute, l.organization_id, l.host
  from (select * from lines limit ${sql.literal(mostLines)}) l where ${hasRoom}
),
of_each as materialized (
  select greatest(1, ceil(${sql.literal(mostInLines)}::float8 / greatest(1, count(distinct organization_id))))::integer as most from found
),
asked as materialized (
  select a.*, ceil(of_each.most::float8 / least(of_each.most, a.lines))::integer as most from (
    select f.*, row_number() over (partition by f.organization_id order by coalesce(r.held, 0), f.minute) as nth,
      count(*) over (partition by f.organization_id) as lines
    from found f left join room_of_lanes r using (organization_id, host)
  ) a cross join of_each where a.nth <= of_each.most
),
candidates as materialized (
  select * from firsts
  union all
  select w.id, w.due_at, l.organization_id, l.host from asked l cross join last p cross join lateral (
    select t.id, t.due_at from ${table} t
    where t.due_at is not null and ${minute} = l.minute and t.organization_id = l.organization_id and t.host = l.host
      and (t.due_at, t.id) > (p.due_at, p.id) and ${isDue(sql, rows)} ${sql.literal(rows.table === "deliveries" ? hasReceiver : "")}
    order by t.due_at, t.id limit l.most
  ) w
),
ranked as materialized (${inTurns(sql, shares, sql`select * from candidates`)}),`
}

/**
 * The table `picked` of up to `limit` rows that are due, locked, with those that it needs: `clock` and `recursive`. What somebody else
 * has locked is passed over for what comes next, so that many claim at once.
 */
export const pickedRows = (sql: SqlClient.SqlClient, rows: DueRows): Statement.Fragment => {
  const { columns, limit, shares } = rows
  const from = sql.literal(joined(rows))
  if (shares === undefined)
    return sql`picked as materialized (
  select ${columns} from ${from} where ${isDue(sql, rows)} order by t.due_at, t.id limit ${limit} for update of t skip locked
)`
  // Row by row, as they are ranked: as many are locked as are picked.
  return sql`${candidates(sql, rows, shares)}
picked as materialized (
  select p.* from ranked r cross join lateral (
    select ${columns} from ${from} where t.id = r.id and ${isDue(sql, rows)} for update of t skip locked
  ) p limit ${limit}
)`
}
