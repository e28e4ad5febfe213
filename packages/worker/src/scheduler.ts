/** Runs monitors when they are due. */
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Duration, Effect } from "effect"
import { dueLoop } from "./dueLoop.ts"
import type { LoopOptions } from "./workLoop.ts"

/**
 * Looks when something is due, and every second while it works. Runs up to 300 monitors at once, of one organization up to 175,
 * and 131 of these on one host; a lease outlasts the longest stall of a live process.
 */
export const schedulerDefaults: LoopOptions = {
  every: Duration.seconds(1),
  idle: Duration.minutes(1),
  maxInFlight: 300,
  maxClaim: 100,
  lease: Duration.seconds(60),
  grace: Duration.seconds(25)
}

export const layer = (options: Partial<LoopOptions> = {}) =>
  dueLoop(
    { ...schedulerDefaults, ...options },
    Effect.map(Monitors, ({ takeDue, untilDue }) => ({ loop: "scheduler", topic: "runs", untilDue, takeDue }))
  )
