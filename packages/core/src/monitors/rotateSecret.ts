/** Replaces a signing secret. */
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { newSecret } from "../webhooks/sealedSecret.ts"
import type { Monitor, MonitorId } from "./domain/Monitor.ts"
import { MonitorHasNoWebhook, MonitorNotFound } from "./errors.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { withOpenSecret } from "./newSubscription.ts"
import { whileMonitorOutdated } from "./whileMonitorOutdated.ts"

const rotateOnce = Effect.fnUntraced(function* (organizationId: OrganizationId, monitorId: MonitorId) {
  const store = yield* MonitorStore
  const found = yield* store.get(organizationId, monitorId)
  if (Option.isNone(found)) return yield* new MonitorNotFound()
  const { monitor } = found.value
  if (monitor.subscription === null) return yield* new MonitorHasNoWebhook()
  const next: Monitor = {
    ...monitor,
    subscription: { ...monitor.subscription, secret: yield* newSecret },
    updatedAt: yield* DateTime.now
  }
  yield* store.update({
    stored: found.value,
    next,
    queue: null,
    skipQueued: null,
    cancelDeliveries: false,
    clearFailure: false
  })
  return next
})

/** Gives the monitor's webhook a new secret at once; the old one signs nothing more. */
export const rotateSecret = Effect.fn("rotateSecret")((organizationId: OrganizationId, monitorId: MonitorId) =>
  Effect.flatMap(whileMonitorOutdated(rotateOnce(organizationId, monitorId)), withOpenSecret)
)
