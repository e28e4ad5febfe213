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
  const found = yield* sql<WaitingItem>`
    with kinds as materialized (
      select k.place - 1 as kind, k.crawls, k.rooms::jsonb as rooms
      from unnest(${kinds.map(({ crawls }) => crawls)}::boolean[], ${named.map((rooms) => roomsText(rooms, most))}::text[])
        with ordinality as k(crawls, rooms, place)
    )
    select t.batch_id as "batchId", p.n, p.host
    from unnest(${wanted.map(({ batchId }) => batchId)}::text[], ${wanted.map(({ count }) => count)}::integer[],
      ${wanted.map(({ hosts }) => kinds.indexOf(hosts))}::integer[],
      ${wanted.map(({ count, hosts }) => Math.max(0, Math.min(hosts.each, count)))}::integer[]) as t(batch_id, count, kind, each)
    join kinds k on k.kind = t.kind
    cross join lateral (
      with recursive hosts as (
        (select 1 as place, i.host from batch_items i where i.batch_id = t.batch_id and i.state = 0 order by i.host limit 1)
        union all
        select h.place + 1, (
          select i.host from batch_items i where i.batch_id = t.batch_id and i.state = 0 and i.host > h.host
          order by i.host limit 1)
        from hosts h where h.host is not null and h.place < t.count + ${fullHosts}::integer
      )
      select w.n, h.host from hosts h cross join lateral (
        select i.n from batch_items i where i.batch_id = t.batch_id and i.state = 0 and i.host = h.host
        order by i.n limit least(
          coalesce((k.rooms ->> h.host)::integer, t.each),
          (${roomsText(resting, most)}::jsonb ->> h.host)::integer,
          case when k.crawls then (${roomsText(pausing, most)}::jsonb ->> h.host)::integer end
        )
      ) w
      where h.host is not null limit t.count
    ) p`
  const byBatch = Map.groupBy(found, ({ batchId }) => batchId)
  return new Map(
    wanted.map(({ batchId, count }): [string, FoundItems] => {
      const items = byBatch.get(batchId) ?? []
      return [batchId, { items, areAll: items.length < count }]
    })
  )
})
