/** Steps on runs and deliveries that every store takes the same way. */
import type { DateTime } from "effect"
import type { Run, SkipReason } from "../monitors/domain/Run.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { CancelReason, DeliveryId } from "../webhooks/domain/Delivery.ts"
import type { DeliveryRow, MonitorRow, Tables } from "./Database.ts"

/** Ends the queued run of a monitor, if there is one, without executing it. */
export const skipQueued = (tables: Tables, row: MonitorRow, reason: SkipReason, at: DateTime.Utc): void => {
  const run = row.queued === null ? undefined : tables.runs.get(row.queued)
  row.queued = null
  if (run !== undefined) endUnexecuted(tables, run, reason, at)
}

/** Stores a run as skipped. */
export const endUnexecuted = (tables: Tables, run: Run, skipReason: SkipReason, at: DateTime.Utc): void => {
  tables.runs.set(run.id, { ...run, status: "skipped", skipReason, completedAt: at })
}

/** Queues a run in place of the one that waits. */
export const queueRun = (tables: Tables, row: MonitorRow, run: Run): void => {
  skipQueued(tables, row, "superseded", run.queuedAt)
  tables.runs.set(run.id, run)
  row.queued = run.id
}

/** Cancels the deliveries of a subscription that have not ended, those with an attempt in flight too. */
export const cancelDeliveries = (tables: Tables, subscriptionId: string): void => {
  for (const row of tables.openDeliveries) {
    if (row.delivery.subscriptionId !== subscriptionId) continue
    cancelDelivery(tables, row, "webhook_removed")
  }
}

/** Cancels a delivery that has not ended. */
export const cancelDelivery = (tables: Tables, row: DeliveryRow, cancelReason: CancelReason): void => {
  row.delivery = { ...row.delivery, status: "cancelled", cancelReason, nextAttemptAt: null }
  tables.openDeliveries.delete(row)
}

/** A delivery of the organization that waits for its first attempt. */
export const waitingDelivery = (
  tables: Tables,
  organizationId: OrganizationId,
  id: DeliveryId
): DeliveryRow | undefined => {
  const row = tables.deliveries.get(id)
  const isWaiting = row?.delivery.status === "pending" && row.delivery.attempts === 0
  return isWaiting && row.delivery.organizationId === organizationId ? row : undefined
}

/** Stores a new delivery. */
export const addDelivery = (tables: Tables, delivery: DeliveryRow["delivery"]): void => {
  const row: DeliveryRow = { delivery, token: 0, leaseEndMillis: 0, inFlight: false, attempts: [] }
  tables.deliveries.set(delivery.id, row)
  tables.openDeliveries.add(row)
}
