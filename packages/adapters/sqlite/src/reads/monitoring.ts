/** Lists with conditions that no index knows, and what runs cost. */
import type { Connection } from "../Connection.ts"
import type { SliceRow } from "../newestFirst.ts"
import { listedBytes, type MonitorRow, monitorColumns, monitorTables } from "../writes/monitorColumns.ts"
import { listChanges } from "./listChanges.ts"
import { listDeliveries } from "./listDeliveries.ts"
import { listRuns } from "./listRuns.ts"
import { spendOf } from "./spend.ts"
import { type Stretch, stretched } from "./stretches.ts"

/** A column that must have the value given, or may have any when that is null. Each takes one value. */
const isOrAny = (column: string): string => `${column} = ifnull(?, ${column})`

/** Tags of which one must be there; null asks for none. Takes the list twice. */
const hasAnyTag = (tags: string): string =>
  `(? is null or exists (select 1 from json_each(${tags}) t where t.value in (select w.value from json_each(?) w)))`

/** Terms that must each be found in some field. Takes for each field whether it is looked at, and the terms before them. */
const isFound = `not exists (
  select 1 from json_each(?) t
  where not (? and instr(m.name_words, t.value)) and not (? and instr(m.url_words, t.value))
    and not (? and instr(m.instructions_words, t.value)) and not (? and instr(m.tags_words, t.value))
)`

const conditions = [
  isOrAny("m.target_type"),
  isOrAny("m.change_detection_type"),
  hasAnyTag("m.tags"),
  hasAnyTag("m.tags"),
  isFound
]

const place = { at: "m.created_at", id: "m.id" }

const large = {
  bytesOf: listedBytes,
  placeOf: ({ createdAt, id }: MonitorRow) => ({ at: createdAt, id })
}

const monitorsOwned = (...owned: ReadonlyArray<string>) =>
  stretched<MonitorRow>({
    select: `${monitorColumns} from ${monitorTables}`,
    table: "monitors m",
    owned,
    ...place,
    conditions: [isOrAny("m.status"), ...conditions],
    large
  })

const monitors = monitorsOwned("m.organization_id = ?")

/** What a grant made is found by an index of its own. */
const monitorsOfGrant = monitorsOwned("m.organization_id = ?", "m.grant_id = ?")

/** Those that are not well are few of many, and have an index of their own. */
const unusual = "monitors m indexed by monitors_unusual"

const monitorsOfStatus = stretched<MonitorRow>({
  select: `${monitorColumns} from ${unusual} left join subscriptions s on s.id = m.id`,
  table: unusual,
  owned: ["m.organization_id = ?", "m.status = ?", "m.status <> 'active'"],
  ...place,
  conditions,
  large
})

export interface MonitorList {
  readonly organizationId: string
  readonly slice: SliceRow
  /** The grant that made them; null for those of everybody. */
  readonly grantId: string | null
  readonly status: string | null
  readonly targetType: string | null
  readonly changeDetectionType: string | null
  /** JSON lists of tags, of each of which the monitor has one. */
  readonly tag: string | null
  readonly anyTag: string | null
  /** A JSON list of words with the spaces that stand around them, and in which fields each is looked for. */
  readonly terms: string | null
  readonly name: number
  readonly url: number
  readonly instructions: number
  readonly tags: number
}

const listMonitors = (db: Connection, list: MonitorList): Stretch<MonitorRow> => {
  const values = [
    list.targetType,
    list.changeDetectionType,
    list.tag,
    list.tag,
    list.anyTag,
    list.anyTag,
    list.terms,
    list.name,
    list.url,
    list.instructions,
    list.tags
  ]
  if (list.grantId !== null)
    return monitorsOfGrant(db, [list.organizationId, list.grantId], list.slice, [list.status, ...values])
  return list.status === null || list.status === "active"
    ? monitors(db, [list.organizationId], list.slice, [list.status, ...values])
    : monitorsOfStatus(db, [list.organizationId, list.status], list.slice, values)
}

export const monitoringReads = {
  "MonitorStore.list": listMonitors,
  "RunStore.list": listRuns,
  "RunStore.spend": spendOf,
  "ChangeStore.list": listChanges,
  "DeliveryStore.list": listDeliveries
}
