/** What a patch makes of a monitor, apart from its webhook (contract/monitors.md, PATCH). */
import { DateTime, Duration, Equal } from "effect"
import { defaultChangeDetection, isSupported } from "./defaultChangeDetection.ts"
import type { Monitor } from "./Monitor.ts"
import type { MonitorPatch } from "./MonitorInput.ts"
import { anchorFor, intervalOf, nextSlot, type Schedule } from "./Schedule.ts"
import { type ChangeDetection, isWatchedAlike } from "./Target.ts"

/** A patched monitor, and whether its baseline starts anew. */
export interface Patched {
  readonly monitor: Monitor
  readonly baselineReset: boolean
}

/** When a monitor that gets this schedule, or starts again with it, is next due: never before now. */
const dueFrom = (monitor: Monitor, schedule: Schedule, at: DateTime.Utc): Pick<Monitor, "anchorAt" | "nextRunAt"> => {
  if (schedule.type === "cron") {
    return { anchorAt: at, nextRunAt: nextSlot(schedule, { id: monitor.id, anchor: at, after: at }) }
  }
  if (monitor.lastRunAt === null) {
    const anchorAt = anchorFor(schedule, monitor.id, at)
    return { anchorAt, nextRunAt: nextSlot(schedule, { id: monitor.id, anchor: anchorAt, after: at }) }
  }
  const nextRunAt = DateTime.max(at, DateTime.addDuration(monitor.lastRunAt, intervalOf(schedule)))
  return { anchorAt: DateTime.subtractDuration(nextRunAt, Duration.toMillis(intervalOf(schedule))), nextRunAt }
}

/** How the monitor compares after the patch: as it does, unless that does not go with a new target. */
export const detectionAfter = (
  monitor: Monitor,
  patch: Pick<MonitorPatch, "target" | "changeDetection">
): ChangeDetection => {
  if (patch.changeDetection !== undefined) return patch.changeDetection
  const { target = monitor.target } = patch
  return isSupported(target, monitor.changeDetection) ? monitor.changeDetection : defaultChangeDetection(target)
}

/** The monitor as the patch leaves it at `at`. A target or detection equal to the one that is there resets nothing. */
export const patchMonitor = (monitor: Monitor, patch: MonitorPatch, at: DateTime.Utc): Patched => {
  const target = patch.target ?? monitor.target
  const changeDetection = detectionAfter(monitor, patch)
  const schedule = patch.schedule ?? monitor.schedule
  const baselineReset =
    !isWatchedAlike(target, monitor.target) || !Equal.equals(changeDetection, monitor.changeDetection)
  const scheduleChanged = !Equal.equals(schedule, monitor.schedule)
  const resumed = patch.status === "active" && monitor.status !== "active"
  const status = patch.status ?? monitor.status

  const reset = baselineReset ? { baseline: null, targetVersion: monitor.targetVersion + 1, failuresInARow: 0 } : {}
  const counters = resumed ? { failuresInARow: 0, skipsInARow: 0 } : {}
  const due =
    status === "paused"
      ? { nextRunAt: null }
      : scheduleChanged || (resumed && monitor.status === "paused")
        ? dueFrom(monitor, schedule, at)
        : {}
  return {
    monitor: {
      ...monitor,
      name: patch.name ?? monitor.name,
      tags: patch.tags ?? monitor.tags,
      target,
      changeDetection,
      schedule,
      status,
      ...reset,
      ...counters,
      ...due,
      updatedAt: at
    },
    baselineReset
  }
}
