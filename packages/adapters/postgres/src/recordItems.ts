/** Records what came of pages of batches. */
import type { BatchWrite, BatchWritten, ItemOutcome } from "@kittiwake/core/batches/BatchWorkStore"
import type { FoundItem } from "@kittiwake/core/batches/domain/Item"
import { blocksText } from "@kittiwake/core/batches/domain/Item"
import { storableText } from "@kittiwake/storage/storable"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"
import { addedBytes } from "./batchSums.ts"

const countsOf = (outcomes: ReadonlyArray<ItemOutcome>) => {
  const sums = new Map<string, { pages: number; recovered: number; example: string }>()
  for (const one of outcomes) {
    if (one._tag === "Dropped") continue
    const code = one._tag === "Failed" ? one.code : ""
    const sum = sums.get(code) ?? { pages: 0, recovered: 0, example: one._tag === "Failed" ? one.url : "" }
    sum.pages += 1
    sum.recovered += one._tag === "Succeeded" ? one.recoveredPages : 0
    sums.set(code, sum)
  }
  // In one order, so that two writers of one part never wait in a circle.
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}

const countTypes = {
  batch_id: "text",
  shard: "integer",
  code: "text",
  pages: "integer",
  recovered_pages: "integer",
  example: "text",
  bytes: "bigint"
}

const count = (sql: SqlClient.SqlClient, { batchId, organizationId, outcomes, segment, shard }: BatchWrite) => {
  const bytes = segment?.bytes ?? 0
  const rows = countsOf(outcomes).map(([code, { example, pages, recovered }], n) => [
    batchId,
    shard,
    code,
    pages,
    recovered,
    example,
    // What the pages take together counts once.
    n === 0 ? bytes : 0
  ])
  return rows.length === 0
    ? Effect.void
    : sql`with kept as (${addedBytes(sql, { organizationId, shard, bytes })})
        ${insertArrays(sql, "batch_counts", countTypes, rows)}
        on conflict (batch_id, shard, code) do update set pages = batch_counts.pages + excluded.pages,
          recovered_pages = batch_counts.recovered_pages + excluded.recovered_pages,
          bytes = batch_counts.bytes + excluded.bytes`
}

const finalIdentityOf = (outcome: ItemOutcome): string | null =>
  outcome._tag === "Succeeded" && outcome.finalIdentity !== null ? storableText(outcome.finalIdentity) : null

const finalIdentities = ({ outcomes }: BatchWrite): ReadonlyArray<string> => [
  ...new Set(outcomes.flatMap((outcome) => finalIdentityOf(outcome) ?? []))
]

/** Pages that answered where another one did. The row of the batch is locked by then. */
const samePages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, write: BatchWrite) {
  const identities = finalIdentities(write)
  if (identities.length === 0) return []
  const recorded = yield* sql<{ identity: string }>`
    select g.identity from unnest(${identities}::text[]) as g(identity)
    where exists (
      select from batch_items i where i.batch_id = ${write.batchId} and i.final_identity = g.identity offset 0
    )`
  const known = new Set(recorded.map(({ identity }) => identity))
  return write.outcomes.flatMap((outcome) => {
    const identity = finalIdentityOf(outcome)
    if (identity === null) return []
    const isSame = known.has(identity)
    known.add(identity)
    return isSame ? [outcome.n] : []
  })
})

/** What waits and has been read by now under another address need not be. */
const closeRead = (sql: SqlClient.SqlClient, { batchId, outcomes }: BatchWrite) => {
  const read = outcomes.flatMap((one) => {
    const identity = finalIdentityOf(one)
    return identity === null ? [] : [{ identity, n: one.n }]
  })
  // One that is reached by fewer links leads further.
  return read.length === 0
    ? Effect.void
    : sql`update batch_items i set state = 2
        from unnest(${read.map(({ identity }) => identity)}::text[], ${read.map(({ n }) => n)}::integer[]) as r(identity, n)
          join batch_items s on s.batch_id = ${batchId} and s.n = r.n
        where i.batch_id = ${batchId} and i.identity = r.identity and i.identity is not null and i.state = 0
          and i.depth >= s.depth`
}

/** Adds what pages led to, once for each identity, while the crawl may know more. Its row is locked by then. */
const addFound = (sql: SqlClient.SqlClient, { batchId, maxKnown, outcomes }: BatchWrite) => {
  const byIdentity = new Map<string, FoundItem>()
  for (const one of outcomes) {
    if (one._tag === "Failed") continue
    for (const item of one.found) if (!byIdentity.has(item.identity)) byIdentity.set(item.identity, item)
  }
  const found = [...byIdentity.values()]
  if (found.length === 0) return Effect.void
  return sql`
    with known as materialized (select coalesce(max(n), 0) as last from batch_items where batch_id = ${batchId}),
    wanted as materialized (
      select g.*, row_number() over (order by g.place) as nth
      from unnest(${found.map(({ url }) => storableText(url))}::text[], ${found.map(({ host }) => storableText(host))}::text[],
        ${found.map(({ identity }) => storableText(identity))}::text[], ${found.map(({ depth }) => depth)}::integer[])
        with ordinality as g(url, host, identity, depth, place)
      where not exists (
        select from batch_items i where i.batch_id = ${batchId} and i.identity = g.identity offset 0
      ) and not exists (
        select from batch_items i where i.batch_id = ${batchId} and i.final_identity = g.identity offset 0
      )
    )
    insert into batch_items (batch_id, n, url, host, identity, depth)
    select ${batchId}::text, known.last + w.nth, w.url, w.host, w.identity, w.depth
    from wanted w, known where known.last + w.nth <= ${maxKnown} order by w.nth`
}

