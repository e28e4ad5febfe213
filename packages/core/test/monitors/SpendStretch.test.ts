import { assert, describe, it } from "@effect/vitest"
import { spendStretches } from "@kittiwake/core/monitors/domain/SpendStretch"
import { startOf } from "@kittiwake/core/usage/domain/Interval"
import fc from "fast-check"

const at = (iso: string) => Date.parse(`${iso}Z`)
const cut = (from: number, to: number) =>
  spendStretches(from, to).map(({ grain, from: start, to: end }) => [grain, start, end])

const dayMillis = 86_400_000

const moments = fc.integer({ min: at("2023-11-01T00:00"), max: at("2026-03-01T00:00") })
const ends = fc.oneof(
  { weight: 3, arbitrary: moments },
  moments.map((millis) => startOf("day", millis)),
  moments.map((millis) => startOf("month", millis))
)

describe("a window of spending", () => {
  it("is months where it has no ends", () => {
    const [none, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    assert.deepStrictEqual(cut(none, end), [["month", none, end]])
    assert.deepStrictEqual(cut(at("2025-02-27T12:00"), end), [
      ["run", at("2025-02-27T12:00"), at("2025-02-28T00:00")],
      ["day", at("2025-02-28T00:00"), at("2025-03-01T00:00")],
      ["month", at("2025-03-01T00:00"), end]
    ])
    assert.deepStrictEqual(cut(none, at("2025-03-02T00:01")), [
      ["month", none, at("2025-03-01T00:00")],
      ["day", at("2025-03-01T00:00"), at("2025-03-02T00:00")],
      ["run", at("2025-03-02T00:00"), at("2025-03-02T00:01")]
    ])
  })

  it("is nothing where it is empty", () => {
    assert.deepStrictEqual(cut(at("2025-03-02T00:01"), at("2025-03-02T00:01")), [])
    assert.deepStrictEqual(cut(at("2025-03-02T00:01"), at("2025-01-02T00:01")), [])
  })

  it("is covered once, by whole days and months, and by runs for less than a day at each end", () => {
    fc.assert(
      fc.property(ends, ends, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        let place = from
        for (const stretch of spendStretches(from, to)) {
          assert.strictEqual(stretch.from, place)
          assert.isBelow(stretch.from, stretch.to)
          place = stretch.to
          if (stretch.grain === "run") assert.isBelow(stretch.to - stretch.from, 2 * dayMillis)
          else for (const end of [stretch.from, stretch.to]) assert.strictEqual(startOf(stretch.grain, end), end)
        }
        assert.strictEqual(place, to)
        const days = spendStretches(from, to).filter(({ grain }) => grain === "day")
        for (const { from: start, to: end } of days) assert.isAtMost(end - start, 60 * dayMillis)
      })
    )
  })
})
