/** The events of a run, as their receivers read them (contract/webhooks.md §3). */
import { DateTime } from "effect"
import type { MonitorEventType } from "../../webhooks/domain/Event.ts"
import type { Subscription } from "../../webhooks/domain/Subscription.ts"
import type { Change } from "./Change.ts"
import { changeRecord } from "./ChangeRecord.ts"
import type { Monitor } from "./Monitor.ts"
import type { OutageTurn } from "./Outage.ts"
import type { Run } from "./Run.ts"
import type { TakenBack } from "./takesBack.ts"

/** What a run that ended has to tell. */
export interface Ended {
  readonly run: Run
  readonly change: Change | null
  readonly outage: OutageTurn | null
  readonly takesBack: TakenBack | null
}

/** The events that a run which ended tells of, in the order they are sent. */
export const eventsOf = ({ change, outage, run, takesBack }: Ended): ReadonlyArray<MonitorEventType> => {
  if (outage === "failing") return ["monitor.failing"]
  if (run.status !== "completed") return []
  const ofOutage: ReadonlyArray<MonitorEventType> = outage === null ? [] : ["monitor.recovered"]
  const isTold = change !== null && takesBack === null
  return isTold ? [...ofOutage, "change.detected", "run.completed"] : [...ofOutage, "run.completed"]
}

/** Those of them that the subscription asked for. */
export const subscribedEvents = (subscription: Subscription | null, ended: Ended): ReadonlyArray<MonitorEventType> =>
  eventsOf(ended).filter((event) => subscription?.events.includes(event))

const runSnapshot = (run: Run) => ({
  id: run.id,
  monitor_id: run.monitorId,
  status: run.status,
  run_type: run.runType,
  target_type: run.targetType,
  change_detection_type: run.changeDetectionType,
  started_at: run.startedAt === null ? null : DateTime.formatIso(run.startedAt),
  completed_at: run.completedAt === null ? null : DateTime.formatIso(run.completedAt),
  change_detected: run.changeDetected,
  change_id: run.changeId,
  baseline_created: run.baselineCreated
})

/** What events tell of a monitor. */
type Told = Pick<Monitor, "id" | "lastError" | "name" | "status" | "target">

/** The monitor before its run, of which an outage is told. */
const monitorSnapshot = ({ id, lastError, name, status, target }: Told) => ({
  id,
  name,
  url: target.url,
  status,
  failing_since:
    lastError?.sinceMillis === undefined ? null : DateTime.formatIso(DateTime.makeUnsafe(lastError.sinceMillis))
})

interface Telling extends Ended {
  readonly event: MonitorEventType
  readonly eventId: string
  readonly createdAt: DateTime.Utc
  /** The monitor as the outage left it: after the run that failed, and before the one that did not. */
  readonly monitor: Told
}

const dataOf = ({ event, monitor, run, ...told }: Telling) => {
  const change = told.change === null ? null : changeRecord(told.change)
  switch (event) {
    case "change.detected":
      return { change }
    case "run.completed":
      return { run: runSnapshot(run), change }
    case "monitor.failing":
      return { monitor: monitorSnapshot(monitor), run: runSnapshot(run), error: run.error }
    case "monitor.recovered":
      return { monitor: monitorSnapshot(monitor), run: runSnapshot(run) }
  }
}

/** The JSON text of an event. It is stored and sent byte for byte. */
export const eventBody = (telling: Telling): string =>
  JSON.stringify({
    event: telling.event,
    id: telling.eventId,
    created_at: DateTime.formatIso(telling.createdAt),
    data: dataOf(telling)
  })