const placesOf = (outcomes: ReadonlyArray<ItemOutcome>) =>
  outcomes.map((one) => (one._tag === "Dropped" ? null : one.place))

/** Why a page failed; empty where it did not, and null of one that has no record. */
const codeOf = (one: ItemOutcome): string | null =>
  one._tag === "Dropped" ? null : one._tag === "Failed" ? one.code : ""

const endItems = (sql: SqlClient.SqlClient, { batchId, outcomes, segment }: BatchWrite) => {
  const places = placesOf(outcomes)
  const [offsets, lengths] = [places.map((one) => one?.offset ?? null), places.map((one) => one?.length ?? null)]
  return sql`
    update batch_items i set state = 2, lease_until = null, result_offset = o.result_offset,
      result_length = o.result_length, final_identity = o.final_identity, code = o.code,
      segment_id = case when o.result_offset is null then null else ${segment?.id ?? null}::text end
    from unnest(${outcomes.map(({ n }) => n)}::integer[], ${offsets}::bigint[], ${lengths}::bigint[],
        ${outcomes.map(finalIdentityOf)}::text[], ${outcomes.map(codeOf)}::text[])
      as o(n, result_offset, result_length, final_identity, code)
    where i.batch_id = ${batchId} and i.n = o.n`
}

const leads = (outcome: ItemOutcome): boolean => outcome._tag !== "Failed" && outcome.found.length > 0

/** Writes when a batch began, whose row was held then. It is locked by now. */
const beginLate = (sql: SqlClient.SqlClient, batchId: string, at: DateTime.Utc) => sql`
  update batches set status = case when status = 'queued' then 'running' else status end,
    started_at = coalesce(started_at, ${at}::timestamptz)
  where id = ${batchId}`

/** Records one write, in a transaction of its own; `begunAt` is when its batch began, where that is not written yet. */
export const recordItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  write: BatchWrite,
  begunAt: DateTime.Utc | null
) {
  const { batchId, organizationId, outcomes, scopeUrl, segment } = write
  const adds = begunAt !== null || scopeUrl !== null || finalIdentities(write).length > 0 || outcomes.some(leads)
  // Writers of a list share the row, and none is recorded while somebody ends the batch; places are given one by one.
  const [open] = yield* sql`
    select 1 from batches where id = ${batchId} and organization_id = ${organizationId} and open
    ${sql.literal(adds ? "for update" : "for share")}`
  const held = yield* sql<{ n: number }>`
    select i.n from unnest(${outcomes.map(({ n }) => n)}::integer[], ${outcomes.map(({ token }) => token)}::bigint[])
      as o(n, token)
    join batch_items i on i.batch_id = ${batchId} and i.n = o.n and i.token = o.token and i.state = 1
    order by i.n for update of i`
  const isHeld = new Set(open === undefined ? [] : held.map(({ n }) => n))
  const lost = outcomes.filter(({ n }) => !isHeld.has(n)).map(({ n }) => n)
  if (lost.length > 0) return { _tag: "ClaimsLost", lost } satisfies BatchWritten as BatchWritten
  if (begunAt !== null) yield* beginLate(sql, batchId, begunAt)
  const same = yield* samePages(sql, write)
  if (same.length > 0) return { _tag: "SamePages", same } satisfies BatchWritten as BatchWritten
  if (segment !== null) {
    yield* sql`
      insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes, crc, blocks, small)
      values (${batchId}, ${segment.id}, ${organizationId}, ${segment.items}, ${segment.bytes}, ${segment.rawBytes},
        ${segment.crc}, ${blocksText(segment.blocks)}, ${segment.packed !== null})`
    if (segment.packed !== null) {
      yield* sql`
        insert into small_segments (batch_id, id, packed) values (${batchId}, ${segment.id}, ${segment.packed})`
    }
  }
  yield* endItems(sql, write)
  if (scopeUrl !== null) {
    yield* sql`update batches set scope_url = coalesce(scope_url, ${storableText(scopeUrl)}) where id = ${batchId}`
  }
  yield* count(sql, write)
  yield* closeRead(sql, write)
  yield* addFound(sql, write)
  return { _tag: "Recorded" } satisfies BatchWritten as BatchWritten
})
