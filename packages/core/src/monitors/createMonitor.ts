/** Starts watching. */
import { DateTime, Effect, Schema } from "effect"
import type { KeyedBody } from "../idempotency/domain/KeptAnswer.ts"
import { Idempotency, type Keep } from "../idempotency/Idempotency.ts"
import { monitorAllowance, type Organization } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { checkMonitor, checkWebhook } from "./checkMonitor.ts"
import { defaultChangeDetection } from "./domain/defaultChangeDetection.ts"
import { Monitor, MonitorId } from "./domain/Monitor.ts"
import type { NewMonitor } from "./domain/MonitorInput.ts"
import { RunId } from "./domain/RunId.ts"
import { anchorFor, defaultSchedule, nextSlot } from "./domain/Schedule.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { newRun } from "./newRun.ts"
import { newSubscription, withOpenSecret } from "./newSubscription.ts"

const Created = Schema.Struct({ monitor: Monitor, initialRunId: RunId })

const CreatedJson = Schema.fromJsonString(Schema.toCodecJson(Created))

const createOnce = Effect.fnUntraced(function* (
  organization: Organization,
  input: NewMonitor,
  keep: Keep<typeof Created.Type>
) {
  const store = yield* MonitorStore
  const at = yield* DateTime.now
  const schedule = input.schedule ?? defaultSchedule
  const changeDetection = input.changeDetection ?? defaultChangeDetection(input.target)
  yield* checkMonitor(organization, { target: input.target, changeDetection, schedule })
  if (input.webhook) yield* checkWebhook(input.webhook)

  const id = MonitorId.make(yield* (yield* Ids).next("mon"))
  const owner = { id, organizationId: organization.id }
  const anchorAt = anchorFor(schedule, id, at)
  const monitor: Monitor = {
    ...owner,
    name: input.name,
    target: input.target,
    changeDetection,
    schedule,
    tags: input.tags ?? [],
    subscription: input.webhook ? yield* newSubscription(owner, input.webhook, null) : null,
    status: "active",
    baseline: null,
    targetVersion: 1,
    anchorAt,
    nextRunAt: nextSlot(schedule, { id, anchor: anchorAt, after: at }),
    lastRunAt: null,
    lastChangeAt: null,
    lastError: null,
    failuresInARow: 0,
    skipsInARow: 0,
    createdAt: at,
    updatedAt: at
  }
  const run = yield* newRun(monitor, "reset")
  const created = { monitor, initialRunId: run.id }
  yield* store.create({ monitor, run, allowance: monitorAllowance(organization), kept: keep(created) })
  yield* (yield* Wakeups).wake("runs")
  return created
})

/** Stores a monitor and queues its baseline run, once for one key and body. */
export const createMonitor = Effect.fn("createMonitor")(function* (
  organization: Organization,
  input: NewMonitor,
  keyed?: KeyedBody
) {
  const { once } = yield* Idempotency
  const created = yield* once({
    organizationId: organization.id,
    operation: "monitor.create",
    subject: "",
    keyed,
    answer: CreatedJson,
    work: (keep) => createOnce(organization, input, keep)
  })
  return { ...created, monitor: yield* withOpenSecret(created.monitor) }
})
