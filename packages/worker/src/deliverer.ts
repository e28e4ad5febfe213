/** Sends events when they are due. */
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Duration, Effect, Layer } from "effect"
import { workLoop } from "./workLoop.ts"

export interface DelivererOptions {
  readonly every: Duration.Duration
  readonly idle: Duration.Duration
  readonly maxInFlight: number
  readonly maxClaim: number
  readonly lease: Duration.Duration
  readonly grace: Duration.Duration
}

/**
 * Looks when something is due, and every second while it works. Makes up to 600 attempts at once, of one organization up to 400
 * and to one host up to 300; a lease outlasts an attempt six times.
 */
export const delivererDefaults: DelivererOptions = {
  every: Duration.seconds(1),
  idle: Duration.minutes(1),
  maxInFlight: 600,
  maxClaim: 200,
  lease: Duration.seconds(60),
  grace: Duration.seconds(15)
}

export const layer = (options: Partial<DelivererOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const { hears, subscribe } = yield* Wakeups
      const woken = yield* subscribe("deliveries")
      const { lease, ...loop } = { ...delivererDefaults, ...options }
      yield* workLoop({
        ...loop,
        loop: "deliverer",
        woken,
        hears,
        untilDue: webhooks.untilDue,
        take: (limit, shares) => webhooks.takeDue({ limit, lease, shares })
      })
    })
  )
