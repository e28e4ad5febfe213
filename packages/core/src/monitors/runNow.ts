/** Looks without waiting for the schedule. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import { MonitorNotFound, MonitorPaused } from "./errors.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { newRun } from "./newRun.ts"
import { RunStore } from "./RunStore.ts"
import { whileOutdated } from "./whileOutdated.ts"

const runOnce = Effect.fnUntraced(function* (organizationId: OrganizationId, monitorId: MonitorId) {
  const found = yield* (yield* MonitorStore).get(organizationId, monitorId)
  if (Option.isNone(found)) return yield* new MonitorNotFound()
  if (found.value.monitor.status === "paused") return yield* new MonitorPaused()
  const run = yield* newRun(found.value.monitor, "manual")
  yield* (yield* RunStore).enqueue(found.value, run)
  yield* (yield* Wakeups).wake("runs")
  return run.id
})

/** Queues a run now. It does not move the schedule. */
export const runNow = Effect.fn("runNow")((organizationId: OrganizationId, monitorId: MonitorId) =>
  whileOutdated(runOnce(organizationId, monitorId))
)
