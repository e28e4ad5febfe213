/** Changes a monitor, pauses it or lets it go on. */
import { DateTime, Effect, Option } from "effect"
import type { Organization } from "../organizations/domain/Organization.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { checkMonitor, checkWebhook } from "./checkMonitor.ts"
import { commitDays } from "./commitDays.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import type { MonitorPatch } from "./domain/MonitorInput.ts"
import { detectionAfter, patchMonitor } from "./domain/patchMonitor.ts"
import { MonitorNotFound } from "./errors.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { newRun } from "./newRun.ts"
import { newSubscription, withOpenSecret } from "./newSubscription.ts"
import { whileMonitorOutdated } from "./whileMonitorOutdated.ts"

const updateOnce = Effect.fnUntraced(function* (organization: Organization, monitorId: MonitorId, patch: MonitorPatch) {
  const store = yield* MonitorStore
  const found = yield* store.get(organization.id, monitorId)
  if (Option.isNone(found)) return yield* new MonitorNotFound()
  const current = found.value.monitor
  if (Object.keys(patch).length === 0) return { monitor: current, baselineReset: false }

  const at = yield* DateTime.now
  if (patch.target !== undefined || patch.changeDetection !== undefined || patch.schedule !== undefined) {
    // Before the patch, which asks the schedule for its next slot.
    yield* checkMonitor(organization, {
      target: patch.target ?? current.target,
      changeDetection: detectionAfter(current, patch),
      schedule: patch.schedule ?? current.schedule
    })
  }
  const { monitor: patched, baselineReset } = patchMonitor(current, patch, at)
  if (patch.webhook) yield* checkWebhook(patch.webhook)
  const subscription =
    patch.webhook === undefined
      ? current.subscription
      : patch.webhook === null
        ? null
        : yield* newSubscription(current, patch.webhook, current.subscription)

  const next = { ...patched, subscription }
  const updated = store.update({
    stored: found.value,
    next,
    queue: baselineReset ? yield* newRun(next, "reset") : null,
    skipQueued: patch.status === "paused" && current.status !== "paused" ? { reason: "monitor_paused", at } : null,
    cancelDeliveries: subscription === null && current.subscription !== null,
    clearFailure: subscription?.url !== current.subscription?.url
  })
  yield* commitDays(next, { before: current, queues: baselineReset }, updated)
  const wakeups = yield* Wakeups
  yield* wakeups.wake("runs")
  yield* wakeups.changed(organization.id, ["monitors", "runs", "deliveries"])
  return { monitor: next, baselineReset }
})

/** Changes the fields given. */
export const updateMonitor = Effect.fn("updateMonitor")(function* (
  organization: Organization,
  monitorId: MonitorId,
  patch: MonitorPatch
) {
  const { baselineReset, monitor } = yield* whileMonitorOutdated(updateOnce(organization, monitorId, patch))
  return { monitor: yield* withOpenSecret(monitor), baselineReset }
})
