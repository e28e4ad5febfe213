/** Deliveries with conditions that the index of all deliveries does not know. */
import type { Connection } from "../Connection.ts"
import { newestFirst, sliceValues } from "../newestFirst.ts"
import { type DeliverySummaryRow, deliverySummaryColumns } from "../writes/deliveryColumns.ts"
import { type OwnedList, ofEither } from "./ofEither.ts"
import { type Stretch, stretched } from "./stretches.ts"

export interface DeliveryList extends OwnedList {
  readonly type: string
  readonly status: string | null
  readonly batchId: string | null
  /** A JSON list of runs whose deliveries are wanted. */
  readonly runIds: string | null
}

const list = {
  select: `${deliverySummaryColumns} from deliveries d`,
  table: "deliveries d",
  at: "d.created_at",
  id: "d.id"
}

const hasStatus = "d.status = ifnull(?, d.status)"

const ofAll = ofEither<DeliverySummaryRow>("d", { ...list, conditions: ["d.source_type = ?", hasStatus] })

const ofBatches = stretched<DeliverySummaryRow>({
  ...list,
  owned: ["d.organization_id = ?", "d.batch_id is not null", "d.created_at >= ?"],
  conditions: ["d.batch_id = ifnull(?, d.batch_id)", hasStatus]
})

/** Deliveries of some runs, which have two each at most. */
export const ofRuns = newestFirst("d.created_at", "d.id", [
  "d.run_id in (select value from json_each(?))",
  "d.organization_id = ?",
  "d.created_at >= ?",
  "d.monitor_id = ifnull(?, d.monitor_id)",
  "d.status = ifnull(?, d.status)"
])

/** The first stretch of the list. */
export const listDeliveries = (db: Connection, wanted: DeliveryList): Stretch<DeliverySummaryRow> => {
  const { batchId, monitorId, organizationId, runIds, since, slice, status, type } = wanted
  if (runIds !== null) {
    const given = [runIds, organizationId, since, monitorId, status, ...sliceValues(slice)]
    return { rows: db.all<DeliverySummaryRow>(`select ${list.select} ${ofRuns}`, ...given), next: null }
  }
  return type === "batch"
    ? ofBatches(db, [organizationId, since], slice, [batchId, status])
    : ofAll(db, wanted, [type, status])
}
