import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { MonitorId } from "../../src/monitors/domain/Monitor.ts"
import { planMonitorsAnew } from "../../src/monitors/planMonitorsAnew.ts"
import { type Planned, RunStore } from "../../src/monitors/RunStore.ts"

const hourly = { type: "interval", frequency: 1, unit: "hours" } as const

/** A store of hourly monitors that a clock planned which was a month ahead, in the order of what is due. */
const storeOf = (count: number, now: DateTime.Utc) => {
  const plans = Array.from({ length: count }, (_, n): Planned => {
    const dueAt = DateTime.add(now, { days: 30, milliseconds: n })
    const id = MonitorId.make(`mon_${n}`)
    return { plan: { id, schedule: hourly, anchorAt: now, nextRunAt: dueAt, isOfDay: false }, dueAt, isBegun: false }
  })
  const replanned = new Set<string>()
  const mock = Layer.mock(RunStore, {
    planned: (after, limit) =>
      Effect.sync(() => plans.filter(({ dueAt }) => DateTime.isGreaterThan(dueAt, after.dueAt)).slice(0, limit)),
    replan: (some) =>
      Effect.sync(() => {
        for (const { plan } of some) replanned.add(plan.id)
        return some.length
      })
  })
  return { mock, replanned }
}

describe("planning anew", () => {
  it.effect.each([0, 1, 999, 1_000, 1_001, 2_500])("reads all plans, in batches: %i", (count) =>
    Effect.gen(function* () {
      const { mock, replanned } = storeOf(count, yield* DateTime.now)
      assert.strictEqual(yield* Effect.provide(planMonitorsAnew(), mock), count)
      assert.strictEqual(replanned.size, count)
    })
  )
})
