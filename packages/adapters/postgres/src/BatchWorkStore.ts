import { BatchWorkStore, type ItemClaim, type Settling } from "@kittiwake/core/batches/BatchWorkStore"
import { filesText } from "@kittiwake/core/batches/domain/ResultFile"
import { endText } from "@kittiwake/core/internal/batches/domain/storedBatch"
import { LongLooks } from "@kittiwake/core/internal/batches/LongLooks"
import { pageBytes } from "@kittiwake/core/paging/domain/Page"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { changedAccount } from "./accountRows.ts"
import {
  attempted,
  type BatchRow,
  batchColumns,
  firstHost,
  isDone,
  isWaiting,
  toStoredBatch,
  underWay
} from "./batchRows.ts"
import { claimItems } from "./claimItems.ts"
import { addCharges } from "./countUsage.ts"
import { deliveryJson, deliveryWriteColumns } from "./deliveryRows.ts"
import { giveBackCredits } from "./GrantStore.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { LateBegins } from "./lateBegins.ts"
import { isOver } from "./leaseEnds.ts"
import { briefly, isHeldUp, makeHeldUp, waitsShortly } from "./lockPatience.ts"
import { recordItems } from "./recordItems.ts"
import { orUnavailable } from "./storeFailure.ts"

/** What of the end is found to hold no more: the transaction is undone. */
class NotSettled extends Error {
  readonly _tag = "NotSettled"
}

