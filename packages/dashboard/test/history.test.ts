/** Which ranges the history of usage is asked for: as many buckets as they say, whatever the zone and the time. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { startsOf } from "@kittiwake/core/usage/domain/Interval"
import { daysAgo, type History, paceOf, type Range, rangeOf, ranges } from "../app/screens/usage/history.ts"

/** Whole hours, moments within them, ends of months and years, leap days, and the hours in which clocks of zones are put forward and back. */
const moments = [
  "2026-11-28T14:00:00.000Z",
  "2026-11-28T14:00:00.001Z",
  "2026-11-28T14:59:59.999Z",
  "2026-01-01T00:00:00.000Z",
  "2026-12-31T23:59:59.999Z",
  "2028-02-29T12:30:00.000Z",
  "2028-03-31T23:30:00.000Z",
  "2026-03-29T00:30:00.000Z",
  "2026-03-29T01:30:00.000Z",
  "2026-10-25T00:30:00.000Z",
  "2026-10-25T01:30:00.000Z",
  "2026-11-01T06:30:00.000Z",
  "2026-04-04T15:15:00.000Z"
]

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Kiritimati"
]

const own = process.env.TZ

afterEach(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

describe("a range of usage", () => {
  for (const zone of zones) {
    it(`has as many buckets as it says, the last of which is now, in ${zone}`, () => {
      process.env.TZ = zone
      for (const moment of moments) {
        const now = Date.parse(moment)
        for (const [range, { buckets, interval }] of Object.entries(ranges) as ReadonlyArray<
          [Range, (typeof ranges)[Range]]
        >) {
          const asked = rangeOf(range, now)
          const [from, to] = [Date.parse(asked.from), Date.parse(asked.to)]
          const starts = startsOf(interval, from, to)
          assert.strictEqual(starts.length, buckets, `${range} at ${moment}`)
          assert.strictEqual(starts[0], from)
          const last = starts.at(-1) ?? 0
          assert.isTrue(last <= now && now < to, `${range} at ${moment} ends with ${new Date(last).toISOString()}`)
          // The API takes no longer ones.
          assert.isAtMost(to - from, (interval === "hour" ? 7 : 366) * 86_400_000)
        }
      }
    })
  }

  it("is the same until its last bucket ends, so that it is asked for once", () => {
    const at = (moment: string) => rangeOf("day", Date.parse(moment))
    assert.deepStrictEqual(at("2026-11-28T14:00:00Z"), at("2026-11-28T14:59:59Z"))
    assert.deepStrictEqual(at("2026-11-28T15:00:00Z"), {
      from: "2026-11-27T16:00:00.000Z",
      to: "2026-11-28T16:00:00.000Z",
      interval: "hour"
    })
  })

  it("tells the pace of a young organization by the days there are, of which the first is a whole one", () => {
    const now = Date.parse("2026-11-28T12:00:00Z")
    const history = (total: number, ...calls: ReadonlyArray<readonly [day: string, count: number]>) =>
      ({
        total_credits_used: total,
        data: calls.map(([day, request_count]) => ({ start: `2026-11-${day}T00:00:00.000Z`, request_count }))
      }) as unknown as History
    const pace = (...calls: ReadonlyArray<readonly [day: string, count: number]>) =>
      paceOf(history(35), history(99, ...calls), now)
    assert.deepStrictEqual(pace(["27", 0], ["28", 9]), { perDay: 35, days: 1 })
    assert.deepStrictEqual(pace(["25", 0], ["26", 2], ["27", 0], ["28", 1]), { perDay: 14, days: 3 })
    assert.deepStrictEqual(pace(["10", 1], ["28", 9]), { perDay: 5, days: 7 })
    assert.deepStrictEqual(pace(["28", 0]), { perDay: 5, days: 7 })
  })

  it("tells the pace from whole days, whatever the time of day", () => {
    assert.strictEqual(daysAgo(7, Date.parse("2026-11-28T14:20:00Z")), "2026-11-21T14:00:00.000Z")
  })
})
