/** Pages of batches that wait, looked for of many batches at once. */
import type { Round } from "@kittiwake/core/internal/batches/turns"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** A page that waits. */
export interface WaitingItem {
  readonly batchId: string
  readonly n: number
  readonly host: string
}

/** What was found of a batch. */
export interface FoundItems {
  readonly items: ReadonlyArray<WaitingItem>
  /** Whether no other page of it could be taken, by the room that there was. */
  readonly areAll: boolean
  /** Hosts without room that were passed over. */
  readonly passed: number
}

interface FoundRow {
  readonly batchId: string
  readonly pages: ReadonlyArray<readonly [n: number, host: string]> | null
  readonly passed: number | null
}

/** Rooms as the statement looks them up, by host: `most` is more than any turn wants. */
const roomsText = (rooms: Iterable<readonly [host: string, room: number]>, most: number): string =>
  JSON.stringify(Object.fromEntries([...rooms].map(([host, room]) => [host, Math.max(0, Math.min(room, most))])))

/**
 * Finds up to as many pages as are wanted of each batch, host by host; of a host that is full nothing but its first page is looked at.
 * What rests and pauses leave at hosts, which may be thousands, is told once for all of them.
 */
export const findWaiting = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { pausing, resting, wanted }: Round) {
  const most = Math.max(0, ...wanted.map(({ count }) => count))
  const kinds = [...new Set(wanted.map(({ hosts }) => hosts))]
  const named = kinds.map((kind) => kind.named())
  const fullHosts = resting.size + pausing.size + Math.max(0, ...named.map(({ size }) => size))
  const room = (host: string) => sql`greatest(0, least(
    coalesce((k.rooms ->> ${sql.literal(host)})::integer, t.each),
    (${roomsText(resting, most)}::jsonb ->> ${sql.literal(host)})::integer,
    case when k.crawls then (${roomsText(pausing, most)}::jsonb ->> ${sql.literal(host)})::integer end
  ))`
  const found = yield* sql<FoundRow>`
    with kinds as materialized (
      select k.place - 1 as kind, k.crawls, k.rooms::jsonb as rooms
      from unnest(${kinds.map(({ crawls }) => crawls)}::boolean[], ${named.map((rooms) => roomsText(rooms, most))}::text[])
        with ordinality as k(crawls, rooms, place)
    )
    select t.batch_id as "batchId", p.pages, p.passed
    from unnest(${wanted.map(({ batchId }) => batchId)}::text[], ${wanted.map(({ count }) => count)}::integer[],
      ${wanted.map(({ hosts }) => kinds.indexOf(hosts))}::integer[],
      ${wanted.map(({ count, hosts }) => Math.max(0, Math.min(hosts.each, count)))}::integer[]) as t(batch_id, count, kind, each)
    join kinds k on k.kind = t.kind
    cross join lateral (
      with recursive hosts as (
        select 1 as place, f.host, f.room, least(f.room, 1) as open from (
          select i.host, ${room("i.host")} as room from batch_items i
          where i.batch_id = t.batch_id and i.state = 0 order by i.host limit 1
        ) f
        union all
        select h.place + 1, n.host, n.room, h.open + least(n.room, 1) from hosts h cross join lateral (
          select i.host, ${room("i.host")} as room from batch_items i
          where i.batch_id = t.batch_id and i.state = 0 and i.host > h.host order by i.host limit 1
        ) n
        where h.open < t.count and h.place < t.count + ${fullHosts}::integer
      )
      select (select json_agg(json_build_array(f.n, f.host)) from (
          select w.n, h.host from hosts h cross join lateral (
            select i.n from batch_items i where i.batch_id = t.batch_id and i.state = 0 and i.host = h.host
            order by i.n limit h.room
          ) w
          limit t.count
        ) f) as pages,
        (select count(*) filter (where h.room = 0) from hosts h)::integer as passed
    ) p`
  const byBatch = new Map(found.map((row) => [row.batchId, row]))
  return new Map(
    wanted.map(({ batchId, count }): [string, FoundItems] => {
      const { pages, passed } = byBatch.get(batchId)!
      const items = (pages ?? []).map(([n, host]) => ({ batchId, n, host }))
      return [batchId, { items, areAll: items.length < count, passed: passed ?? 0 }]
    })
  )
})
