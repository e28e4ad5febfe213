import { assert, describe, it } from "@effect/vitest"
import {
  anchorFor,
  intervalMinutes,
  intervalOf,
  nextSlot,
  nextSlots,
  type Schedule,
  scheduleProblem
} from "@kittiwake/core/monitors/domain/Schedule"
import { Cron, DateTime, Duration, Result } from "effect"
import fc from "fast-check"

const at = (iso: string) => DateTime.makeUnsafe(iso)

/** A slot of a cron schedule without the seconds by which it is spread. */
const minute = (moment: DateTime.Utc) => DateTime.formatIso(moment).slice(0, 16)

const moments = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  .map((millis) => DateTime.makeUnsafe(millis))

const ids = fc.string({ minLength: 1, maxLength: 40 })

const intervals = fc
  .tuple(fc.integer({ min: 1, max: 525_600 }), fc.constantFrom("minutes" as const, "hours" as const, "days" as const))
  .map(([frequency, unit]): Extract<Schedule, { type: "interval" }> => ({ type: "interval", frequency, unit }))
  .filter((schedule) => scheduleProblem(schedule, at("2026-01-01T00:00:00Z")) === null)

const cron = (expression: string, timeZone = "UTC"): Schedule => ({ type: "cron", expression, timeZone })

const crons = fc.constantFrom(
  cron("0 * * * *"),
  cron("*/10 * * * *", "Asia/Kolkata"),
  cron("30 2 * * *", "Europe/Berlin"),
  cron("0 9 * * 1-5", "America/New_York"),
  cron("15 4 29 2 *"),
  cron("0 0 1 * *", "Australia/Lord_Howe")
)

/** The first `count` slots after `from`, each run as soon as it is due and for as long as `lasting` says. */
const slots = (schedule: Schedule, from: DateTime.Utc, count: number, lasting = 0) => {
  const anchor = anchorFor(schedule, "", from)
  const found: Array<DateTime.Utc> = []
  let after = from
  for (let index = 0; index < count; index++) {
    const slot = nextSlot(schedule, { id: "", anchor, after })
    found.push(slot)
    after = DateTime.add(slot, { milliseconds: lasting })
  }
  return found
}

