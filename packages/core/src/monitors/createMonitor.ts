/** Starts watching. */
import { DateTime, Effect, Schema } from "effect"
import type { KeyedBody } from "../idempotency/domain/KeptAnswer.ts"
import { Idempotency, type Keep } from "../idempotency/Idempotency.ts"
import { monitorAllowance, type Organization } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { checkMonitor, checkWebhook } from "./checkMonitor.ts"
import { commitDays } from "./commitDays.ts"
import { freshMonitor, planOf } from "./domain/freshMonitor.ts"
import { type MadeBy, Monitor, MonitorId } from "./domain/Monitor.ts"
import type { NewMonitor } from "./domain/MonitorInput.ts"
import { RunId } from "./domain/RunId.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { newRun } from "./newRun.ts"
import { newSubscription, withOpenSecret } from "./newSubscription.ts"

const Created = Schema.Struct({ monitor: Monitor, initialRunId: RunId })

const CreatedJson = Schema.fromJsonString(Schema.toCodecJson(Created))

const createOnce = Effect.fnUntraced(function* (
  organization: Organization,
  input: NewMonitor,
  madeBy: MadeBy | null,
  keep: Keep<typeof Created.Type>
) {
  const store = yield* MonitorStore
  const at = yield* DateTime.now
  const plan = planOf(input)
  yield* checkMonitor(organization, plan)
  if (input.webhook) yield* checkWebhook(input.webhook)

  const owner = { id: MonitorId.make(yield* (yield* Ids).next("mon")), organizationId: organization.id }
  const subscription = input.webhook ? yield* newSubscription(owner, input.webhook, null) : null
  const monitor = freshMonitor(input, plan, owner, { at, subscription, madeBy })
  const run = yield* newRun(monitor, "reset")
  const created = { monitor, initialRunId: run.id }
  const stored = store.create({ monitor, run, allowance: monitorAllowance(organization), kept: keep(created) })
  yield* commitDays(monitor, { before: null, queues: true }, stored)
  const wakeups = yield* Wakeups
  yield* wakeups.wake("runs")
  yield* wakeups.changed(organization.id, ["monitors", "runs"])
  return created
})

/** Stores a monitor and queues its baseline run, once for one key and body. */
export const createMonitor = Effect.fn("createMonitor")(function* (
  organization: Organization,
  input: NewMonitor,
  keyed?: KeyedBody,
  madeBy: MadeBy | null = null
) {
  const { once } = yield* Idempotency
  const created = yield* once({
    organizationId: organization.id,
    operation: "monitor.create",
    subject: "",
    keyed,
    answer: CreatedJson,
    work: (keep) => createOnce(organization, input, madeBy, keep)
  })
  return { ...created, monitor: yield* withOpenSecret(created.monitor) }
})
