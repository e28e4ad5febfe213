import { assert, describe, it } from "@effect/vitest"
import {
  ceilingOf,
  dayMillis,
  hourMillis,
  type Interval,
  type Stretch,
  startOf,
  startOfNext,
  startsOf,
  stretchesOf
} from "@kittiwake/core/usage/domain/Interval"
import { DateTime } from "effect"
import fc from "fast-check"

const intervals = fc.constantFrom<Interval>("hour", "day", "month")
const moments = fc.oneof(
  fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2300, 0, 1) }),
  // Whole hours, and the milliseconds around them.
  fc
    .tuple(fc.integer({ min: -600_000, max: 2_900_000 }), fc.integer({ min: -1, max: 1 }))
    .map(([h, ms]) => h * hourMillis + ms)
)
const iso = (millis: number) => new Date(millis).toISOString()
const at = (text: string) => DateTime.makeUnsafe(text).epochMilliseconds

describe("hours, days and months", () => {
  it("start where Effect says they start", () => {
    fc.assert(
      fc.property(intervals, moments, (interval, millis) => {
        const expected = DateTime.startOf(DateTime.makeUnsafe(millis), interval)
        assert.strictEqual(iso(startOf(interval, millis)), DateTime.formatIso(expected))
        const next = DateTime.add(expected, { [`${interval}s`]: 1 })
        assert.strictEqual(iso(startOfNext(interval, millis)), DateTime.formatIso(next))
      }),
      { numRuns: 1_000 }
    )
  })

  it("follow each other without a gap, from the one that holds the beginning to the one that holds the end", () => {
    fc.assert(
      fc.property(intervals, moments, fc.nat(40 * dayMillis), (interval, from, length) => {
        const starts = startsOf(interval, from, from + length)
        if (length === 0) return assert.deepStrictEqual(starts, [])
        for (const [index, start] of starts.entries()) {
          assert.strictEqual(start, startOf(interval, start))
          assert.strictEqual(starts[index + 1] ?? ceilingOf(interval, from + length), startOfNext(interval, start))
        }
        assert.strictEqual(starts[0], startOf(interval, from))
      })
    )
  })

  it("know how long months are, and leap years", () => {
    const days = (year: number) => {
      const starts = startsOf("month", Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
      return starts.map((start) => (startOfNext("month", start) - start) / dayMillis)
    }
    assert.deepStrictEqual(days(2027), [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    assert.strictEqual(days(2028)[1], 29)
    assert.strictEqual(days(2100)[1], 28)
    assert.strictEqual(days(2000)[1], 29)
    assert.strictEqual(startsOf("day", Date.UTC(2028, 0, 1), Date.UTC(2029, 0, 1)).length, 366)
  })

  it("are those of UTC, which has 24 hours on every day", () => {
    for (const day of ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01"]) {
      const from = at(`${day}T00:00:00Z`)
      assert.strictEqual(startsOf("hour", from, from + dayMillis).length, 24)
      assert.deepStrictEqual(startsOf("day", from, from + dayMillis), [from])
    }
  })
})

describe("the stretches of a range", () => {
  const isAligned = ({ from, grain, to }: Stretch) =>
    grain === "row" || (startOf(grain, from) === from && startOf(grain, to) === to)

  it("cover it once, and the coarse ones are whole", () => {
    fc.assert(
      fc.property(intervals, moments, fc.nat(90 * dayMillis), (interval, from, length) => {
        const to = from + length
        const stretches = stretchesOf(interval, from, to)
        assert.strictEqual(stretches[0]?.from ?? to, from)
        assert.strictEqual(stretches.at(-1)?.to ?? from, to)
        for (const [index, stretch] of stretches.entries()) {
          assert.isBelow(stretch.from, stretch.to)
          assert.isTrue(isAligned(stretch), JSON.stringify(stretch))
          if (index > 0) assert.strictEqual(stretches[index - 1]?.to, stretch.from)
          if (stretch.grain === "row") assert.isBelow(stretch.to - stretch.from, 2 * hourMillis)
          if (interval === "hour") assert.notStrictEqual(stretch.grain, "day")
        }
      }),
      { numRuns: 1_000 }
    )
  })

  it("need no single events when both ends are whole hours", () => {
    const grains = stretchesOf("day", at("2026-03-01T05:00:00Z"), at("2026-03-04T07:00:00Z"))
    assert.deepStrictEqual(
      grains.map(({ from, grain, to }) => [grain, iso(from).slice(8, 13), iso(to).slice(8, 13)]),
      [
        ["hour", "01T05", "02T00"],
        ["day", "02T00", "04T00"],
        ["hour", "04T00", "04T07"]
      ]
    )
  })
})