/** Claims that were lost since they were made were not, after all. */
const forgiveLosses = (sql: SqlClient.SqlClient, claims: ReadonlyArray<ItemClaim>) => sql`
  update batch_items i set losses = i.losses - 1
  from unnest(${claims.map(({ batch }) => batch.id)}::text[], ${claims.map(({ n }) => n)}::integer[],
    ${claims.map(({ losses }) => losses)}::integer[]) as o(batch_id, n, losses)
  where i.batch_id = o.batch_id and i.n = o.n and i.state < 2 and i.losses > o.losses`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const leaseNow = yield* LeaseClock
  const looks = new LongLooks()
  const lateBegins = new LateBegins()
  const heldUp = makeHeldUp(Duration.minutes(1))

  /** Has the whole transaction wait briefly. Whether the batch, whose row is locked, is still what it was counted up for. */
  const maySettle = Effect.fnUntraced(function* ({ batch, tally }: Settling) {
    const { id, organizationId, status } = batch
    const [open] = yield* sql<{ status: string }>`
      select status from batches
      where id = ${id} and organization_id = ${organizationId} and open and ${waitsShortly(sql, briefly)} for update`
    if (open === undefined || (status === "completed" && open.status === "cancelling")) return false
    const [row] = yield* sql<{ done: boolean; succeeded: number; all: number }>`
      select ${sql.literal(isDone)} as done, ${sql.literal(attempted)} as "all",
        (select coalesce(sum(c.pages), 0)::integer from batch_counts c where c.batch_id = b.id and c.code = '') as succeeded
      from batches b where b.id = ${id}`
    if (row!.succeeded !== tally.succeeded || row!.all - row!.succeeded !== tally.failed) return false
    return status === "failed" || row!.done
  })

  /** Gives back what is left, and as it was taken: what lasted lasts again. Or takes what it cost more. */
  const post = Effect.fnUntraced(function* (entry: NonNullable<Settling["entry"]>, batchId: string) {
    const { cause, credits, id } = entry
    const [taken] = yield* sql<{ lasting: number | null }>`select lasting from batches where id = ${batchId}`
    const lasting = Math.min(taken?.lasting ?? credits, credits)
    const moved = yield* sql`
      with account as (${changedAccount(sql, entry, { supplied: 0, lasting })})
      insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
      select ${id}::text, organization_id, ${cause.kind}::text, ${cause.id}::text, ${credits}::bigint,
        ${entry.at}::timestamptz
      from account returning 1`
    if (moved.length === 0) return yield* Effect.fail(new NotSettled())
  })

  const settle = Effect.fnUntraced(function* (settling: Settling) {
    if (!(yield* maySettle(settling))) return false
    const { batch, deliveries, entry, files, unspent, usage } = settling
    if (entry !== null) yield* post(entry, batch.id)
    if (usage !== null) yield* addCharges(sql, [usage])
    yield* sql`
      update batches set status = ${batch.status}, ending = ${storableText(endText(batch.end))},
        ended_at = ${batch.end.at}::timestamptz, files = ${filesText(files)}, open = false where id = ${batch.id}`
    yield* sql`update batch_items set state = 2, lease_until = null where batch_id = ${batch.id} and state = 1`
    if (unspent !== null) yield* giveBackCredits(sql, unspent)
    if (deliveries.length > 0) {
      yield* sql`
        insert into deliveries (${sql.literal(deliveryWriteColumns.names)})
        select ${sql.literal(deliveryWriteColumns.members)}
        from json_to_recordset(${storableJson(deliveries.map(deliveryJson))}::json)
          as x(${sql.literal(deliveryWriteColumns.definition)})`
    }
    return true
  }, sql.withTransaction)

  /** One that is held up is settled at a later look, and holds up no other meanwhile. */
  const trySettle = Effect.fnUntraced(function* (settling: Settling) {
    const { organizationId } = settling.batch
    if ((yield* heldUp.names).has(organizationId)) return false
    return yield* Effect.catchIf(
      Effect.catchIf(
        Effect.tap(settle(settling), () => heldUp.forget(organizationId)),
        isHeldUp,
        () => Effect.as(heldUp.note(organizationId), false)
      ),
      (error): error is NotSettled => error instanceof NotSettled,
      () => Effect.succeed(false)
    )
  })

  return BatchWorkStore.of({
    claimDue: Effect.fn("BatchWorkStore.claimDue")(function* (options) {
      if (options.limit < 1) return []
      return yield* sql.withTransaction(claimItems(sql, looks, lateBegins, options, yield* leaseNow))
    }, orUnavailable("BatchWorkStore.claimDue")),

    untilDue: Effect.fn("BatchWorkStore.untilDue")(function* () {
      const clock = sql`coalesce(${yield* leaseNow}::timestamptz, clock_timestamp())`
      const [row] = yield* sql<{ due: boolean; millis: number | null }>`
        select exists (
            select from batches b where b.open and b.status in ('queued', 'running') and ${sql.literal(isWaiting)}
              and b.reserved - ${sql.literal(attempted)} > ${sql.literal(underWay)}
          ) as due,
          (select min(case when ${isOver(sql, "lease_until", clock)} then 0
              else extract(epoch from lease_until - ${clock})::float8 * 1000 end)
            from batch_items where state = 1) as millis`
      if (row!.due) return Option.some(Duration.zero)
      return row!.millis === null ? Option.none() : Option.some(Duration.millis(Math.max(0, row!.millis)))
    }, orUnavailable("BatchWorkStore.untilDue")),

    renew: Effect.fn("BatchWorkStore.renew")(function* (claims, lease) {
      const now = yield* leaseNow
      const leaseMillis = Math.trunc(Duration.toMillis(lease))
      const renewal =
        leaseMillis === 0
          ? sql`state = 0, lease_until = null`
          : sql`begun = true, lease_until = coalesce(${now}::timestamptz, clock_timestamp())
              + ${leaseMillis}::float8 * interval '1 millisecond'`
      const renewed = yield* sql<{ place: number }>`
        with held as materialized (
          select i.batch_id, i.n, o.place
          from unnest(${claims.map(({ batch }) => batch.id)}::text[], ${claims.map(({ n }) => n)}::integer[],
            ${claims.map(({ token }) => token)}::bigint[]) with ordinality as o(batch_id, n, token, place)
          join batch_items i on i.batch_id = o.batch_id and i.n = o.n and i.token = o.token and i.state = 1
          order by i.batch_id, i.n for update of i
        )
        update batch_items i set ${renewal}
        from held h where i.batch_id = h.batch_id and i.n = h.n returning h.place::integer as place`
      const places = new Set(renewed.map(({ place }) => place))
      const lost = claims.filter((_, index) => !places.has(index + 1))
      if (leaseMillis === 0 && lost.length > 0) yield* forgiveLosses(sql, lost)
      return claims.map((_, index) => places.has(index + 1))
    }, orUnavailable("BatchWorkStore.renew")),

    record: Effect.fn("BatchWorkStore.record")(
      (writes) =>
        Effect.forEach(writes, (write) =>
          Effect.tap(sql.withTransaction(recordItems(sql, write, lateBegins.of(write.batchId))), ({ _tag }) =>
            Effect.sync(() => {
              if (_tag === "Recorded") lateBegins.written(write.batchId)
            })
          )
        ),
      orUnavailable("BatchWorkStore.record")
    ),

    unsettled: ({ after, doneOnly = false, limit }) =>
      sql<BatchRow & { readonly done: boolean; readonly waitsAt: string | null }>`
        select ${sql.literal(batchColumns)}, ${sql.literal(firstHost)} as "waitsAt", ${sql.literal(isDone)} as done
        from (
          select *, sum(octet_length(body)) over (order by id rows between unbounded preceding and 1 preceding) as bytes_before
          from (
            select * from batches b where b.open and b.id > ${after ?? ""} ${sql.literal(doneOnly ? `and ${isDone}` : "")}
            order by b.id limit ${limit}
          ) found
        ) b left join subscriptions s on s.id = b.id
        where coalesce(b.bytes_before, 0) <= ${sql.literal(String(pageBytes))} order by b.id`.pipe(
        Effect.map((rows) => rows.map((row) => ({ ...toStoredBatch(row), isDone: row.done, waitsAt: row.waitsAt }))),
        orUnavailable("BatchWorkStore.unsettled")
      ),

    settle: Effect.fn("BatchWorkStore.settle")(trySettle, orUnavailable("BatchWorkStore.settle"))
  })
})

/** `BatchWorkStore` on Postgres. */
export const layer: Layer.Layer<BatchWorkStore, never, SqlClient.SqlClient> = Layer.effect(BatchWorkStore, make)
