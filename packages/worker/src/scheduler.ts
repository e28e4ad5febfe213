/** Runs monitors when they are due. */
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Duration, Effect, Layer } from "effect"
import { workLoop } from "./workLoop.ts"

export interface SchedulerOptions {
  readonly every: Duration.Duration
  readonly idle: Duration.Duration
  readonly maxInFlight: number
  readonly maxClaim: number
  readonly lease: Duration.Duration
  readonly grace: Duration.Duration
}

/**
 * Looks when something is due, and every second while it works. Runs up to 300 monitors at once, of one organization up to 200
 * and on one host up to 150; a lease outlasts the longest stall of a live process.
 */
export const schedulerDefaults: SchedulerOptions = {
  every: Duration.seconds(1),
  idle: Duration.minutes(1),
  maxInFlight: 300,
  maxClaim: 100,
  lease: Duration.seconds(60),
  grace: Duration.seconds(25)
}

export const layer = (options: Partial<SchedulerOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const monitors = yield* Monitors
      const { hears, subscribe } = yield* Wakeups
      const woken = yield* subscribe("runs")
      const { lease, ...loop } = { ...schedulerDefaults, ...options }
      yield* workLoop({
        ...loop,
        loop: "scheduler",
        woken,
        hears,
        untilDue: monitors.untilDue,
        take: (limit, shares) => monitors.takeDue({ limit, lease, shares })
      })
    })
  )
