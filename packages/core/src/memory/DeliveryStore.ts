import { Clock, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import {
  type DeliveryFilter,
  DeliveryOutdated,
  DeliveryStore,
  type Idempotency,
  IdempotencyKeyConflict
} from "../webhooks/DeliveryStore.ts"
import type { Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import { claimDeliveries, endAttempt, subscriptionOf } from "./attemptDelivery.ts"
import { Database, type Tables } from "./Database.ts"
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

const retryKey = (organizationId: OrganizationId, key: string) => `${organizationId}\n${key}`

/** The key as it stands now, unless it has expired. */
const liveKey = (tables: Tables, organizationId: OrganizationId, key: string, nowMillis: number) => {
  const found = tables.retryKeys.get(retryKey(organizationId, key))
  return found !== undefined && found.expiresAt.epochMilliseconds > nowMillis ? found : undefined
}

const keepKey = (tables: Tables, organizationId: OrganizationId, idempotency: Idempotency, nowMillis: number) => {
  for (const [key, { expiresAt }] of tables.retryKeys) {
    if (expiresAt.epochMilliseconds <= nowMillis) tables.retryKeys.delete(key)
  }
  tables.retryKeys.set(retryKey(organizationId, idempotency.key), idempotency)
}

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
          sliceOf(tables.deliveries.values(), slice, {
            shown: ({ delivery }) => delivery.organizationId === organizationId && isShown(delivery, filter),
            position: ({ delivery }) => ({ at: delivery.createdAt, id: delivery.id })
          }).map(({ delivery }) => delivery)
        ),

      attempts: (organizationId, deliveryId, { limit, before }) =>
        Effect.sync(() => {
          const attempts = rowFor(tables, organizationId, deliveryId)?.attempts ?? []
          return attempts
            .filter(({ attempt }) => before === null || attempt < before)
            .reverse()
            .slice(0, limit)
        }),

      requeue: (stored, next, idempotency) =>
        Clock.clockWith((clock) =>
          Effect.suspend((): Effect.Effect<void, DeliveryOutdated | IdempotencyKeyConflict> => {
            const nowMillis = clock.currentTimeMillisUnsafe()
            const { organizationId, id, status } = stored.delivery
            const live = idempotency && liveKey(tables, organizationId, idempotency.key, nowMillis)
            if (live && live.fingerprint !== idempotency.fingerprint) return Effect.fail(new IdempotencyKeyConflict())
            const row = rowFor(tables, organizationId, id)
            const isAsRead =
              row !== undefined &&
              row.token === stored.token &&
              row.delivery.status === status &&
              (subscriptionOf(tables, row) !== null) === stored.hasDestination
            if (!isAsRead || live) return Effect.fail(new DeliveryOutdated())
            row.delivery = next
            row.token += 1
            tables.openDeliveries.add(row)
            if (idempotency !== null) keepKey(tables, organizationId, idempotency, nowMillis)
            return Effect.void
          })
        ),

      findRetry: (organizationId, { key, fingerprint }, now) =>
        Effect.suspend(() => {
          const live = liveKey(tables, organizationId, key, now.epochMilliseconds)
          if (live === undefined) return Effect.succeed(false)
          return live.fingerprint === fingerprint ? Effect.succeed(true) : Effect.fail(new IdempotencyKeyConflict())
        })
    })
  })
)
