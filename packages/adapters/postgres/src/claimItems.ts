/**
 * Claims pages of batches.
 *
 * Claims follow each other: whose turn it is depends on what everybody has under way, and two that looked at once would take
 * the same pages. A claim takes some milliseconds and up to a hundred pages.
 */
import type { BatchWorkStore, ItemClaim } from "@kittiwake/core/batches/BatchWorkStore"
import type { BatchItem } from "@kittiwake/core/batches/domain/Item"
import { aloneFrom } from "@kittiwake/core/internal/batches/domain/losses"
import { type Candidate, type Turn, turnsOf } from "@kittiwake/core/internal/batches/turns"
import { type DateTime, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { attempted, isWaiting, toWorked, underWay } from "./batchRows.ts"

interface ClaimedRow extends BatchItem {
  readonly batchId: string
  readonly token: number
  readonly losses: number
}

const clock = (sql: SqlClient.SqlClient, leaseNow: DateTime.Utc | null) =>
  sql`coalesce(${leaseNow}::timestamptz, clock_timestamp())`

/** Pages whose lease ended wait again. */
const takeBack = (sql: SqlClient.SqlClient, leaseNow: DateTime.Utc | null) => sql`
  update batch_items set state = 0, lease_until = null, losses = losses + begun::integer where ctid = any (array(
    select ctid from batch_items where state = 1 and lease_until <= ${clock(sql, leaseNow)} for update skip locked
  ))`

const candidates = (sql: SqlClient.SqlClient) => sql<Candidate>`
  select b.id, b.organization_id as "organizationId", ${sql.literal(underWay)} as "underWay",
    case when ${sql.literal(isWaiting)} then b.reserved - ${sql.literal(attempted)} - ${sql.literal(underWay)} else 0 end as "left",
    exists (select from batch_items f where f.batch_id = b.id and f.n = 1 and f.identity is not null) as crawls
  from batches b where b.open and b.status in ('queued', 'running')`

/** Takes pages of a batch, host by host; of a host that is full nothing but its first page is looked at. */
const takeTurn = (
  sql: SqlClient.SqlClient,
  { batchId, count, hosts }: Turn,
  leaseNow: DateTime.Utc | null,
  leaseMillis: number
) => {
  const named = [...hosts.of].filter(([, room]) => room < count)
  const each = Math.max(0, Math.min(hosts.each, count))
  return sql<ClaimedRow>`
    with recursive rooms as materialized (
      select * from unnest(${named.map(([host]) => host)}::text[],
        ${named.map(([, room]) => Math.max(0, room))}::integer[]) as r(host, room)
    ),
    hosts as (
      (select 1 as place, i.host from batch_items i where i.batch_id = ${batchId} and i.state = 0 order by i.host limit 1)
      union all
      select h.place + 1, (
        select i.host from batch_items i where i.batch_id = ${batchId} and i.state = 0 and i.host > h.host
        order by i.host limit 1)
      from hosts h where h.host is not null and h.place < ${count + named.length}
    ),
    picked as materialized (
      select p.n from hosts h cross join lateral (
        select i.n from batch_items i where i.batch_id = ${batchId} and i.state = 0 and i.host = h.host
        order by i.n limit coalesce((select r.room from rooms r where r.host = h.host), ${each})
      ) p
      where h.host is not null limit ${count}
    )
    update batch_items i set state = 1, token = i.token + 1, begun = i.losses < ${aloneFrom},
      lease_until = ${clock(sql, leaseNow)} + ${leaseMillis}::float8 * interval '1 millisecond'
    from picked p where i.batch_id = ${batchId} and i.n = p.n
    returning i.batch_id as "batchId", i.n, i.url, i.host, i.identity, i.depth, i.item_id as "itemId", i.meta, i.token,
      i.losses`
}

const begin = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>, now: DateTime.Utc) =>
  Effect.andThen(
    sql`
      update batches set status = 'running', started_at = ${now}::timestamptz
      where id = any(${ids}::text[]) and status = 'queued'`,
    sql<{ id: string; body: string; scopeUrl: string | null }>`
      select id, body, scope_url as "scopeUrl" from batches where id = any(${ids}::text[])`
  )

/** Claims up to `limit` pages, in a transaction of its own. */
export const claimItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  options: Parameters<BatchWorkStore["Service"]["claimDue"]>[0],
  leaseNow: DateTime.Utc | null
) {
  yield* sql`select pg_advisory_xact_lock(hashtext('kittiwake.batches'), 0)`
  yield* takeBack(sql, leaseNow)
  const turns = turnsOf({ ...options, candidates: yield* candidates(sql), shares: options.shares })
  const rows: Array<ClaimedRow> = []
  for (let turn = turns.next(); turn.done !== true; ) {
    const taken: ReadonlyArray<ClaimedRow> = yield* takeTurn(
      sql,
      turn.value,
      leaseNow,
      Duration.toMillis(options.lease)
    )
    rows.push(...taken)
    turn = turns.next({ hosts: taken.map(({ host }) => host), mayHaveMore: taken.length === turn.value.count })
  }
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ batchId }) => batchId))]
  const batches = new Map((yield* begin(sql, ids, options.now)).map((row) => [row.id, toWorked(row)]))
  return rows.map(({ batchId, ...item }): ItemClaim => ({ ...item, batch: batches.get(batchId)! }))
})
