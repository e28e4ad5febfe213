/** A run that waits in the queue. */
import { DateTime, Effect } from "effect"
import { Ids } from "../security/Ids.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { Run } from "./domain/Run.ts"
import { RunId } from "./domain/RunId.ts"

/** Makes a queued run of `monitor` as it is now; a baseline run while it has no baseline. */
export const newRun = Effect.fnUntraced(function* (monitor: Monitor, trigger: "manual" | "reset") {
  const run: Run = {
    id: RunId.make(yield* (yield* Ids).next("run")),
    organizationId: monitor.organizationId,
    monitorId: monitor.id,
    status: "queued",
    runType: monitor.baseline === null ? "baseline" : "scheduled",
    trigger,
    targetType: monitor.target.type,
    changeDetectionType: monitor.changeDetection.type,
    targetVersion: monitor.targetVersion,
    queuedAt: yield* DateTime.now,
    startedAt: null,
    completedAt: null,
    changeDetected: false,
    baselineCreated: false,
    creditsCharged: 0,
    changeId: null,
    skipReason: null,
    error: null,
    trace: []
  }
  return run
})
