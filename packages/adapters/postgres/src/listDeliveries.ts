/** Lists of deliveries. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import type { DeliveryFilter } from "@kittiwake/core/webhooks/DeliveryStore"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { deliverySummaryColumns } from "./deliveryRows.ts"
import { type Looked, look } from "./looks.ts"

const deliveries: Looked = {
  table: "deliveries",
  alias: "d",
  at: "created_at",
  id: "id",
  columns: deliverySummaryColumns
}

const isUnusual = (status: string): boolean => status === "retrying" || status === "failed" || status === "cancelled"

/** A part of the list. */
export const listDeliveries = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { batchId, createdAfter, monitorId, runIds, status, type }: DeliveryFilter,
  slice: Slice
) => {
  const own = sql`organization_id = ${organizationId}`
  const window = createdAfter === undefined ? [] : [sql`created_at > ${createdAfter}::timestamptz`]
  const ofType = sql`source_type = ${type}`
  const ofStatus = status === undefined ? [] : [sql`status = ${status}`]
  const ofMonitor = monitorId === undefined ? [] : [sql`monitor_id = ${monitorId}`]
  // A batch has no runs, and a monitor no batches.
  const isOfBatch = type === "batch" || batchId !== undefined
  if (isOfBatch && (type === "monitor" || monitorId !== undefined || runIds !== undefined)) {
    return Effect.succeed(wholePart<object>([]))
  }
  if (isOfBatch) {
    const ofBatch = batchId === undefined ? [] : [sql`batch_id = ${batchId}`]
    const owned = [own, sql`batch_id is not null`, ...window]
    return look(sql, deliveries, { owned, conditions: [...ofBatch, ...ofStatus], slice })
  }
  if (runIds !== undefined) {
    const owned = [sql`run_id = any(${runIds}::text[])`, ...window]
    return look(sql, deliveries, { owned, checked: [own], conditions: [ofType, ...ofMonitor, ...ofStatus], slice })
  }
  if (monitorId !== undefined) {
    return look(sql, deliveries, { owned: [...ofMonitor, ...window], checked: [own], conditions: ofStatus, slice })
  }
  return status !== undefined && isUnusual(status)
    ? look(sql, deliveries, { owned: [own, sql`unusual = ${status}`, ...window], conditions: [ofType], slice })
    : look(sql, deliveries, { owned: [own, ...window], conditions: [ofType, ...ofStatus], slice })
}
