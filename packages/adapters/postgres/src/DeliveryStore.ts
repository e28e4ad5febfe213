import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { claimDeliveries } from "./claimDeliveries.ts"
import { deliveryColumns, toAttempt, toDelivery } from "./deliveryRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { listDeliveries } from "./listDeliveries.ts"
import { type EndedAttempt, recordAttempts } from "./recordAttempts.ts"
import { requeueDelivery } from "./requeueDelivery.ts"
import { orUnavailable } from "./storeFailure.ts"
import { untilDue } from "./untilDue.ts"

type Service = DeliveryStore["Service"]

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const leaseNow = yield* LeaseClock
  const columns = sql.literal(deliveryColumns)

  /** What a delivery waits after its last attempt: one that is under way, asked for by hand or new waits for nothing. */
  const ownDelay = (row: "d" | "t") =>
    sql.literal(`make_interval(secs => case when ${row}.lease_until is null and ${row}.trigger <> 'manual'
      then coalesce(${row}.delays_seconds[${row}.automatic_failures], 0) else 0 end)`)

  const record = Effect.fn("DeliveryStore.record")(function* (ends: ReadonlyArray<EndedAttempt>) {
    // An attempt ends once, so a second end for the same claim in one batch is a repeat of the first.
    const keyOf = ({ claim }: EndedAttempt) => `${claim.delivery.id} ${claim.token}`
    const firsts = [...new Map(ends.toReversed().map((end) => [keyOf(end), end])).values()].toReversed()
    if (firsts.length === 0) return []
    const written = new Set((yield* recordAttempts(sql, firsts)).map(({ n }) => firsts[n]))
    return ends.map((end) => written.has(end))
  }, orUnavailable("DeliveryStore.record"))

  const renew = Effect.fn("DeliveryStore.renew")(function* (...[claims, lease]: Parameters<Service["renew"]>) {
    if (claims.length === 0) return []
    const held = claims.map(({ delivery, token }, n) => ({ n, id: delivery.id, token }))
    const renewed = yield* sql<{ n: number }>`
      with held as materialized (
        select x.n, d.id from json_to_recordset(${storableJson(held)}::json) as x(n integer, id text, token bigint)
        join deliveries d on d.id = x.id and d.token = x.token and d.lease_until is not null
        order by d.id for update of d
      )
      update deliveries d set lease_until = coalesce(${yield* leaseNow}::timestamptz, clock_timestamp())
        + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond'
      from held where d.id = held.id
      returning held.n`
    const numbers = new Set(renewed.map(({ n }) => n))
    return claims.map((_, n) => numbers.has(n))
  }, orUnavailable("DeliveryStore.renew"))

  return DeliveryStore.of({
    claimDue: Effect.fn("DeliveryStore.claimDue")(
      (options) => claimDeliveries(sql, leaseNow, options),
      orUnavailable("DeliveryStore.claimDue")
    ),

    untilDue: Effect.fn("DeliveryStore.untilDue")(
      (now) => untilDue(sql, leaseNow, "deliveries", now),
      orUnavailable("DeliveryStore.untilDue")
    ),

    recall: Effect.fn("DeliveryStore.recall")(function* ({ after, limit, now }) {
      const recalled = yield* sql`
        update deliveries t set due_at = ${now}::timestamptz + ${ownDelay("t")},
          next_attempt_at = case when t.lease_until is null then ${now}::timestamptz + ${ownDelay("t")} end
        where t.id = any (array(
          select d.id from deliveries d
          where d.due_at > ${after}::timestamptz and d.due_at > ${now}::timestamptz + ${ownDelay("d")}
            and (d.lease_until is not null or d.created_at > ${after}::timestamptz or d.trigger = 'manual'
              or coalesce(d.last_attempt ->> 'completedAt', d.last_attempt ->> 'startedAt') > ${DateTime.formatIso(after)})
          order by d.due_at, d.id limit ${limit} for update skip locked
        ))
        returning 1`
      return recalled.length
    }, orUnavailable("DeliveryStore.recall")),
    renew,
    record,

    get: (organizationId, deliveryId) =>
      sql<{ token: number; hasDestination: boolean }>`
        select ${columns}, d.token,
          exists (select 1 from subscriptions s where s.id = d.subscription_id) as "hasDestination"
        from deliveries d where d.id = ${deliveryId} and d.organization_id = ${organizationId}`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? Option.none()
            : Option.some({ delivery: toDelivery(row), token: row.token, hasDestination: row.hasDestination })
        ),
        orUnavailable("DeliveryStore.get")
      ),

    list: (organizationId, filter, slice) =>
      listDeliveries(sql, organizationId, filter, slice).pipe(
        Effect.map((part) => ({ ...part, rows: part.rows.map((row) => toDelivery(row)) })),
        orUnavailable("DeliveryStore.list")
      ),

    attempts: (organizationId, deliveryId, { limit, before }) =>
      sql<{ body: unknown }>`
        select body from (
          select attempt, body from delivery_attempts
          where delivery_id = ${deliveryId} and organization_id = ${organizationId}
          union all
          select attempts, last_attempt from deliveries
          where id = ${deliveryId} and organization_id = ${organizationId} and lease_until is not null
        ) a
        where attempt < coalesce(${before}::integer, 2147483647)
        order by attempt desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ body }) => toAttempt(body))),
        orUnavailable("DeliveryStore.attempts")
      ),

    requeue: (stored, next, kept) =>
      requeueDelivery(sql, stored, next, kept).pipe(
        sql.withTransaction,
        orUnavailable("DeliveryStore.requeue"),
        Effect.withSpan("DeliveryStore.requeue")
      )
  })
})

/** `DeliveryStore` on Postgres. */
export const layer: Layer.Layer<DeliveryStore, never, SqlClient.SqlClient> = Layer.effect(DeliveryStore, make)
