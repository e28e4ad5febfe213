/** Stops watching. */
import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import { MonitorNotFound } from "./errors.ts"
import { MonitorStore } from "./MonitorStore.ts"

/** Removes a monitor, with its future runs and its deliveries that wait. */
export const removeMonitor = Effect.fn("removeMonitor")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId
) {
  const removed = yield* (yield* MonitorStore).remove(organizationId, monitorId, yield* DateTime.now)
  if (!removed) return yield* new MonitorNotFound()
  yield* (yield* Wakeups).changed(organizationId, ["monitors", "deliveries"])
})
