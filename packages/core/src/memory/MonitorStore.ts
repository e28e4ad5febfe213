import { DateTime, Effect, Layer, Option } from "effect"
import type { Monitor, MonitorId } from "../monitors/domain/Monitor.ts"
import { countedTo } from "../monitors/domain/MonitorSummary.ts"
import { storedState } from "../monitors/domain/storedState.ts"
import { goalOf } from "../monitors/domain/Target.ts"
import {
  type MonitorFilter,
  MonitorLimitReached,
  MonitorOutdated,
  MonitorStore,
  type MonitorUpdate,
  type SearchField
} from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { searchTerms } from "../paging/domain/searchTerms.ts"
import type { Subscription } from "../webhooks/domain/Subscription.ts"
import { Database, type MonitorRow, type Tables } from "./Database.ts"
import { keeping } from "./keptAnswers.ts"
import { chargeHold } from "./ledger.ts"
import { cancelDeliveries, endUnexecuted, queueRun, skipQueued } from "./runRows.ts"
import { sliceOf } from "./sliceOf.ts"

/** The monitor's row, if it is still as it was read. */
export const currentRow = (tables: Tables, stored: MonitorUpdate["stored"]): MonitorRow | undefined => {
  const row = rowFor(tables, stored.monitor.organizationId, stored.monitor.id)
  return row?.revision === stored.revision ? row : undefined
}

const rowFor = (tables: Tables, organizationId: OrganizationId, monitorId: MonitorId): MonitorRow | undefined => {
  const row = tables.monitors.get(monitorId)
  return row?.monitor.organizationId === organizationId ? row : undefined
}

const textOf: { readonly [F in (typeof SearchField)["Type"]]: (monitor: Monitor) => string } = {
  name: ({ name }) => name,
  url: ({ target }) => target.url,
  instructions: ({ target }) => goalOf(target) ?? "",
  tags: ({ tags }) => tags.join(" ")
}

const isFound = (monitor: Monitor, { terms, fields, match }: NonNullable<MonitorFilter["search"]>) => {
  const words = fields.flatMap((field) => searchTerms(textOf[field](monitor)))
  return terms.every((term) => words.some((word) => (match === "exact" ? word === term : word.startsWith(term))))
}

const isShown = (monitor: Monitor, filter: MonitorFilter) =>
  (filter.status === undefined || monitor.status === filter.status) &&
  (filter.targetType === undefined || monitor.target.type === filter.targetType) &&
  (filter.changeDetectionType === undefined || monitor.changeDetection.type === filter.changeDetectionType) &&
  (filter.grantId === undefined || monitor.madeBy?.grantId === filter.grantId) &&
  (filter.tag === undefined || monitor.tags.includes(filter.tag)) &&
  (filter.anyTag === undefined || filter.anyTag.some((tag) => monitor.tags.includes(tag))) &&
  (filter.search === undefined || isFound(monitor, filter.search))

/** The failures are what deliveries said of the webhook; an owner's change was decided without knowing the latest. */
const keepFailure = (next: Subscription | null, current: Subscription | null, clear: boolean): Subscription | null =>
  next === null ? null : { ...next, failure: clear ? null : (current?.failure ?? null) }

const write = (tables: Tables, row: MonitorRow, update: MonitorUpdate) => {
  const { next } = update
  const subscription = keepFailure(next.subscription, row.monitor.subscription, update.clearFailure)
  row.monitor = { ...next, subscription }
  row.revision += 1
  if (next.baseline === null) row.baseline = null
  const queued = row.queued === null ? undefined : tables.runs.get(row.queued)
  if (update.skipQueued !== null && queued?.runType !== "baseline") {
    skipQueued(tables, row, update.skipQueued.reason, update.skipQueued.at)
  }
  if (update.queue !== null) queueRun(tables, row, update.queue)
  if (update.cancelDeliveries) cancelDeliveries(tables, next.id)
}

