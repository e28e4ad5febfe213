/** Lists of monitors, runs, changes and deliveries with conditions that no index knows, and what runs cost. */
import type { Connection } from "../Connection.ts"
import type { SliceRow } from "../newestFirst.ts"
import { type ChangeSummaryRow, changeSummaryColumns } from "../writes/changeColumns.ts"
import { type DeliveryRow, deliveryColumns } from "../writes/deliveryColumns.ts"
import { type MonitorRow, monitorColumns, monitorTables } from "../writes/monitorColumns.ts"
import { type RunRow, runListColumns } from "../writes/runColumns.ts"
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

const monitors = stretched<MonitorRow>({
  select: `${monitorColumns} from ${monitorTables}`,
  table: "monitors m",
  owner: "m.organization_id",
  at: "m.created_at",
  id: "m.id",
  conditions: [
    isOrAny("m.status"),
    isOrAny("m.target_type"),
    isOrAny("m.change_detection_type"),
    hasAnyTag("m.tags"),
    hasAnyTag("m.tags"),
    isFound
  ]
})

export interface MonitorList {
  readonly organizationId: string
  readonly slice: SliceRow
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

const listMonitors = (db: Connection, list: MonitorList): Stretch<MonitorRow> =>
  monitors(db, list.organizationId, list.slice, [
    list.status,
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
  ])

/** A list of an organization, or of one of its monitors. */
interface OwnedList {
  readonly organizationId: string
  readonly monitorId: string | null
  readonly slice: SliceRow
}

/** The same list by the organization and by the monitor: whichever has fewer rows is walked through. */
const ofEither = <Row>(alias: string, list: Omit<Parameters<typeof stretched>[0], "owner">) => {
  const conditions = [`${alias}.organization_id = ?`, ...list.conditions]
  const ofOrganization = stretched<Row>({ ...list, owner: `${alias}.organization_id`, conditions })
  const ofMonitor = stretched<Row>({ ...list, owner: `${alias}.monitor_id`, conditions })
  return (
    db: Connection,
    { monitorId, organizationId, slice }: OwnedList,
    values: ReadonlyArray<string | number | null>
  ) =>
    (monitorId === null ? ofOrganization : ofMonitor)(db, monitorId ?? organizationId, slice, [
      organizationId,
      ...values
    ])
}

const runs = ofEither<RunRow>("r", {
  select: `${runListColumns} from runs r`,
  table: "runs r",
  at: "r.queued_at",
  id: "r.id",
  conditions: ["r.status = ?"]
})

export interface RunList extends OwnedList {
  readonly status: string
}

const changes = ofEither<ChangeSummaryRow>("c", {
  select: `${changeSummaryColumns} from changes c`,
  table: "changes c",
  at: "c.detected_at",
  id: "c.id",
  conditions: ["c.detected_at >= ?", isOrAny("c.target_type"), isOrAny("c.change_detection_type"), hasAnyTag("c.tags")]
})

export interface ChangeList extends OwnedList {
  readonly since: number
  readonly targetType: string | null
  readonly changeDetectionType: string | null
  /** A JSON list with the tag. */
  readonly tag: string | null
}

const deliveries = ofEither<DeliveryRow>("d", {
  select: `${deliveryColumns} from deliveries d`,
  table: "deliveries d",
  at: "d.created_at",
  id: "d.id",
  conditions: ["d.created_at > ?", "d.source_type = ?", isOrAny("d.status"), "(? is null or d.batch_id = ?)"]
})

export interface DeliveryList extends OwnedList {
  readonly createdAfter: number
  readonly type: string
  readonly status: string | null
  readonly batchId: string | null
}

export const monitoringReads = {
  "MonitorStore.list": listMonitors,
  "RunStore.list": (db: Connection, list: RunList): Stretch<RunRow> => runs(db, list, [list.status]),
  "RunStore.spend": spendOf,
  "ChangeStore.list": (db: Connection, list: ChangeList): Stretch<ChangeSummaryRow> =>
    changes(db, list, [list.since, list.targetType, list.changeDetectionType, list.tag, list.tag]),
  "DeliveryStore.list": (db: Connection, list: DeliveryList): Stretch<DeliveryRow> =>
    deliveries(db, list, [list.createdAfter, list.type, list.status, list.batchId, list.batchId])
}
