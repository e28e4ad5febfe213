import {
  type Acceptance,
  type BatchFilter,
  BatchStore,
  type ResultFilter,
  type ResultRow,
  type Segment,
  type StoredBatch
} from "@kittiwake/core/batches/BatchStore"
import type { BatchItem } from "@kittiwake/core/batches/domain/Item"
import { readBlocks } from "@kittiwake/core/batches/domain/Item"
import { filesText } from "@kittiwake/core/batches/domain/ResultFile"
import { BatchLimitReached } from "@kittiwake/core/batches/errors"
import { lastingSpent } from "@kittiwake/core/credits/domain/Supply"
import { CollectionPaused, OutOfCredits } from "@kittiwake/core/credits/errors"
import { listedBatch } from "@kittiwake/core/internal/batches/domain/listedBatch"
import { batchTerms, batchText } from "@kittiwake/core/internal/batches/domain/storedBatch"
import { removedBodyBytes } from "@kittiwake/core/internal/webhooks/domain/bodyBytes"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { chargeUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { type DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { changedAccount, endExpiredOf } from "./accountRows.ts"
import { insertArrays } from "./arrayRows.ts"
import { type BatchRow, batchColumns, toStoredBatch } from "./batchRows.ts"
import { keepBytes, letGo } from "./batchSums.ts"
import { findPause } from "./collectionPause.ts"
import { keepAnswer } from "./keptAnswers.ts"
import { type Looked, look } from "./looks.ts"
import { postedCounted } from "./postedCounted.ts"
import { orUnavailable } from "./storeFailure.ts"
import { putSubscription } from "./subscriptionRows.ts"
import { supplyOne } from "./supply.ts"

/** What a list of results shows. Of pages that were recorded before they kept why they failed, it is not known here. */
const shownResults = (sql: SqlClient.SqlClient, { code, status }: ResultFilter) => sql`
  ${status === "error" || code !== undefined ? sql`and (i.code <> '') is not false` : sql.literal("")}
  ${status === "ok" ? sql`and coalesce(i.code, '') = ''` : sql.literal("")}
  ${code === undefined ? sql.literal("") : sql`and (i.code = ${code} or i.code is null)`}`

type ResultColumns = Omit<ResultRow, "place" | "blocks"> & ResultRow["place"] & { readonly blocks: string | null }

/** Columns of a page that every one has a value of its own for, and those that many lists have nothing in. */
const itemTypes = { n: "integer", url: "text", host: "text" }
const rareTypes = { identity: "text", item_id: "text", meta: "text" }

/** Puts pages of a batch; their depth is sent once where it is one. A column in which nothing stands is not sent. */
const insertItems = (sql: SqlClient.SqlClient, batchId: string, items: ReadonlyArray<BatchItem>) => {
  const rare = [
    ["identity", ({ identity }: BatchItem) => identity],
    ["item_id", ({ itemId }: BatchItem) => itemId],
    ["meta", ({ meta }: BatchItem) => meta]
  ] as const
  const told = rare.filter(([, of]) => items.some((item) => of(item) !== null))
  const types = { ...itemTypes, ...Object.fromEntries(told.map(([name]) => [name, rareTypes[name]])) }
  const ofDepth = (depth: number, some: ReadonlyArray<BatchItem>) =>
    insertArrays(
      sql,
      "batch_items",
      types,
      some.map((item) => [item.n, item.url, item.host, ...told.map(([, of]) => of(item))]),
      { batch_id: sql`${batchId}::text`, depth: sql`${depth}::integer` }
    )
  return Effect.forEach(
    Map.groupBy(items, ({ depth }) => depth),
    ([depth, some]) => sql`${ofDepth(depth, some)}`,
    {
      discard: true
    }
  )
}

const listed: Looked = {
  table: "batches",
  alias: "b",
  at: "created_at",
  id: "id",
  columns: batchColumns,
  joins: "left join subscriptions s on s.id = b.id",
  large: "body"
}

/** A row as lists have it. */
const toListedBatch = (row: BatchRow): StoredBatch => {
  const stored = toStoredBatch(row)
  return { ...stored, batch: listedBatch(stored.batch) }
}

const filtered = (sql: SqlClient.SqlClient, { anyTag, search, status }: BatchFilter) => [
  ...(status === undefined ? [] : [sql`status = ${status}`]),
  ...(anyTag === undefined ? [] : [sql`tags::jsonb ?| ${anyTag}::text[]`]),
  ...(search === undefined
    ? []
    : search.terms.map((term) => {
        const wanted = search.match === "exact" ? ` ${storableText(term)} ` : ` ${storableText(term)}`
        return sql`strpos(words, ${wanted}) > 0`
      }))
]

/** Has those who accept for one organization follow each other, so that none is one too many. */
const inTurn = (sql: SqlClient.SqlClient, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('kittiwake.batches'), hashtext(${organizationId}))`

/** Debits the budget with its entry and its usage; tells how many of the credits never expire, or null when there are too few. */
const debit = (sql: SqlClient.SqlClient, { batch, entry }: Acceptance) =>
  Effect.map(
    sql<{ left: number; lasting: number }>`
      with account as (${changedAccount(sql, entry, { supplied: 0 })}),
      posted as (
        insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
        select ${entry.id}::text, organization_id, ${entry.cause.kind}::text, ${entry.cause.id}::text,
          ${entry.credits}::bigint, ${entry.at}::timestamptz
        from account
        returning organization_id, cause_id, credits, at
      ),
      ${postedCounted(sql, chargeUsage(entry, batch.origin))}
      select balance as left, lasting from account`,
    ([account]) => (account === undefined ? null : lastingSpent({ ...account, spent: -entry.credits }))
  )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const find = (organizationId: OrganizationId, batchId: string) =>
    Effect.map(
      sql<BatchRow>`
        select ${sql.literal(batchColumns)} from batches b left join subscriptions s on s.id = b.id
        where b.id = ${batchId} and b.organization_id = ${organizationId} and b.state = 'batch'`,
      ([row]) => Option.map(Option.fromUndefinedOr(row), toStoredBatch)
    )

  const add = Effect.fn("BatchStore.add")(
    function* (organizationId: OrganizationId, batchId: string, items: ReadonlyArray<BatchItem>) {
      const [open] = yield* sql`
        select 1 from batches where id = ${batchId} and organization_id = ${organizationId} and state = 'intake'
        for share`
      if (open === undefined) return yield* Effect.die(new Error(`no intake ${batchId} is open`))
      yield* insertItems(sql, batchId, items)
    },
    sql.withTransaction,
    orUnavailable("BatchStore.add")
  )

  /** Accepts, in a transaction of its own; what is due is brought first when it is wanted. */
  const tryAccept = Effect.fnUntraced(function* (acceptance: Acceptance, supplies: boolean) {
    const { allowance, batch, bytes, entry, kept } = acceptance
    const { id, organizationId } = batch
    yield* keepAnswer(sql, kept)
    yield* inTurn(sql, organizationId)
    const [open] = yield* sql<{ count: number }>`
      select count(*) as count from batches where organization_id = ${organizationId} and open`
    if (open!.count >= allowance) return yield* new BatchLimitReached({ limit: allowance })
    const pause = yield* findPause(sql, organizationId, entry.at)
    if (pause !== null) return yield* new CollectionPaused(pause)
    const needed = -entry.credits
    if (supplies) yield* supplyOne(sql, organizationId, { at: entry.at, wanted: needed })
    const lasting = yield* debit(sql, acceptance)
    if (lasting === null) {
      const [account] = yield* sql<{ available: number }>`
        select balance - held as available from accounts where organization_id = ${organizationId}`
      return yield* new OutOfCredits({ available: account?.available ?? 0, needed })
    }
    const made = yield* sql`
      update batches set state = 'batch', open = true, status = 'queued', body = ${storableText(batchText(batch))},
        reserved = ${batch.intake.reserved}, words = ${storableText(` ${batchTerms(batch).join(" ")} `)},
        tags = ${storableJson(batch.tags)}, idempotency_key = ${kept?.key ?? null},
        created_at = ${batch.createdAt}::timestamptz, lasting = ${lasting}
      where id = ${id} and organization_id = ${organizationId} and state = 'intake' returning 1`
    if (made.length === 0) return yield* Effect.die(new Error(`no intake ${id} is open`))
    yield* keepBytes(sql, { organizationId, batchId: id, bytes })
    if (batch.subscription !== null) yield* putSubscription(sql, batch.subscription, false)
  }, sql.withTransaction)

  const accept = Effect.fn("BatchStore.accept")(
    (acceptance: Acceptance) =>
      Effect.catchTag(tryAccept(acceptance, false), "OutOfCredits", () =>
        Effect.andThen(
          endExpiredOf(sql, acceptance.batch.organizationId, acceptance.entry.at),
          tryAccept(acceptance, true)
        )
      ),
    orUnavailable("BatchStore.accept")
  )

  const remove = Effect.fn("BatchStore.remove")(
    function* (organizationId: OrganizationId, batchId: string) {
      const [row] = yield* sql<{ key: string | null; endedAt: string | null }>`
        update batches set state = 'removed', stale = true
        where id = ${batchId} and organization_id = ${organizationId} and state <> 'removed' and not open
        returning idempotency_key as key, ended_at as "endedAt"`
      if (row === undefined) return false
      if (row.endedAt !== null) {
        yield* sql`
          with gone as (select ${batchId}::text as id, ${organizationId}::text as organization_id) ${letGo(sql)}`
        // What is told of the end of a batch is of the moment at which it ended: that is how it is found.
        yield* sql`
          update deliveries set body = json_build_object('event', event, 'id', event_id)::text
          where organization_id = ${organizationId} and batch_id is not null and created_at = ${row.endedAt}::timestamptz
            and batch_id = ${batchId} and octet_length(body) > ${removedBodyBytes}`
      }
      if (row.key !== null) {
        yield* sql`
          delete from idempotency_keys
          where organization_id = ${organizationId} and operation = 'batch.submit' and key = ${row.key}`
      }
      // Deliveries before subscriptions is the order in which attempts lock them too.
      yield* sql`
        update deliveries
        set status = 'cancelled', cancel_reason = 'webhook_removed', next_attempt_at = null, due_at = null
        where id = any (array(
          select id from deliveries
          where subscription_id = ${batchId} and organization_id = ${organizationId} and due_at is not null
          order by id for update
        ))`
      yield* sql`delete from subscriptions where id = ${batchId}`
      return true
    },
    sql.withTransaction,
    orUnavailable("BatchStore.remove")
  )

  /** Marks what is kept no longer: intakes that were left alone, and results. */
  const outdate = (intakesBefore: DateTime.Utc, resultsBefore: DateTime.Utc, limit: number) => sql`
    with left_alone as (
      update batches set state = 'removed', stale = true where id = any (array(
        select id from batches where state = 'intake' and opened_at < ${intakesBefore}::timestamptz
        order by opened_at limit ${limit} for update skip locked
      ))
    ),
    gone as (
      update batches set stale = true, ended_at = null, files = null where id = any (array(
        select id from batches where ended_at is not null and not stale and ended_at < ${resultsBefore}::timestamptz
        order by ended_at limit ${limit} for update skip locked
      ))
      returning id, organization_id
    )
    ${letGo(sql)}`

  const dropOf = (
    table: "batch_items" | "batch_segments" | "small_segments",
    column: "n" | "id",
    batchId: string,
    limit: number
  ) =>
    Effect.map(
      sql<{ dropped: number }>`
        with gone as (
          delete from ${sql.literal(table)} where batch_id = ${batchId} and ${sql.literal(column)} = any (array(
            select ${sql.literal(column)} from ${sql.literal(table)} where batch_id = ${batchId}
            order by ${sql.literal(column)} limit ${limit}
          ))
          returning 1
        )
        select count(*) as dropped from gone`,
      ([row]) => row!.dropped
    )

  /** Drops up to `limit` rows of one batch; nothing when none has any. */
  const dropSome = Effect.fnUntraced(function* (limit: number) {
    const [stale] = yield* sql<{ id: string; state: string }>`
      select id, state from batches where stale order by id limit 1 for update skip locked`
    if (stale === undefined) return null
    const items = yield* dropOf("batch_items", "n", stale.id, limit)
    const small = items < limit ? yield* dropOf("small_segments", "id", stale.id, limit - items) : 0
    const rows = items + small
    const segments = rows < limit ? yield* dropOf("batch_segments", "id", stale.id, limit - rows) : 0
    if (rows + segments < limit) {
      if (stale.state === "removed") {
        yield* sql`delete from batch_counts where batch_id = ${stale.id}`
        yield* sql`delete from batches where id = ${stale.id}`
      } else yield* sql`update batches set stale = false where id = ${stale.id}`
    }
    return rows + segments
  }, sql.withTransaction)

  const prune = Effect.fn("BatchStore.prune")(function* ({
    intakesBefore,
    limit,
    resultsBefore
  }: Parameters<BatchStore["Service"]["prune"]>[0]) {
    yield* outdate(intakesBefore, resultsBefore, limit)
    let dropped = 0
    while (dropped < limit) {
      const some = yield* dropSome(limit - dropped)
      if (some === null) break
      dropped += some
    }
    return dropped
  }, orUnavailable("BatchStore.prune"))

  const kept = (organizationId: OrganizationId, batchId: string) => sql`
    (select id from batches where id = ${batchId} and organization_id = ${organizationId} and state = 'batch' and not stale)`

  return BatchStore.of({
    open: (organizationId, batchId, at, allowance) =>
      sql`
        insert into batches (id, organization_id, state, opened_at)
        select ${batchId}::text, ${organizationId}::text, 'intake', ${at}::timestamptz
        where (select count(*) from batches where organization_id = ${organizationId} and open) < ${allowance}
        returning 1`.pipe(
        Effect.flatMap((opened) =>
          opened.length > 0 ? Effect.void : Effect.fail(new BatchLimitReached({ limit: allowance }))
        ),
        orUnavailable("BatchStore.open")
      ),
    add,
    accept,
    remove,
    prune,

    get: (organizationId, batchId) => find(organizationId, batchId).pipe(orUnavailable("BatchStore.get")),

    list: (organizationId, filter, slice) =>
      look(sql, listed, {
        owned: [sql`organization_id = ${organizationId}`, sql`state = 'batch'`],
        conditions: filtered(sql, filter),
        slice
      }).pipe(
        Effect.map((part) => ({ ...part, rows: part.rows.map((row) => toListedBatch(row as BatchRow)) })),
        orUnavailable("BatchStore.list")
      ),

    results: (organizationId, batchId, filter, { after, limit }) =>
      sql<ResultColumns>`
        select i.n, i.url, i.item_id as "itemId", i.meta, i.segment_id as "segmentId", i.result_offset as "offset",
          i.result_length as length, s.blocks, coalesce(s.small, false) as "isSmall"
        from batch_items i left join batch_segments s on s.batch_id = i.batch_id and s.id = i.segment_id
        where i.batch_id = ${kept(organizationId, batchId)} and i.segment_id is not null and i.n > ${after} ${shownResults(sql, filter)}
        order by i.n limit ${limit}`.pipe(
        Effect.map((rows) =>
          rows.map(({ blocks, isSmall, itemId, meta, n, url, ...place }) => ({
            n,
            url,
            itemId,
            meta,
            place,
            blocks: readBlocks(blocks),
            isSmall
          }))
        ),
        orUnavailable("BatchStore.results")
      ),

    segments: (organizationId, batchId, { after, limit, until }) =>
      sql<Segment>`
        select id, items, bytes, raw_bytes as "rawBytes", crc, small as "isSmall" from batch_segments
        where batch_id = ${kept(organizationId, batchId)} and id > ${after ?? ""}
          and (${until}::text is null or id <= ${until}::text)
        order by id limit ${limit}`.pipe(orUnavailable("BatchStore.segments")),

    smallSegment: (organizationId, batchId, segmentId) =>
      sql<{ packed: Uint8Array }>`
        select packed from small_segments
        where batch_id = ${kept(organizationId, batchId)} and id = ${segmentId}`.pipe(
        Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ packed }) => packed)),
        orUnavailable("BatchStore.smallSegment")
      ),

    resultBytes: (organizationId) =>
      sql<{ bytes: number }>`
        select coalesce(sum(bytes), 0)::float8 as bytes from batch_sums where organization_id = ${organizationId}`.pipe(
        Effect.map(([row]) => row!.bytes),
        orUnavailable("BatchStore.resultBytes")
      ),

    keepFiles: (organizationId, batchId, files) =>
      sql`
        update batches set files = ${filesText(files)}
        where id = ${batchId} and organization_id = ${organizationId} and state = 'batch' and not open
          and ended_at is not null and files is null`.pipe(Effect.asVoid, orUnavailable("BatchStore.keepFiles")),

    cancel: (organizationId, batchId) =>
      Effect.andThen(
        sql`
          update batches set status = 'cancelling'
          where id = ${batchId} and organization_id = ${organizationId} and state = 'batch'
            and status in ('queued', 'running')`,
        find(organizationId, batchId)
      ).pipe(orUnavailable("BatchStore.cancel"))
  })
})

/** `BatchStore` on Postgres. */
export const layer: Layer.Layer<BatchStore, never, SqlClient.SqlClient> = Layer.effect(BatchStore, make)
