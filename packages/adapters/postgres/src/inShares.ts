/** What the shares of a claim leave room for, and who comes next, in SQL. */
import { fullIn, type Room, roomFor, type Shares } from "@kittiwake/core/Shares"
import type { SqlClient, Statement } from "effect/sql"

type Counts = ReadonlyMap<string, number>

/** More than any claim asks for. */
export const noBound = 1_000_000_000

const tableOf = (
  sql: SqlClient.SqlClient,
  columns: string,
  { of }: Room,
  held: Counts | undefined,
  each: number,
  split: (key: string) => readonly [string, string]
) => {
  const keys = [...new Set([...of.keys(), ...(held?.keys() ?? [])])]
  const [firsts, seconds] = [keys.map((key) => split(key)[0]), keys.map((key) => split(key)[1])]
  return sql`select * from unnest(${firsts}::text[], ${seconds}::text[], ${keys.map((key) => of.get(key) ?? each)}::integer[],
    ${keys.map((key) => held?.get(key) ?? 0)}::integer[]) as r(${sql.literal(columns)}, room, held)`
}

const alone = (key: string) => [key, ""] as const

/** Of a lane. */
const both = (key: string) => {
  const at = key.indexOf(" ")
  return [key.slice(0, at), key.slice(at + 1)] as const
}

/** The tables of who has how much room, and how much under way. They are made once, and read for each row. */
export const roomTables = (sql: SqlClient.SqlClient, shares: Shares): Statement.Fragment => {
  const { hosts, organizations, underWay } = shares
  const lanes = hosts.lanes ?? { each: noBound, of: new Map() }
  return sql`room_of_organizations as materialized (
  ${tableOf(sql, "organization_id, nothing", organizations, underWay?.organizations, organizations.each, alone)}
),
room_of_hosts as materialized (${tableOf(sql, "host, nothing", hosts, undefined, hosts.each, alone)}),
room_of_lanes as materialized (${tableOf(sql, "organization_id, host", lanes, underWay?.lanes, lanes.each, both)})`
}

/** How much room and how much under way there is for each row of `source`, which has an `organization_id` and a `host`. */
const withRooms = (sql: SqlClient.SqlClient, { hosts, organizations }: Shares, source: Statement.Fragment) => {
  const lanes = hosts.lanes === undefined ? sql.literal("false") : sql.literal("l.organization_id is null")
  return sql`select w.*, coalesce(o.room, ${organizations.each}::integer) as room_of_organization,
    coalesce(h.room, ${hosts.each}::integer) as room_of_host,
    coalesce(l.room, ${hosts.lanes?.each ?? noBound}::integer) as room_of_lane, ${lanes} as is_new,
    coalesce(o.held, 0) as held_by_organization, coalesce(l.held, 0) as held_in_lane
  from (${source}) w left join room_of_organizations o using (organization_id) left join room_of_hosts h using (host)
    left join room_of_lanes l using (organization_id, host)`
}

/** The condition that there is room for one of them. */
const hasRoom = "room_of_organization > 0 and room_of_lane > 0 and (room_of_host > 0 or is_new)"

/** The rows of `source` of who has room, each with how many of its lane there are up to it. */
const inLanes = (sql: SqlClient.SqlClient, shares: Shares, source: Statement.Fragment) => sql`
  select *, held_in_lane + nth_of_lane as in_lane from (
    select *, row_number() over (partition by organization_id, host order by due_at, id) as nth_of_lane
    from (${withRooms(sql, shares, source)}) r where ${sql.literal(hasRoom)}
  ) n`

/** The rows of `source` of who has room, in the order in which it is their turn. */
export const inTurns = (
  sql: SqlClient.SqlClient,
  shares: Shares,
  source: Statement.Fragment
): Statement.Fragment => sql`
  select id from (
    select id, due_at,
      held_by_organization + row_number() over (partition by organization_id order by in_lane, due_at, id) as turn
    from (${inLanes(sql, shares, source)}) t
  ) t order by turn, due_at, id`

/** What of the table `picked` the shares leave room for. */
export const inShares = (sql: SqlClient.SqlClient, shares: Shares | undefined): Statement.Fragment =>
  shares === undefined
    ? sql`select * from picked`
    : sql`select * from (
    select *, row_number() over (partition by organization_id order by in_lane, due_at, id) as nth_of_organization
    from (
      select *, row_number() over (partition by host order by in_lane, due_at, id) as nth_of_host
      from (${inLanes(sql, shares, sql`select * from picked`)}) p where nth_of_lane <= least(room_of_lane, room_of_organization)
    ) p where nth_of_host <= room_of_host or (is_new and nth_of_lane = 1)
  ) p where nth_of_organization <= room_of_organization`

/** Organizations, hosts and lanes without room, as arrays of a statement; a host that is full has room for lanes that are not named. */
export const withoutRoom = ({ hosts, organizations }: Shares) => {
  const { lanes, ...all } = hosts
  return {
    organizations: fullIn(organizations),
    hosts: lanes === undefined ? fullIn(all) : [],
    lanes: [...(lanes?.of ?? [])].flatMap(([lane, room]) =>
      Math.min(room, roomFor(all, both(lane)[1])) <= 0 ? [lane] : []
    )
  }
}
