import { IdempotencyKeyTaken } from "@kittiwake/core/idempotency/errors"
import { claimedBodyBytes } from "@kittiwake/core/internal/webhooks/domain/bodyBytes"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type Part, type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import { type DeliveryFilter, DeliveryOutdated, DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import type { DeliveryClaim, Destination } from "@kittiwake/core/webhooks/domain/Delivery"
import { storableJson } from "@kittiwake/storage/storable"
import { Duration, Effect, Layer, Option } from "effect"
import { deliveryState, endedAttempt, toAttempt, toDelivery, toDeliverySummary } from "./deliveryRows.ts"
import { inStretches } from "./inStretches.ts"
import { keptRow } from "./keptRow.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf, momentOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { type ListOfLong, orBeside, type Rows, shortRows } from "./passedOver.ts"
import { ofRuns } from "./reads/listDeliveries.ts"
import { Sqlite } from "./Sqlite.ts"
import { untilDue } from "./untilDue.ts"
import { isUnusualDelivery } from "./unusual.ts"
import type { ClaimedDelivery } from "./writes/claimDeliveries.ts"
import {
  type DeliveryRow,
  type DeliverySummaryRow,
  deliveryColumns,
  deliverySummaryColumns
} from "./writes/deliveryColumns.ts"

type Service = DeliveryStore["Service"]

interface StoredRow extends DeliveryRow {
  readonly token: number
  readonly hasDestination: number
}

const get = `select ${deliveryColumns}, d.token,
    exists (select 1 from subscriptions s where s.id = d.subscription_id) as hasDestination
  from deliveries d where d.id = ? and d.organization_id = ?`

const destination = `select s.url, s.secret from deliveries d join subscriptions s on s.id = d.subscription_id
  where d.id = ? and d.token = ? and d.status = 'delivering'`

/** Lists that an index knows. */
const shortLists = {
  ofMonitor: newestFirst("d.created_at", "d.id", ["d.monitor_id = ?", "d.organization_id = ?", "d.created_at >= ?"]),
  unusual: newestFirst("d.created_at", "d.id", [
    "d.organization_id = ?",
    "d.unusual = ?",
    "d.created_at >= ?",
    "d.source_type = 'monitor'"
  ]),
  ofRuns
}

const allOfRuns = "where d.run_id in (select value from json_each(?)) and d.organization_id = ?"

const attempts = `
  select attempt, body from delivery_attempts where delivery_id = ? and organization_id = ? and attempt < ?
  union all
  select attempts, last_attempt from deliveries
  where id = ? and organization_id = ? and lease_until is not null and attempts < ?
  order by attempt desc limit ?`

const body = "select d.body from deliveries d where d.id = ? and d.token = ? and d.status = 'delivering'"

const toClaim = ({ bodyBytes, delivery, host, secret, token }: ClaimedDelivery): DeliveryClaim => ({
  delivery: toDelivery(delivery),
  ...(bodyBytes > claimedBodyBytes ? { unreadBytes: bodyBytes } : {}),
  token,
  destination: { url: delivery.url, secret },
  host
})

/** `DeliveryStore` on SQLite. */
export const layer: Layer.Layer<DeliveryStore, never, Sqlite> = Layer.effect(
  DeliveryStore,
  Effect.map(Effect.all([Sqlite, LeaseClock]), ([{ read, readLong, write }, leaseNow]) => {
    const claimDue = Effect.fnUntraced(function* ({ lease, limit, now, shares }: Parameters<Service["claimDue"]>[0]) {
      if (limit < 1) return []
      const claimed = yield* write("DeliveryStore.claimDue", {
        now: millisOf(now),
        clockMillis: yield* leaseNow,
        leaseMillis: Duration.toMillis(lease),
        limit: Math.floor(limit),
        shares: shares ?? null
      })
      return claimed.map(toClaim)
    })

    const untilNext = Effect.fnUntraced(function* (now: Parameters<Service["untilDue"]>[0]) {
      const clocks = { now: millisOf(now), clockMillis: yield* leaseNow }
      return yield* read("DeliveryStore.untilDue", (db) => untilDue(db, "deliveries", clocks))
    })

    const renew = Effect.fnUntraced(function* (...[claims, lease]: Parameters<Service["renew"]>) {
      if (claims.length === 0) return []
      return yield* write("DeliveryStore.renew", {
        claims: claims.map(({ delivery, token }) => [delivery.id, token] as const),
        until: (yield* leaseNow) + Duration.toMillis(lease)
      })
    })

    const requeue = Effect.fnUntraced(function* (...[stored, next, kept]: Parameters<Service["requeue"]>) {
      const { id, organizationId, status } = stored.delivery
      const refused = yield* write("DeliveryStore.requeue", {
        id,
        organizationId,
        token: stored.token,
        status,
        next: deliveryState(next),
        kept: keptRow(kept)
      })
      if (refused === null) return
      return yield* refused._tag === "KeyTaken" ? new IdempotencyKeyTaken() : new DeliveryOutdated()
    })

    const search = (organizationId: OrganizationId, filter: DeliveryFilter, slice: Slice, since: number) =>
      inStretches(slice, (part) =>
        readLong("DeliveryStore.list", organizationId, {
          organizationId,
          monitorId: filter.monitorId ?? null,
          since,
          type: filter.type,
          status: filter.status ?? null,
          batchId: filter.batchId ?? null,
          runIds: filter.runIds === undefined ? null : storableJson(filter.runIds),
          slice: part
        })
      )

    const found = (organizationId: OrganizationId, filter: DeliveryFilter, slice: Slice) => {
      const { batchId, monitorId, runIds, status, type } = filter
      // Strictly after, in whole milliseconds.
      const since = filter.createdAfter === undefined ? Number.MIN_SAFE_INTEGER : millisOf(filter.createdAfter) + 1
      const shortList = (rest: string, values: ReadonlyArray<string | number | null>, weighed?: Rows) => {
        const list: ListOfLong = {
          columns: deliverySummaryColumns,
          bytes: "octet_length(d.body)",
          from: `deliveries d ${rest}`,
          values: [...values, ...sliceValues(sliceRow(slice))],
          ...(weighed === undefined ? {} : { weighed })
        }
        return orBeside(
          read("DeliveryStore.list", (db) => shortRows<DeliverySummaryRow>(db, list)),
          (rows): Part<DeliverySummaryRow> => wholePart(rows),
          search(organizationId, filter, slice, since)
        )
      }
      const isOfBatch = type === "batch" || batchId !== undefined
      // A batch has no runs, and a monitor no batches.
      if (isOfBatch && (type === "monitor" || monitorId !== undefined || runIds !== undefined))
        return Effect.succeed(wholePart<DeliverySummaryRow>([]))
      if (runIds !== undefined) {
        const runs = storableJson(runIds)
        const values = [runs, organizationId, since, monitorId ?? null, status ?? null]
        return shortList(shortLists.ofRuns, values, {
          from: `deliveries d ${allOfRuns}`,
          values: [runs, organizationId]
        })
      }
      if (monitorId !== undefined && status === undefined)
        return shortList(shortLists.ofMonitor, [monitorId, organizationId, since])
      if (!isOfBatch && monitorId === undefined && status !== undefined && isUnusualDelivery(status))
        return shortList(shortLists.unusual, [organizationId, status, since])
      return search(organizationId, filter, slice, since)
    }

    return DeliveryStore.of({
      claimDue,
      untilDue: untilNext,
      recall: ({ after, limit, now, place }) =>
        Effect.map(
          write("DeliveryStore.recall", {
            now: millisOf(now),
            after: millisOf(after),
            place: [millisOf(place.dueAt), place.id],
            limit
          }),
          ({ count, last }) => ({ count, last: last === null ? null : { dueAt: momentOf(last[0]), id: last[1] } })
        ),
      renew,
      requeue,
      destinationOf: ({ delivery, token }) =>
        Effect.map(
          read("DeliveryStore.destinationOf", (db) => db.get<Destination>(destination, delivery.id, token)),
          Option.fromUndefinedOr
        ),
      bodyOf: ({ delivery, token }) =>
        Effect.map(
          read("DeliveryStore.bodyOf", (db) => db.get<{ readonly body: string }>(body, delivery.id, token)),
          (found) => Option.fromUndefinedOr(found?.body)
        ),
      record: (ends) =>
        ends.length === 0 ? Effect.succeed([]) : write("DeliveryStore.record", ends.map(endedAttempt)),

      get: (organizationId, deliveryId) =>
        read("DeliveryStore.get", (db) => {
          const row = db.get<StoredRow>(get, deliveryId, organizationId)
          if (row === undefined) return Option.none()
          return Option.some({ delivery: toDelivery(row), token: row.token, hasDestination: row.hasDestination === 1 })
        }),

      list: (organizationId, filter, slice) =>
        Effect.map(found(organizationId, filter, slice), (part) => ({
          ...part,
          rows: part.rows.map(toDeliverySummary)
        })),

      attempts: (organizationId, deliveryId, { before, limit }) =>
        read("DeliveryStore.attempts", (db) => {
          const place = [deliveryId, organizationId, before ?? Number.MAX_SAFE_INTEGER] as const
          const rows = db.all<{ readonly body: string }>(attempts, ...place, ...place, limit)
          return rows.map(({ body }) => toAttempt(body))
        })
    })
  })
)
