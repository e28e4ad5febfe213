import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { MonitorId } from "../../src/monitors/domain/Monitor.ts"
import { type Plan, planAnew } from "../../src/monitors/domain/planAnew.ts"

const now = DateTime.makeUnsafe("2026-03-01T10:00:00Z")

const at = (hours: number, millis = 0) => DateTime.add(now, { hours, milliseconds: millis })

/** Hourly, at the full hour. */
const planOf = (given: Partial<Plan>): Plan => ({
  id: MonitorId.make("mon_1"),
  schedule: { type: "interval", frequency: 1, unit: "hours" },
  anchorAt: at(-1),
  nextRunAt: at(1),
  isOfDay: false,
  ...given
})

const slot = (given: Partial<Plan>): number | null => {
  const plan = planAnew(planOf(given), now)
  return plan === null ? null : (plan.nextRunAt!.epochMilliseconds - now.epochMilliseconds) / 3_600_000
}

describe("a plan that lies further away than its schedule allows", () => {
  it("gives way to the next slot", () => {
    assert.strictEqual(slot({ nextRunAt: at(1) }), null)
    assert.strictEqual(slot({ nextRunAt: at(1, 1) }), 1)
    assert.strictEqual(slot({ nextRunAt: at(720) }), 1)
    assert.strictEqual(slot({ nextRunAt: null }), null)
  })

  it("gives way to the next slot, and that may come in a moment", () => {
    assert.strictEqual(slot({ anchorAt: at(-1, 60_000), nextRunAt: at(720) }), 1 / 60)
  })

  it("is counted from now where it is counted from a moment that has not come", () => {
    const next = slot({ anchorAt: at(720), nextRunAt: at(721) })
    assert.isNotNull(next)
    // Schedules are spread over a twentieth of their interval.
    assert.isTrue(next! >= 1 && next! <= 1.05, String(next))
  })

  it("is one that an ordinary correction of the clock, by five minutes, does not bring about", () => {
    /** Planned for the slot after one that lies so many minutes ahead, as if that had come. */
    const past = (minutes: number) => slot({ anchorAt: at(-2, minutes * 60_000), nextRunAt: at(1, minutes * 60_000) })
    assert.strictEqual(past(5), null)
    assert.strictEqual(past(6), 0.1)
  })

  it("waits for the next day where the day of its grant is spent, and no longer", () => {
    // The day ends in 14 hours.
    assert.strictEqual(slot({ nextRunAt: at(14) }), 1)
    assert.strictEqual(slot({ nextRunAt: at(14), isOfDay: true }), null)
    assert.strictEqual(slot({ nextRunAt: at(15), isOfDay: true }), 1)
    const monthly = { type: "interval", frequency: 30, unit: "days" } as const
    assert.strictEqual(slot({ schedule: monthly, nextRunAt: at(719), isOfDay: true }), null)
  })
})
