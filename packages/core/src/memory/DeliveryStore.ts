import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { type DeliveryFilter, DeliveryOutdated, DeliveryStore, type DuePlace } from "../webhooks/DeliveryStore.ts"
import { type Delivery, type DeliveryId, plannedDelaySeconds, summaryOf } from "../webhooks/domain/Delivery.ts"
import { claimDeliveries, endAttempt, renewAttempt, subscriptionOf } from "./attemptDelivery.ts"
import { Database, type DeliveryRow, type Tables } from "./Database.ts"
import { nextAttemptMillis, untilMillis } from "./dueTimes.ts"
import { keeping } from "./keptAnswers.ts"
import { sliceOf } from "./sliceOf.ts"

const rowFor = (tables: Tables, organizationId: OrganizationId, deliveryId: DeliveryId) => {
  const row = tables.deliveries.get(deliveryId)
  return row?.delivery.organizationId === organizationId ? row : undefined
}

const isFrom = ({ source }: Delivery, { type, monitorId, batchId, runIds }: DeliveryFilter) =>
  source.type === "monitor"
    ? type === "monitor" &&
      batchId === undefined &&
      (monitorId === undefined || source.monitorId === monitorId) &&
      (runIds === undefined || runIds.includes(source.runId))
    : type === "batch" &&
      monitorId === undefined &&
      runIds === undefined &&
      (batchId === undefined || source.batchId === batchId)

const isShown = (delivery: Delivery, filter: DeliveryFilter) =>
  isFrom(delivery, filter) &&
  (filter.status === undefined || delivery.status === filter.status) &&
  (filter.createdAfter === undefined || delivery.createdAt.epochMilliseconds > filter.createdAfter.epochMilliseconds)

const withDelay = (delivery: Delivery, from: DateTime.Utc): DateTime.Utc =>
  DateTime.add(from, { seconds: plannedDelaySeconds(delivery) })

/** What is under way is due when its lease is over, which no place comes before. */
const dueOf = ({ delivery }: DeliveryRow): DateTime.Utc => delivery.nextAttemptAt ?? DateTime.makeUnsafe(0)

/** Whether it is due after a place in the order of what is due. */
const isBehind = (row: DeliveryRow, { dueAt, id }: DuePlace): boolean => {
  const later = dueOf(row).epochMilliseconds - dueAt.epochMilliseconds
  return later > 0 || (later === 0 && row.delivery.id > id)
}

/** Whether a clock that was ahead says when it is due. What is under way is due when its lease is over. */
const isPutOff = ({ delivery, inFlight }: DeliveryRow, after: DateTime.Utc): boolean =>
  !inFlight &&
  delivery.nextAttemptAt !== null &&
  DateTime.isGreaterThan(delivery.nextAttemptAt, withDelay(delivery, after))

/** `DeliveryStore` in memory. */
export const layer: Layer.Layer<DeliveryStore, never, Database> = Layer.effect(
  DeliveryStore,
  Effect.gen(function* () {
    const tables = yield* Database

    return DeliveryStore.of({
      claimDue: (options) =>
        Clock.clockWith((clock) =>
          Effect.sync(() => claimDeliveries(tables, options, clock.currentTimeMillisUnsafe()))
        ),

      untilDue: (now) => Effect.sync(() => untilMillis(nextAttemptMillis(tables, now), now)),

      recall: ({ after, limit, now, place }) =>
        Effect.sync(() => {
          const looked = [...tables.openDeliveries]
            .filter((row) => isBehind(row, place))
            .sort((a, b) => (isBehind(a, { dueAt: dueOf(b), id: b.delivery.id }) ? 1 : -1))
            .slice(0, limit)
          const last = looked.at(-1)
          const next = last === undefined || looked.length < limit ? null : { dueAt: dueOf(last), id: last.delivery.id }
          const rows = looked.filter((row) => isPutOff(row, after))
          for (const row of rows) row.delivery = { ...row.delivery, nextAttemptAt: withDelay(row.delivery, now) }
          return { count: rows.length, last: next }
        }),

      renew: (claims, lease) =>
        Clock.clockWith((clock) =>
          Effect.sync(() =>
            claims.map((claim) =>
              renewAttempt(tables, claim, clock.currentTimeMillisUnsafe() + Duration.toMillis(lease))
            )
          )
        ),

      destinationOf: (claim) =>
        Effect.sync(() => {
          const row = tables.deliveries.get(claim.delivery.id)
          const isOurs = row?.token === claim.token && row.delivery.status === "delivering"
          const subscription = isOurs ? subscriptionOf(tables, row) : null
          return Option.map(Option.fromNullOr(subscription), ({ secret, url }) => ({ secret, url }))
        }),

      bodyOf: (claim) =>
        Effect.sync(() => {
          const row = tables.deliveries.get(claim.delivery.id)
          const isOurs = row?.token === claim.token && row.delivery.status === "delivering"
          return isOurs ? Option.some(row.delivery.body) : Option.none()
        }),

      record: (decisions) =>
        Effect.sync(() => decisions.map(({ claim, decision }) => endAttempt(tables, claim, decision))),

      get: (organizationId, deliveryId) =>
        Effect.sync(() => {
          const row = rowFor(tables, organizationId, deliveryId)
          if (row === undefined) return Option.none()
          const { delivery, token } = row
          return Option.some({ delivery, token, hasDestination: subscriptionOf(tables, row) !== null })
        }),

      list: (organizationId, filter, slice) =>
        Effect.sync(() =>
          wholePart(
            sliceOf(tables.deliveries.values(), slice, {
              shown: ({ delivery }) => delivery.organizationId === organizationId && isShown(delivery, filter),
              position: ({ delivery }) => ({ at: delivery.createdAt, id: delivery.id })
            }).map(({ delivery }) => summaryOf(delivery))
          )
        ),

      attempts: (organizationId, deliveryId, { limit, before }) =>
        Effect.sync(() => {
          const attempts = rowFor(tables, organizationId, deliveryId)?.attempts ?? []
          return attempts
            .filter(({ attempt }) => before === null || attempt < before)
            .reverse()
            .slice(0, limit)
        }),

      requeue: (stored, next, kept) =>
        keeping(tables, kept, () => {
          const { organizationId, id, status } = stored.delivery
          const row = rowFor(tables, organizationId, id)
          const isAsRead =
            row !== undefined &&
            row.token === stored.token &&
            row.delivery.status === status &&
            (subscriptionOf(tables, row) !== null) === stored.hasDestination
          if (!isAsRead) return new DeliveryOutdated()
          row.delivery = next
          row.token += 1
          tables.openDeliveries.add(row)
          return null
        })
    })
  })
)