describe("the schedule of a monitor", () => {
  it("always has a next slot, strictly after now", () => {
    fc.assert(
      fc.property(fc.oneof(intervals, crons), ids, moments, fc.nat(40_000_000_000), (schedule, id, anchor, later) => {
        const after = DateTime.add(anchor, { milliseconds: later })
        const slot = nextSlot(schedule, { id, anchor: anchorFor(schedule, id, anchor), after })
        return DateTime.isGreaterThan(slot, after)
      })
    )
  })

  it("has the slots of an interval at whole intervals from its anchor", () => {
    fc.assert(
      fc.property(intervals, ids, moments, fc.nat(40_000_000_000), (schedule, id, anchor, later) => {
        const after = DateTime.add(anchor, { milliseconds: later })
        const slot = nextSlot(schedule, { id, anchor, after })
        const step = Duration.toMillis(intervalOf(schedule))
        return (slot.epochMilliseconds - anchor.epochMilliseconds) % step === 0
      })
    )
  })

  it("has its first slot a whole interval after its anchor, also for a clock that stands before it", () => {
    fc.assert(
      fc.property(intervals, ids, moments, fc.nat(40_000_000_000), (schedule, id, anchor, earlier) => {
        const after = DateTime.subtract(anchor, { milliseconds: earlier })
        const slot = nextSlot(schedule, { id, anchor, after })
        return slot.epochMilliseconds === anchor.epochMilliseconds + Duration.toMillis(intervalOf(schedule))
      })
    )
  })

  it("gives the nearest slot, so that missed ones collapse into one", () => {
    fc.assert(
      fc.property(intervals, moments, fc.nat(40_000_000_000), (schedule, anchor, later) => {
        const after = DateTime.add(anchor, { milliseconds: later })
        const slot = nextSlot(schedule, { id: "", anchor, after })
        const step = Duration.toMillis(intervalOf(schedule))
        return slot.epochMilliseconds - after.epochMilliseconds <= step
      })
    )
  })

  it("does not drift over a year, however long each run takes", () => {
    fc.assert(
      fc.property(moments, fc.nat(3_599_999), (from, lasting) => {
        const year = slots({ type: "interval", frequency: 1, unit: "hours" }, from, 8_760, lasting)
        const first = year[0]!.epochMilliseconds
        return year.every((slot, index) => slot.epochMilliseconds === first + index * 3_600_000)
      }),
      { numRuns: 20 }
    )
  })

  it("is spread by at most five minutes, or a twentieth of the interval", () => {
    fc.assert(
      fc.property(intervals, ids, moments, (schedule, id, from) => {
        const delay = anchorFor(schedule, id, from).epochMilliseconds - from.epochMilliseconds
        const most = Math.min(300_000, Duration.toMillis(intervalOf(schedule)) / 20)
        return delay >= 0 && delay <= most
      })
    )
  })

  it("follows the local clock of its time zone through both changes of daylight saving time", () => {
    const winter = slots(cron("30 9 * * *", "Europe/Berlin"), at("2026-03-27T12:00:00Z"), 3).map(minute)
    assert.deepStrictEqual(winter, ["2026-03-28T08:30", "2026-03-29T07:30", "2026-03-30T07:30"])
    const summer = slots(cron("30 9 * * *", "Europe/Berlin"), at("2026-10-23T12:00:00Z"), 3).map(minute)
    assert.deepStrictEqual(summer, ["2026-10-24T07:30", "2026-10-25T08:30", "2026-10-26T08:30"])
  })

  it("leaves out no moment of a calendar that is asked for between it and the seconds by which it is spread", () => {
    const schedule = cron("0 9 * * *")
    const next = (after: DateTime.Utc) => nextSlot(schedule, { id: "mon", anchor: after, after })
    const slot = next(at("2026-10-23T12:00:00Z"))
    assert.isAbove(slot.epochMilliseconds % 60_000, 1)
    for (const after of [at("2026-10-24T09:00:00Z"), DateTime.subtract(slot, { milliseconds: 1 })])
      assert.deepStrictEqual(next(after), slot)
  })

  it("runs once on the day whose local hour does not exist, and once on the day that has it twice", () => {
    const days = slots(cron("30 2 * * *", "Europe/Berlin"), at("2026-03-27T12:00:00Z"), 3).map(minute)
    assert.deepStrictEqual(days, ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"])
    const doubled = slots(cron("30 2 * * *", "Europe/Berlin"), at("2026-10-24T12:00:00Z"), 2).map(minute)
    assert.deepStrictEqual(doubled, ["2026-10-25T00:30", "2026-10-26T01:30"])
  })

  describe.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"])(
    "in %s",
    (timeZone) => {
      const day = 86_400_000
      const offsetAt = (millis: number) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(millis, { timeZone }))
      /** The days on which clocks are moved. */
      const moves = Array.from({ length: 365 }, (_, n) => Date.UTC(2026, 0, 1) + n * day).filter(
        (millis) => offsetAt(millis) !== offsetAt(millis + day)
      )

      /** Minutes between the runs of the days on which clocks are moved. */
      const gaps = (expression: string, count: number) => {
        const minutes = moves.flatMap((move) => {
          const found = slots(cron(expression, timeZone), DateTime.makeUnsafe(move - day / 4), count)
          return found.slice(1).map((slot, n) => (slot.epochMilliseconds - found[n]!.epochMilliseconds) / 60_000)
        })
        return [...new Set(minutes)].toSorted((one, other) => one - other)
      }

      it("runs every ten minutes through the hours that come twice and those that do not come", () => {
        assert.strictEqual(moves.length, 2)
        assert.deepStrictEqual(gaps("*/10 * * * *", 6 * 36), [10])
      })

      it("runs hourly through both, but where clocks are moved by half an hour", () => {
        assert.deepStrictEqual(gaps("0 * * * *", 36), timeZone === "Australia/Lord_Howe" ? [30, 60, 90] : [60])
      })
    }
  )

  it("gives a daily cron 365 slots a year in every time zone, at the same local time", () => {
    for (const timeZone of ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]) {
      const year = slots(cron("0 12 * * *", timeZone), at("2026-01-01T00:00:00Z"), 365)
      for (const slot of year) {
        const local = DateTime.toParts(DateTime.makeZonedUnsafe(slot, { timeZone }))
        assert.deepStrictEqual([local.hour, local.minute], [12, 0], timeZone)
      }
      const days = (year.at(-1)!.epochMilliseconds - year[0]!.epochMilliseconds) / 86_400_000
      assert.strictEqual(Math.round(days), 364, timeZone)
    }
  })

  it("must leave between ten minutes and a year between runs", () => {
    const problem = (schedule: Schedule) => scheduleProblem(schedule, at("2026-01-01T00:00:00Z"))
    const interval = (frequency: number, unit: "minutes" | "hours" | "days"): Schedule => ({
      type: "interval",
      frequency,
      unit
    })
    assert.strictEqual(intervalMinutes.minimum, 10)
    assert.isNull(problem(interval(10, "minutes")))
    assert.isNull(problem(interval(365, "days")))
    assert.isNotNull(problem(interval(9, "minutes")))
    assert.isNotNull(problem(interval(366, "days")))
    assert.isNotNull(problem(interval(525_600, "hours")))
    assert.isNull(problem(cron("*/10 * * * *")))
    assert.isNotNull(problem(cron("*/5 * * * *")))
    assert.isNotNull(problem(cron("0,55 * * * *")))
    assert.isNotNull(problem(cron("0,5 0 1 1 *")))
    assert.isNotNull(problem(cron("0,55 0,23 * * *")), "across midnight")
    assert.isNull(problem(cron("0,10,50 0,12 * * *")))
  })

  it("is refused when it is not cron, names no time zone, or never comes true", () => {
    const problem = (schedule: Schedule) => scheduleProblem(schedule, at("2026-01-01T00:00:00Z"))
    assert.isNotNull(problem(cron("every day")))
    assert.isNotNull(problem(cron("0 0 * * * *")))
    assert.isNotNull(problem(cron("61 * * * *")))
    for (const zone of ["Mars/Olympus", "Berlin", "", "Europe Berlin"])
      assert.include(problem(cron("0 0 * * *", zone)), "time_zone must be a name such as Europe/Berlin", zone)
    for (const zone of ["Europe/Berlin", "europe/berlin", "UTC", "America/Argentina/Buenos_Aires"])
      assert.isNull(problem(cron("0 0 * * *", zone)), zone)
    assert.isNotNull(problem(cron("0 0 31 2 *")))
    assert.isNull(problem(cron("0 0 29 2 *")))
  })
})

