/** What a loop has under way, counted for everybody it counts for. */
import { type Counted, laneOf } from "@kittiwake/core/Shares"
import { Effect, Metric } from "effect"
import type { Loop } from "./Pulse.ts"

/** The work of each loop, as it is called where it is counted. */
const workOf: { readonly [L in Loop]?: string } = { scheduler: "runs", batcher: "pages", deliverer: "deliveries" }

const gaugeOf = (loop: Loop) =>
  Metric.gauge("kittiwake_work_under_way", {
    description: "Pieces of work that this process has under way.",
    attributes: { work: workOf[loop] ?? loop }
  })

/** Counts what begins and what ends, and shows how much that leaves. */
export const makeUnderWay = Effect.fnUntraced(function* (loop: Loop) {
  const context = yield* Effect.context<never>()
  const gauge = gaugeOf(loop)
  const counts = {
    organizations: new Map<string, number>(),
    hosts: new Map<string, number>(),
    lanes: new Map<string, number>()
  }
  let count = 0
  /** When each began, those first that began first. */
  const begun = new Map<Counted, number>()
  const change = (of: Map<string, number>, key: string, by: number) => {
    const now = (of.get(key) ?? 0) + by
    if (now === 0) of.delete(key)
    else of.set(key, now)
  }
  const move = (one: Counted, by: number) => {
    count += by
    gauge.updateUnsafe(count, context)
    change(counts.organizations, one.organizationId, by)
    change(counts.hosts, one.host, by)
    change(counts.lanes, laneOf(one), by)
  }
  gauge.updateUnsafe(count, context)
  return {
    counts,
    count: () => count,
    add: (one: Counted, atMillis: number) => {
      begun.set(one, atMillis)
      move(one, 1)
    },
    remove: (one: Counted) => {
      begun.delete(one)
      move(one, -1)
    },
    /** When that began before which so many did that are under way yet. */
    begunAt: (before: number): number | undefined => {
      let passed = 0
      for (const atMillis of begun.values()) {
        if (passed === before) return atMillis
        passed += 1
      }
      return undefined
    },
    /** How many began no later than that, or `most`. */
    countSince: (millis: number, most: number): number => {
      let since = 0
      for (const atMillis of begun.values()) {
        if (atMillis > millis || since >= most) break
        since += 1
      }
      return since
    }
  }
})