/** `MonitorStore` in memory. */
export const layer: Layer.Layer<MonitorStore, never, Database> = Layer.effect(
  MonitorStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { monitors } = tables

    const monitorsOf = (organizationId: OrganizationId) => {
      const found: Array<Monitor> = []
      for (const { monitor } of monitors.values()) if (monitor.organizationId === organizationId) found.push(monitor)
      return found
    }

    return MonitorStore.of({
      create: ({ monitor, run, allowance, kept }) =>
        keeping(tables, kept, () => {
          if (monitorsOf(monitor.organizationId).length >= allowance) {
            return new MonitorLimitReached({ limit: allowance })
          }
          const row: MonitorRow = {
            monitor,
            revision: 1,
            baseline: null,
            token: 0,
            leaseEndMillis: 0,
            losses: 0,
            isBegun: true,
            queued: null,
            running: null,
            runningSlot: null,
            slotRuns: new Map()
          }
          monitors.set(monitor.id, row)
          queueRun(tables, row, run)
          return null
        }),

      get: (organizationId, monitorId) =>
        Effect.sync(() => {
          const row = rowFor(tables, organizationId, monitorId)
          return row === undefined ? Option.none() : Option.some({ monitor: row.monitor, revision: row.revision })
        }),

      baselineBytes: (organizationId, monitorId) =>
        Effect.sync(() => {
          const baseline = rowFor(tables, organizationId, monitorId)?.baseline ?? null
          return baseline === null ? 0 : new TextEncoder().encode(storedState(baseline).body).length
        }),

      baseline: (organizationId, monitorId) =>
        Effect.sync(() => Option.fromNullishOr(rowFor(tables, organizationId, monitorId)?.baseline)),

      list: (organizationId, filter, slice) =>
        Effect.sync(() =>
          wholePart(
            sliceOf(monitorsOf(organizationId), slice, {
              shown: (monitor) => isShown(monitor, filter),
              position: (monitor) => ({ at: monitor.createdAt, id: monitor.id })
            })
          )
        ),

      summary: (organizationId, { counted, lateBefore, next }) =>
        Effect.sync(() => {
          const owned = monitorsOf(organizationId)
          const standing = (status: Monitor["status"]) =>
            countedTo(owned.filter((monitor) => monitor.status === status).length, counted)
          const looks = owned
            .flatMap((monitor) => (monitor.nextRunAt === null ? [] : [{ monitor, at: monitor.nextRunAt }]))
            .sort((a, b) => DateTime.Order(a.at, b.at) || (a.monitor.id < b.monitor.id ? -1 : 1))
          const late = looks.filter(({ at }) => DateTime.isLessThan(at, lateBefore))
          return {
            paused: standing("paused"),
            failed: standing("failed"),
            late: { ...countedTo(late.length, counted), since: late[0]?.at ?? null },
            next: looks.slice(0, next).map(({ at, monitor: { id, name, target } }) => ({
              monitorId: id,
              name,
              url: target.url,
              targetType: target.type,
              at
            }))
          }
        }),

      count: (organizationId) => Effect.sync(() => monitorsOf(organizationId).length),

      update: (update) =>
        Effect.suspend(() => {
          const row = currentRow(tables, update.stored)
          if (row === undefined) return Effect.fail(new MonitorOutdated())
          write(tables, row, update)
          return Effect.void
        }),

      remove: (organizationId, monitorId, at) =>
        Effect.sync(() => {
          const row = rowFor(tables, organizationId, monitorId)
          if (row === undefined) return false
          monitors.delete(monitorId)
          skipQueued(tables, row, "monitor_paused", at)
          const running = row.running === null ? undefined : tables.runs.get(row.running)
          if (running !== undefined) {
            endUnexecuted(tables, running, "monitor_paused", at)
            chargeHold(tables, running.id, null)
          }
          cancelDeliveries(tables, monitorId)
          return true
        })
    })
  })
)
