import { IdempotencyKeyTaken } from "@kittiwake/core/idempotency/errors"
import { monitorsWithin } from "@kittiwake/core/internal/monitors/domain/monitorsWithin"
import { readState } from "@kittiwake/core/internal/monitors/domain/storedState"
import type { Monitor, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { countedTo } from "@kittiwake/core/monitors/domain/MonitorSummary"
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"
import {
  type MonitorFilter,
  MonitorLimitReached,
  MonitorOutdated,
  MonitorStore,
  type MonitorUpdate
} from "@kittiwake/core/monitors/MonitorStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Part, Position, Slice } from "@kittiwake/core/paging/domain/Page"
import { LargeBodies } from "@kittiwake/storage/largeBodies"
import { loadState, type StateOfRow } from "@kittiwake/storage/largeStates"
import { storableJson } from "@kittiwake/storage/storable"
import { Clock, Effect, Layer, Option } from "effect"
import { inStretches } from "./inStretches.ts"
import { keptRow } from "./keptRow.ts"
import { millisOf, momentOf, momentOrNull } from "./moments.ts"
import { monitorWrite, toMonitor, toStoredMonitor } from "./monitorRows.ts"
import { newestFirst, type SliceRow, sliceRow, sliceValues } from "./newestFirst.ts"
import { remembered } from "./remembered.ts"
import { queuedRun } from "./runRows.ts"
import { Sqlite } from "./Sqlite.ts"
import { subscriptionRow } from "./subscriptionRows.ts"
import { type MonitorRow, monitorColumns, monitorTables } from "./writes/monitorColumns.ts"

type Service = MonitorStore["Service"]

/** Counts of monitors that are kept: an operation tells nothing else. */
const maxKept = 10_000

const get = `select ${monitorColumns} from ${monitorTables} where m.id = ? and m.organization_id = ?`

const list = `select ${monitorColumns} from ${monitorTables}
  ${newestFirst("m.created_at", "m.id", ["m.organization_id = ?"])}`

/** How many there are of a kind that stands in an index, counted so far. */
const counted = `
  select count(*) as found from (
    select 1 from monitors where organization_id = ? and status = ? and status <> 'active' limit ?
  ) s`

const late = `
  select count(*) as found, min(at) as since from (
    select next_run_at as at from monitors
    where organization_id = ? and next_run_at is not null and next_run_at < ? order by next_run_at, id limit ?
  ) s`

const next = `
  select id, name, target ->> 'url' as url, target_type as targetType, next_run_at as at from monitors
  where organization_id = ? and next_run_at is not null order by next_run_at, id limit ?`

interface NextRow {
  readonly id: MonitorId
  readonly name: string
  readonly url: string
  readonly targetType: TargetType
  readonly at: number
}

/** Words with the spaces that stand around them where they are kept. */
const searched = ({ match, terms }: NonNullable<MonitorFilter["search"]>) =>
  storableJson(terms.map((term) => (match === "exact" ? ` ${term} ` : ` ${term}`)))

const searchRow = (organizationId: string, filter: MonitorFilter, slice: SliceRow) => {
  const { anyTag, search, tag } = filter
  const looksAt = (field: NonNullable<MonitorFilter["search"]>["fields"][number]) =>
    search?.fields.includes(field) === true ? 1 : 0
  return {
    organizationId,
    slice,
    grantId: filter.grantId ?? null,
    status: filter.status ?? null,
    targetType: filter.targetType ?? null,
    changeDetectionType: filter.changeDetectionType ?? null,
    tag: tag === undefined ? null : storableJson([tag]),
    anyTag: anyTag === undefined ? null : storableJson(anyTag),
    terms: search === undefined ? null : searched(search),
    name: looksAt("name"),
    url: looksAt("url"),
    instructions: looksAt("instructions"),
    tags: looksAt("tags")
  }
}

const hasConditions = (filter: MonitorFilter): boolean => Object.values(filter).some((value) => value !== undefined)

/** `MonitorStore` on SQLite. */
export const layer: Layer.Layer<MonitorStore, never, Sqlite> = Layer.effect(
  MonitorStore,
  Effect.gen(function* () {
    const { read, readLong, write, writesOf } = yield* Sqlite
    const large = yield* LargeBodies

    const countOf = remembered({
      writes: writesOf("MonitorStore"),
      find: (db, organizationId) =>
        db.get<{ readonly monitors: number }>(
          "select monitors from monitor_counts where organization_id = ?",
          organizationId
        )?.monitors ?? 0,
      most: maxKept
    })

    const create = Effect.fnUntraced(function* ({ allowance, kept, monitor, run }: Parameters<Service["create"]>[0]) {
      const refused = yield* write("MonitorStore.create", {
        monitor: monitorWrite(monitor),
        subscription: monitor.subscription === null ? null : subscriptionRow(monitor.subscription),
        first: queuedRun(run, yield* Clock.currentTimeMillis),
        allowance,
        kept: keptRow(kept)
      })
      if (refused === null) return
      if (refused._tag === "KeyTaken") return yield* new IdempotencyKeyTaken()
      return yield* new MonitorLimitReached({ limit: allowance })
    })

    const update = Effect.fnUntraced(function* (change: MonitorUpdate) {
      const { next, queue, skipQueued, stored } = change
      const { id, organizationId } = stored.monitor
      const isWritten = yield* write("MonitorStore.update", {
        monitor: monitorWrite({ ...next, id, organizationId }),
        revision: stored.revision,
        hasBaseline: next.baseline !== null,
        subscription: next.subscription === null ? null : subscriptionRow(next.subscription),
        queue: queue === null ? null : queuedRun(queue, yield* Clock.currentTimeMillis),
        skipQueued: skipQueued === null ? null : { reason: skipQueued.reason, at: millisOf(skipQueued.at) },
        cancelDeliveries: change.cancelDeliveries,
        clearFailure: change.clearFailure
      })
      if (!isWritten) return yield* new MonitorOutdated()
    })

    /** Of targets that have up to 64 KB no more are parsed than a page has room for. */
    const shown = (rows: Iterable<MonitorRow>, endedAt: Position | null): Part<Monitor> =>
      monitorsWithin(rows, toMonitor, ({ target }) => target.length, endedAt)

    const listed = (organizationId: OrganizationId, filter: MonitorFilter, slice: Slice) =>
      hasConditions(filter)
        ? inStretches(slice, (part) =>
            readLong("MonitorStore.list", organizationId, searchRow(organizationId, filter, part))
          ).pipe(Effect.map(({ endedAt, rows }) => shown(rows, endedAt)))
        : read("MonitorStore.list", (db) =>
            shown(db.iterate<MonitorRow>(list, organizationId, ...sliceValues(sliceRow(slice))), null)
          )

    return MonitorStore.of({
      create,
      update,
      remove: (organizationId, monitorId, at) =>
        write("MonitorStore.remove", { organizationId, monitorId, at: millisOf(at) }),

      get: (organizationId, monitorId) =>
        read("MonitorStore.get", (db) => {
          const row = db.get<MonitorRow>(get, monitorId, organizationId)
          return row === undefined ? Option.none() : Option.some(toStoredMonitor(row))
        }),

      baseline: Effect.fnUntraced(function* (organizationId, monitorId) {
        const row = yield* read("MonitorStore.baseline", (db) =>
          db.get<StateOfRow & { readonly kind: string; readonly capturedAt: number }>(
            `select kind, text, blob, captured_at as capturedAt from baselines
            where monitor_id = ? and organization_id = ?`,
            monitorId,
            organizationId
          )
        )
        if (row === undefined) return Option.none()
        const text = yield* loadState(large, organizationId, row)
        return Option.some({ ...readState(row.kind, text), capturedAt: momentOf(row.capturedAt) })
      }),

      list: listed,

      summary: (organizationId, { counted: most, lateBefore, next: looks }) =>
        read("MonitorStore.summary", (db) => {
          const standing = (status: "paused" | "failed") =>
            countedTo(db.get<{ readonly found: number }>(counted, organizationId, status, most + 1)!.found, most)
          const { found, since } = db.get<{ readonly found: number; readonly since: number | null }>(
            late,
            organizationId,
            millisOf(lateBefore),
            most + 1
          )!
          return {
            paused: standing("paused"),
            failed: standing("failed"),
            late: { ...countedTo(found, most), since: momentOrNull(since) },
            next: db
              .all<NextRow>(next, organizationId, looks)
              .map(({ at, id, ...look }) => ({ ...look, monitorId: id, at: momentOf(at) }))
          }
        }),

      count: (organizationId) => read("MonitorStore.count", (db) => countOf(db, organizationId))
    })
  })
)
