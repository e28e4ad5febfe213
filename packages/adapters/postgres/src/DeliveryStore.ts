import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import type { Destination } from "@kittiwake/core/webhooks/domain/Delivery"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { claimDeliveries } from "./claimDeliveries.ts"
import { deliveryColumns, toAttempt, toDelivery, toDeliverySummary } from "./deliveryRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { listDeliveries } from "./listDeliveries.ts"
import { longestForWaiting, makeHeldUp, writeApart } from "./lockPatience.ts"
import { type EndedAttempt, recordAttempts } from "./recordAttempts.ts"
import { requeueDelivery } from "./requeueDelivery.ts"
import { orUnavailable } from "./storeFailure.ts"
import { untilDue } from "./untilDue.ts"

type Service = DeliveryStore["Service"]

/** How long after the attempt before it an attempt is planned, as `plannedDelaySeconds` says; none of what is under way. */
const plannedDelay = `interval '1 second' * case when d.lease_until is null and d.trigger = 'automatic'
  then coalesce(d.delays_seconds[d.automatic_failures], 0) else 0 end`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const leaseNow = yield* LeaseClock
  const columns = sql.literal(deliveryColumns)
  const delay = sql.literal(plannedDelay)
  const heldUp = makeHeldUp(longestForWaiting)

  const record = Effect.fn("DeliveryStore.record")(function* (ends: ReadonlyArray<EndedAttempt>) {
    // An attempt ends once, so a second end for the same claim in one batch is a repeat of the first.
    const keyOf = ({ claim }: EndedAttempt) => `${claim.delivery.id} ${claim.token}`
    const firsts = [...new Map(ends.toReversed().map((end) => [keyOf(end), end])).values()].toReversed()
    if (firsts.length === 0) return []
    const recordAll = (some: ReadonlyArray<EndedAttempt>, wait: Duration.Duration) =>
      Effect.map(recordAttempts(sql, some, wait), (rows) => {
        const written = new Set(rows.map(({ n }) => n))
        return some.map((_, n): boolean | null => written.has(n))
      })
    const answers = yield* writeApart(heldUp, firsts, ({ claim }) => claim.delivery.organizationId, recordAll, null)
    const written = new Map(firsts.map((end, n) => [end, answers[n] ?? null]))
    // A repeat has no answer.
    return ends.map((end) => (written.has(end) ? (written.get(end) ?? null) : false))
  }, orUnavailable("DeliveryStore.record"))

  const renew = Effect.fn("DeliveryStore.renew")(function* (...[claims, lease]: Parameters<Service["renew"]>) {
    if (claims.length === 0) return []
    const held = claims.map(({ delivery, token }, n) => ({ n, id: delivery.id, token }))
    const renewed = yield* sql<{ n: number }>`
      with own as materialized (
        select x.n, x.token, d.id from json_to_recordset(${storableJson(held)}::json) as x(n integer, id text, token bigint)
        join deliveries d on d.id = x.id and d.token = x.token and d.lease_until is not null
      ),
      -- Whoever stands still with one delivery must not have the leases of all others end: that one's holds until it ends.
      free as materialized (
        select d.id from own o join deliveries d on d.id = o.id and d.token = o.token and d.lease_until is not null
        order by d.id for update of d skip locked
      ),
      renewed as (
        update deliveries d set lease_until = coalesce(${yield* leaseNow}::timestamptz, clock_timestamp())
          + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond'
        from free where d.id = free.id
      )
      select n from own`
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

    recall: Effect.fn("DeliveryStore.recall")(function* ({ after, limit, now, place }) {
      const [row] = yield* sql<{ looked: number; count: number; due: number | null; id: string | null }>`
        with looked as materialized (
          select d.id, d.due_at from deliveries d
          where d.due_at is not null and (d.due_at, d.id) > (${place.dueAt}::timestamptz, ${place.id}::text)
          order by d.due_at, d.id limit ${limit}
        ),
        put_off as materialized (
          select d.id from looked l join deliveries d on d.id = l.id
          where d.due_at > ${after}::timestamptz + ${delay} order by d.id for update of d skip locked
        ),
        recalled as (
          update deliveries d set due_at = ${now}::timestamptz + ${delay},
            next_attempt_at = case when d.lease_until is null then ${now}::timestamptz + ${delay} end
          from put_off p where d.id = p.id returning 1
        )
        select (select count(*) from looked) as looked, (select count(*) from recalled) as count,
          (extract(epoch from l.due_at) * 1000)::float8 as due, l.id
        from (select) one left join lateral (select * from looked order by due_at desc, id desc limit 1) l on true`
      const { count, due, id, looked } = row!
      const isLast = looked < limit || due === null || id === null
      return { count, last: isLast ? null : { dueAt: DateTime.makeUnsafe(due), id } }
    }, orUnavailable("DeliveryStore.recall")),
    renew,
    record,

    destinationOf: ({ delivery, token }) =>
      sql<Destination>`
        select s.url, s.secret from deliveries d join subscriptions s on s.id = d.subscription_id
        where d.id = ${delivery.id} and d.token = ${token}::bigint and d.status = 'delivering'`.pipe(
        Effect.map(([row]) => Option.fromUndefinedOr(row)),
        orUnavailable("DeliveryStore.destinationOf")
      ),

    bodyOf: ({ delivery, token }) =>
      sql<{ readonly body: string }>`
        select d.body from deliveries d
        where d.id = ${delivery.id} and d.token = ${token}::bigint and d.status = 'delivering'`.pipe(
        Effect.map(([row]) => Option.fromUndefinedOr(row?.body)),
        orUnavailable("DeliveryStore.bodyOf")
      ),

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
        Effect.map((part) => ({ ...part, rows: part.rows.map((row) => toDeliverySummary(row)) })),
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
