import { type ChangeFilter, ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import { Effect, Layer, Option } from "effect"
import { toChange, toChangeSummary } from "./changeRows.ts"
import { inStretches } from "./inStretches.ts"
import { millisOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { Sqlite } from "./Sqlite.ts"
import { type ChangeRow, type ChangeSummaryRow, changeColumns, changeSummaryColumns } from "./writes/changeColumns.ts"

const get = `select ${changeColumns} from changes c where c.id = ? and c.organization_id = ?`

const ofOrganization = `select ${changeSummaryColumns} from changes c
  ${newestFirst("c.detected_at", "c.id", ["c.organization_id = ?", "c.detected_at >= ?"])}`

const ofMonitor = `select ${changeSummaryColumns} from changes c
  ${newestFirst("c.detected_at", "c.id", ["c.monitor_id = ?", "c.organization_id = ?", "c.detected_at >= ?"])}`

/** The slice from the end of the window on: no change of `until` itself comes after that place. */
const within = (slice: Slice, { until }: ChangeFilter): Slice =>
  until === undefined || (slice.after !== null && millisOf(until) > millisOf(slice.after.at))
    ? slice
    : { ...slice, after: { at: until, id: "" } }

const hasConditions = ({ changeDetectionType, tag, targetType }: ChangeFilter): boolean =>
  changeDetectionType !== undefined || tag !== undefined || targetType !== undefined

/** `ChangeStore` on SQLite. */
export const layer: Layer.Layer<ChangeStore, never, Sqlite> = Layer.effect(
  ChangeStore,
  Effect.map(Sqlite, ({ read, readLong }) => {
    const search = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice, since: number) =>
      inStretches(slice, (part) =>
        readLong("ChangeStore.list", organizationId, {
          organizationId,
          monitorId: filter.monitorId ?? null,
          since,
          targetType: filter.targetType ?? null,
          changeDetectionType: filter.changeDetectionType ?? null,
          tag: filter.tag ?? null,
          slice: part
        })
      )

    const found = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice) => {
      const since = filter.since === undefined ? Number.MIN_SAFE_INTEGER : millisOf(filter.since)
      if (hasConditions(filter)) return search(organizationId, filter, slice, since)
      const [text, owner] =
        filter.monitorId === undefined
          ? [ofOrganization, [organizationId]]
          : [ofMonitor, [filter.monitorId, organizationId]]
      return read("ChangeStore.list", (db) =>
        wholePart(db.all<ChangeSummaryRow>(text, ...owner, since, ...sliceValues(sliceRow(slice))))
      )
    }

    return ChangeStore.of({
      get: (organizationId, changeId) =>
        read("ChangeStore.get", (db) => {
          const row = db.get<ChangeRow>(get, changeId, organizationId)
          return row === undefined ? Option.none() : Option.some(toChange(row))
        }),

      list: (organizationId, filter, slice) =>
        Effect.map(found(organizationId, filter, within(slice, filter)), (part) => ({
          ...part,
          rows: part.rows.map(toChangeSummary)
        }))
    })
  })
)
