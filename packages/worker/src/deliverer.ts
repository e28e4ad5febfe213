/** Sends events when they are due. */
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Duration, Effect } from "effect"
import { dueLoop } from "./dueLoop.ts"
import type { LoopOptions } from "./workLoop.ts"

/**
 * Looks when something is due, and every second while it works. Makes up to 600 attempts at once, of one organization up to 350,
 * and 262 of these to one host; a lease outlasts an attempt six times.
 */
export const delivererDefaults: LoopOptions = {
  every: Duration.seconds(1),
  idle: Duration.minutes(1),
  maxInFlight: 600,
  maxClaim: 200,
  lease: Duration.seconds(60),
  grace: Duration.seconds(15)
}

export const layer = (options: Partial<LoopOptions> = {}) =>
  dueLoop(
    { ...delivererDefaults, ...options },
    Effect.map(Webhooks, ({ takeDue, untilDue }) => ({ loop: "deliverer", topic: "deliveries", untilDue, takeDue }))
  )