describe("slots of a schedule that seldom comes true", () => {
  const after = at("2026-11-23T02:00:00Z")
  const slotsOf = (expression: string, timeZone = "UTC") =>
    nextSlots(cron(expression, timeZone), { id: "mon", anchor: after, after }, 5).map((slot) => minute(slot))

  it("are the first, and more where another day comes within a year", () => {
    assert.deepStrictEqual(slotsOf("0 0 29 2 */7"), ["2032-02-29T00:00"])
    assert.deepStrictEqual(slotsOf("59 23 29 2 */7", "Pacific/Apia"), ["2032-02-29T10:59"])
    assert.lengthOf(slotsOf("0 0 1 1 *"), 5)
    assert.deepStrictEqual(slotsOf("0 0,12 29 2 *"), ["2028-02-29T00:00", "2028-02-29T12:00"])
    assert.deepStrictEqual(slotsOf("0,30 9,12 29 2 *"), [
      "2028-02-29T09:00",
      "2028-02-29T09:30",
      "2028-02-29T12:00",
      "2028-02-29T12:30"
    ])
    // The day is that of the zone, where midnight is on the day before or after.
    assert.deepStrictEqual(slotsOf("0 1,23 29 2 *", "Pacific/Apia"), ["2028-02-28T12:00", "2028-02-29T10:00"])
    assert.deepStrictEqual(slotsOf("0 1,23 29 2 *", "Pacific/Honolulu"), ["2028-02-29T11:00", "2028-03-01T09:00"])
    assert.lengthOf(slotsOf("0 */2 29 2 *"), 5)
    assert.deepStrictEqual(
      slotsOf("0 0 31 * *").map((slot) => slot.slice(0, 10)),
      ["2026-12-31", "2027-01-31", "2027-03-31", "2027-05-31", "2027-07-31"]
    )
  })

  it("are found without a search of the calendar from day to day", () => {
    const before = process.cpuUsage()
    for (let times = 0; times < 100; times++) slotsOf("59 23 29 2 */7", "Pacific/Apia")
    const { system, user } = process.cpuUsage(before)
    // Some 0.1 s; 3 s and more with that search.
    assert.isBelow((system + user) / 1_000, 1_000)
  })

  it("are those that a search of the whole calendar finds", () => {
    const field = (most: number, least = 0) =>
      fc.oneof(fc.constant("*"), fc.integer({ min: least, max: most }).map(String))
    const expressions = fc
      .tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }), field(28, 1), field(12, 1), field(6))
      .map((fields) => fields.join(" "))
    const zones = fc.constantFrom("UTC", "Pacific/Apia", "Pacific/Honolulu", "America/St_Johns", "Asia/Kathmandu")
    fc.assert(
      fc.property(expressions, zones, moments, (expression, zone, from) => {
        const whole = Result.getOrThrow(Cron.parse(expression, zone, { onDstOverlap: "earlier" }))
        // Without the seconds by which this id is spread, in either.
        const [found] = nextSlots(cron(expression, zone), { id: "mon", anchor: from, after: from }, 1)
        const spread = found!.epochMilliseconds % 60_000
        const searched = Cron.next(whole, new Date(from.epochMilliseconds - spread)).getTime() + spread
        assert.strictEqual(found!.epochMilliseconds, searched)
      }),
      { numRuns: 100 }
    )
  })
})
