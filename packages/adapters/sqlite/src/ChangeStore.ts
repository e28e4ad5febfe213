import { type ChangeFilter, ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type Part, type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { toChange, toChangeSummary } from "./changeRows.ts"
import { inStretches } from "./inStretches.ts"
import { millisOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { type ListOfLong, orBeside, shortRows } from "./passedOver.ts"
import { Sqlite } from "./Sqlite.ts"
import { type ChangeRow, type ChangeSummaryRow, changeColumns, changeSummaryColumns } from "./writes/changeColumns.ts"

const get = `select ${changeColumns} from changes c where c.id = ? and c.organization_id = ?`

const getShared = `select ${changeColumns} from changes c where c.share_mark = ?`

/** Lists that an index knows, from the newest on: of an organization, of one monitor, and of each what waits for somebody. */
const ofOrganization = ["c.organization_id = ?"]
const ofMonitor = ["c.monitor_id = ?", "c.organization_id = ?"]
const waiting = ["c.triage = ?", "c.triage <> 'done'"]
const newest = (conditions: ReadonlyArray<string>) =>
  newestFirst("c.detected_at", "c.id", [...conditions, "c.detected_at >= ?"])

const rests = {
  all: { organization: newest(ofOrganization), monitor: newest(ofMonitor) },
  waiting: { organization: newest([...ofOrganization, ...waiting]), monitor: newest([...ofMonitor, ...waiting]) }
}

/** Where a list that an index knows is read, and the values that this asks for. */
const placeOf = (organizationId: OrganizationId, { monitorId, triage }: ChangeFilter) => {
  const { monitor, organization } = rests[triage === undefined ? "all" : "waiting"]
  const owner = monitorId === undefined ? [organizationId] : [monitorId, organizationId]
  return {
    rest: monitorId === undefined ? organization : monitor,
    values: triage === undefined ? owner : [...owner, triage]
  }
}

const sinceOf = ({ since }: ChangeFilter): number => (since === undefined ? Number.MIN_SAFE_INTEGER : millisOf(since))

/** The slice from the end of the window on: no change of `until` itself comes after that place. */
const within = (slice: Slice, { until }: ChangeFilter): Slice =>
  until === undefined || (slice.after !== null && millisOf(until) > millisOf(slice.after.at))
    ? slice
    : { ...slice, after: { at: until, id: "" } }

/** What no index of all changes knows. */
const hasConditions = ({ monitorId: _, since: __, until: ___, triage, ...conditions }: ChangeFilter): boolean =>
  triage === "done" || Object.values(conditions).some((value) => value !== undefined)

/** Words with the space that stands before them where they are kept. */
const spaced = (words: ReadonlyArray<string>) => storableJson(words.map((word) => ` ${word}`))

/** `ChangeStore` on SQLite. */
export const layer: Layer.Layer<ChangeStore, never, Sqlite> = Layer.effect(
  ChangeStore,
  Effect.map(Sqlite, ({ read, readLong, write }) => {
    const search = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice, since: number) =>
      inStretches(slice, (part) =>
        readLong("ChangeStore.list", organizationId, {
          organizationId,
          monitorId: filter.monitorId ?? null,
          since,
          targetType: filter.targetType ?? null,
          changeDetectionType: filter.changeDetectionType ?? null,
          tag: filter.tag ?? null,
          triage: filter.triage ?? null,
          triagedAt: filter.triagedAt === undefined ? null : millisOf(filter.triagedAt),
          importance: filter.importance === undefined ? null : storableJson(filter.importance),
          words: filter.words === undefined ? null : spaced(filter.words),
          slice: part
        })
      )

    const found = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice) => {
      const since = sinceOf(filter)
      if (hasConditions(filter)) return search(organizationId, filter, slice, since)
      const { rest, values } = placeOf(organizationId, filter)
      const list: ListOfLong = {
        columns: changeSummaryColumns,
        bytes: "octet_length(c.diff) + ifnull(octet_length(c.details), 0)",
        from: `changes c ${rest}`,
        values: [...values, since, ...sliceValues(sliceRow(slice))]
      }
      return orBeside(
        read("ChangeStore.list", (db) => shortRows<ChangeSummaryRow>(db, list)),
        (rows): Part<ChangeSummaryRow> => wholePart(rows),
        search(organizationId, filter, slice, since)
      )
    }

    /** Counts by an index that holds all that is asked for, and reads no row. */
    const counted = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice) => {
      const { rest, values } = placeOf(organizationId, filter)
      const text = `select count(*) as found from (select 1 from changes c ${rest})`
      return read("ChangeStore.count", (db) => ({
        length: db.get<{ readonly found: number }>(text, ...values, sinceOf(filter), ...sliceValues(sliceRow(slice)))!
          .found,
        isCut: false
      }))
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
        })),

      count: (organizationId, filter, most) => {
        const slice = within({ limit: most + 1, after: null }, filter)
        const counting = hasConditions(filter)
          ? Effect.map(search(organizationId, filter, slice, sinceOf(filter)), ({ endedAt, rows }) => ({
              length: rows.length,
              isCut: endedAt !== null
            }))
          : counted(organizationId, filter, slice)
        return Effect.map(counting, ({ isCut, length }) => ({
          count: Math.min(length, most),
          isMore: isCut || length > most
        }))
      },

      triage: (organizationId, { at, changeIds, from, to }) =>
        write("ChangeStore.triage", { organizationId, changeIds, from, to, at: to === "open" ? null : millisOf(at) }),

      share: (organizationId, changeId, { at, mark, until }) =>
        Effect.map(
          write("ChangeStore.share", { organizationId, changeId, mark, until: millisOf(until), at: millisOf(at) }),
          Option.fromNullOr
        ),

      withdraw: (organizationId, changeId) => write("ChangeStore.withdraw", { organizationId, changeId }),

      shared: (mark) =>
        read("ChangeStore.shared", (db) => {
          const row = db.get<ChangeRow>(getShared, mark)
          return row === undefined ? Option.none() : Option.some(toChange(row))
        })
    })
  })
)
