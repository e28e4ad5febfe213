/** Looks without waiting for the schedule. */
import { DateTime, Effect, Option, Schema } from "effect"
import { collectionPause } from "../credits/domain/CollectionPause.ts"
import { CollectionPaused } from "../credits/errors.ts"
import type { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import { Idempotency, type Keep } from "../idempotency/Idempotency.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { commitDays } from "./commitDays.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import { RunId } from "./domain/RunId.ts"
import { MonitorNotFound, MonitorPaused } from "./errors.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { newRun } from "./newRun.ts"
import { RunStore } from "./RunStore.ts"
import { whileMonitorOutdated } from "./whileMonitorOutdated.ts"

/** Fails while collection is paused: a run that is asked for by hand would only be skipped. */
const checkCollection = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const organization = yield* (yield* Organizations)
    .get(organizationId)
    .pipe(Effect.catchTag("OrganizationNotFound", () => Effect.succeed(null)))
  const pause = organization === null ? null : collectionPause(organization, yield* DateTime.now)
  if (pause !== null) return yield* new CollectionPaused(pause)
})

const RunIdJson = Schema.fromJsonString(RunId)

const runOnce = Effect.fnUntraced(function* (organizationId: OrganizationId, monitorId: MonitorId, keep: Keep<RunId>) {
  const found = yield* (yield* MonitorStore).get(organizationId, monitorId)
  if (Option.isNone(found)) return yield* new MonitorNotFound()
  if (found.value.monitor.status === "paused") return yield* new MonitorPaused()
  yield* checkCollection(organizationId)
  const { monitor } = found.value
  const run = yield* newRun(monitor, "manual")
  const queued = (yield* RunStore).enqueue(found.value, run, keep(run.id))
  yield* commitDays(monitor, { before: monitor, queues: true }, queued)
  const wakeups = yield* Wakeups
  yield* wakeups.wake("runs")
  yield* wakeups.changed(organizationId, ["monitors", "runs"])
  return run.id
})

/** Queues a run now, once for one key. It does not move the schedule. */
export const runNow = Effect.fn("runNow")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  key?: IdempotencyKey
) {
  const { once } = yield* Idempotency
  return yield* once({
    organizationId,
    operation: "monitor.run",
    subject: monitorId,
    keyed: key === undefined ? undefined : { key, body: {} },
    answer: RunIdJson,
    work: (keep) => whileMonitorOutdated(runOnce(organizationId, monitorId, keep))
  })
})
