import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration } from "effect"
import { isBelieved, look, readSighting, type Sighting, writeSighting } from "../../src/ageing/domain/Sighting.ts"

const start = DateTime.makeUnsafe("2026-11-30T12:00:00Z")

const at = (after: Duration.Input) => DateTime.addDuration(start, after)

const seen: Sighting = { believedAt: start, lookedAt: start, doubtedMillis: 0 }

/** Looks of one process, ten minutes apart; whether each was believed. */
const looks = (from: Sighting | null, first: Duration.Input, count: number) => {
  let last = from
  return Array.from({ length: count }, (_, n) => {
    const now = DateTime.add(at(first), { minutes: n * 10 })
    last = look(last, now, n === 0 ? 0 : 600_000)
    return isBelieved(last)
  })
}

describe("a clock", () => {
  it("is believed after a night, and after any time in which this process looked seldom", () => {
    assert.isTrue(isBelieved(look(seen, at("23 hours"), 0)))
    assert.isTrue(isBelieved(look(seen, at("70 days"), Duration.toMillis("70 days"))))
  })

  it("is doubted for an hour after a jump, whether at a start or while it runs", () => {
    const hour = [false, false, false, false, false, false, true, true]
    assert.deepStrictEqual(looks(seen, "35 days", 8), hour)
    assert.deepStrictEqual(looks(null, 0, 8), hour)
    assert.isFalse(isBelieved(look(seen, at("35 days"), 600_000)))
  })

  it("is believed at once when it is right again", () => {
    const ahead = look(seen, at("200 days"), 0)
    const right = look(ahead, at("1 minute"), 0)
    assert.isTrue(isBelieved(right))
    assert.deepStrictEqual(right, { believedAt: at("1 minute"), lookedAt: at("1 minute"), doubtedMillis: 0 })
  })

  it("that was behind is doubted when it is set", () => {
    const behind = look(seen, at("-560 days"), 0)
    assert.isTrue(isBelieved(behind), "by it, less is old")
    assert.isFalse(isBelieved(look(behind, at("1 minute"), 60_000)))
  })

  it("is doubted anew when it jumps once more or goes back", () => {
    const doubted: Sighting = { ...seen, lookedAt: at("35 days"), doubtedMillis: 3_000_000 }
    assert.strictEqual(look(doubted, at("70 days"), 600_000).doubtedMillis, 0)
    assert.strictEqual(look(doubted, at("34 days"), 600_000).doubtedMillis, 0)
  })

  it("is believed in time where no start lasts for an hour, and no sooner for several processes", () => {
    let last: Sighting = seen
    const weekly: Array<boolean> = []
    for (let week = 1; week <= 3; week++) {
      const began = Duration.days(week * 7)
      last = look(last, at(began), 0)
      last = look(last, at(Duration.sum(began, Duration.minutes(30))), 1_800_000)
      weekly.push(isBelieved(last))
    }
    assert.deepStrictEqual(weekly, [false, true, false])

    let shared: Sighting = look(seen, at("35 days"), 0)
    for (let minute = 1; minute <= 59; minute++) {
      const now = DateTime.add(at("35 days"), { minutes: minute })
      for (let other = 0; other < 3; other++) shared = look(shared, now, 60_000)
      assert.isFalse(isBelieved(shared), String(minute))
    }
  })

  it("is kept as text, and one that cannot be read is none", () => {
    assert.deepStrictEqual(readSighting(writeSighting(seen)), seen)
    for (const text of [null, "", "{}", '{"believedAt":1}']) assert.isNull(readSighting(text))
  })
})
