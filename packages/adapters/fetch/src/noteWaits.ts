/** What requests wait for their turns at hosts, for whoever asked and for whoever watches the process. */
import { steadyMillis, TurnWaits } from "@kittiwake/core/web/TurnWaits"
import { Effect, Metric } from "effect"
import type { HostGate } from "./HostGate.ts"

const waiting = Metric.gauge("kittiwake_host_turns_waiting", {
  description: "Requests that wait for their turn at a host."
})

const waits = Metric.histogram("kittiwake_host_turn_wait_seconds", {
  description: "Time that requests waited for their turn at a host.",
  boundaries: [0.1, 1, 5, 15, 30, 60, 120, 300]
})

/** The gate, and every wait before it noted. */
export const noteWaits = (gate: HostGate): Effect.Effect<HostGate> => {
  const users = new Map<string, number>()
  let count = 0

  const enter = (host: string): number => {
    const others = users.get(host) ?? 0
    users.set(host, others + 1)
    return others
  }

  const leave = (host: string) => {
    const left = users.get(host)! - 1
    if (left === 0) users.delete(host)
    else users.set(host, left)
  }

  const noted: HostGate = (host) => (effect) =>
    Effect.clockWith((clock) =>
      Effect.flatMap(TurnWaits, (tally) => {
        const began = steadyMillis(clock)
        let isWaiting = true
        let end: ((atMillis: number) => void) | undefined
        const stop = Effect.suspend(() => {
          if (!isWaiting) return Effect.void
          isWaiting = false
          const now = steadyMillis(clock)
          end?.(now)
          count -= 1
          return Effect.andThen(Metric.update(waiting, count), Metric.update(waits, (now - began) / 1_000))
        })
        const begin = Effect.suspend(() => {
          const others = enter(host)
          end = tally?.begin(host, others, began)
          count += 1
          return Metric.update(waiting, count)
        })
        return Effect.acquireUseRelease(
          begin,
          () => gate(host)(Effect.andThen(stop, effect)),
          () =>
            Effect.andThen(
              stop,
              Effect.sync(() => leave(host))
            )
        )
      })
    )
  return Effect.as(Metric.update(waiting, 0), noted)
}
