/** Pages of batches that wait, looked for of many batches at once. */
import type { Wanted } from "@kittiwake/core/internal/batches/turns"
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

/** The rooms that any of them has, and of each host that has less room than others. */
const roomsOf = (wanted: ReadonlyArray<Wanted>) => {
  const rooms = [...new Set(wanted.map(({ hosts }) => hosts))]
  const most = Math.max(0, ...wanted.map(({ count }) => count))
  const named = rooms.flatMap(({ of }, kind) =>
    [...of].filter(([, room]) => room < most).map(([host, room]) => ({ kind, host, room: Math.max(0, room) }))
  )
  return { rooms, named }
}

/** Finds up to as many pages as are wanted of each batch, host by host; of a host that is full nothing but its first page is looked at. */
export const findWaiting = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, wanted: ReadonlyArray<Wanted>) {
  const { named, rooms } = roomsOf(wanted)
  const found = yield* sql<WaitingItem>`
    with rooms as materialized (
      select * from unnest(${named.map(({ kind }) => kind)}::integer[], ${named.map(({ host }) => host)}::text[],
        ${named.map(({ room }) => room)}::integer[]) as r(kind, host, room)
    )
    select t.batch_id as "batchId", p.n, p.host
    from unnest(${wanted.map(({ batchId }) => batchId)}::text[], ${wanted.map(({ count }) => count)}::integer[],
      ${wanted.map(({ hosts }) => rooms.indexOf(hosts))}::integer[],
      ${wanted.map(({ count, hosts }) => Math.max(0, Math.min(hosts.each, count)))}::integer[]) as t(batch_id, count, kind, each)
    cross join lateral (
      with recursive hosts as (
        (select 1 as place, i.host from batch_items i where i.batch_id = t.batch_id and i.state = 0 order by i.host limit 1)
        union all
        select h.place + 1, (
          select i.host from batch_items i where i.batch_id = t.batch_id and i.state = 0 and i.host > h.host
          order by i.host limit 1)
        from hosts h where h.host is not null and h.place < t.count + ${named.length}::integer
      )
      select w.n, h.host from hosts h cross join lateral (
        select i.n from batch_items i where i.batch_id = t.batch_id and i.state = 0 and i.host = h.host
        order by i.n limit coalesce((select r.room from rooms r where r.kind = t.kind and r.host = h.host), t.each)
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
