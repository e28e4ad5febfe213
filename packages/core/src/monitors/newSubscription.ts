/** A webhook with a secret of its own. */
import { Effect } from "effect"
import type { Subscription } from "../webhooks/domain/Subscription.ts"
import { newSecret, openSecret } from "../webhooks/sealedSecret.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { WebhookInput } from "./domain/MonitorInput.ts"

/** The subscription of a monitor's webhook: its secret and failures stay while its address does. */
export const newSubscription = Effect.fnUntraced(function* (
  monitor: Pick<Monitor, "id" | "organizationId">,
  webhook: WebhookInput,
  current: Subscription | null
) {
  const kept = current !== null && current.url === webhook.url ? current : null
  const subscription: Subscription = {
    id: monitor.id,
    organizationId: monitor.organizationId,
    url: webhook.url,
    events: webhook.events,
    retry: webhook.retry,
    secret: kept?.secret ?? (yield* newSecret),
    failure: kept?.failure ?? null
  }
  return subscription
})

/** A monitor as its owner may see it: with the signing secret itself. */
export const withOpenSecret = Effect.fnUntraced(function* (monitor: Monitor) {
  const { subscription } = monitor
  if (subscription === null) return monitor
  const shown: Monitor = {
    ...monitor,
    subscription: { ...subscription, secret: yield* openSecret(subscription.secret) }
  }
  return shown
})
