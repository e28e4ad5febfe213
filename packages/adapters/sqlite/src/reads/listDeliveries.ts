/** Deliveries with conditions that the index of all deliveries does not know. */
import type { Connection } from "../Connection.ts"
import { type DeliverySummaryRow, deliverySummaryColumns } from "../writes/deliveryColumns.ts"
import { type OwnedList, ofEither } from "./ofEither.ts"
import { type Stretch, stretched } from "./stretches.ts"

export interface DeliveryList extends OwnedList {
  readonly type: string
  readonly status: string | null
  readonly batchId: string | null
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

/** The first stretch of the list. */
export const listDeliveries = (db: Connection, wanted: DeliveryList): Stretch<DeliverySummaryRow> => {
  const { batchId, organizationId, since, slice, status, type } = wanted
  return type === "batch"
    ? ofBatches(db, [organizationId, since], slice, [batchId, status])
    : ofAll(db, wanted, [type, status])
}
