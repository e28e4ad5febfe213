import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { retryAfterSeconds, secondsInWords } from "../../src/web/domain/retryAfter.ts"

const nowMillis = Date.parse("2026-01-31T08:30:00Z")

const longest = 999_999_999

describe("when a server wants to be asked again", () => {
  for (const [written, seconds] of [
    ["5", 5],
    [" 120 ", 120],
    ["0", 0],
    ["00030", 30],
    ["120.6", 121],
    ["1000000000", longest],
    ["9".repeat(400), longest],
    ["Sat, 31 Jan 2026 08:30:30 GMT", 30],
    ["Saturday, 31-Jan-26 08:31:00 GMT", 60],
    ["Sat Jan 31 08:30:05 2026", 5],
    ["2026-01-31T08:30:10Z", 10],
    ["Sat, 31 Jan 2026 08:29:59 GMT", 0],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Fri, 31 Dec 9999 23:59:59 GMT", longest],
    ["-5", null],
    ["+5", null],
    ["1e9", null],
    ["0x10", null],
    ["soon", null],
    ["5, 10", null],
    ["5 seconds", null],
    ["Infinity", null],
    ["NaN", null],
    ["Sat, 99 Foo 2026 08:30:30 GMT", null],
    ["", null],
    ["   ", null],
    [undefined, null]
  ] as const) {
    it(`is read from ${JSON.stringify(written)?.slice(0, 40)}`, () => {
      assert.strictEqual(retryAfterSeconds(written, nowMillis), seconds)
    })
  }

  it("is a whole number in bounds, or nothing, whatever is written", () => {
    const numbers = fc.oneof(fc.integer(), fc.double(), fc.bigInt()).map(String)
    const dates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
    fc.assert(
      fc.property(fc.oneof(fc.string(), numbers, dates), (written) => {
        const seconds = retryAfterSeconds(written, nowMillis)
        if (seconds === null) return
        assert.isTrue(Number.isInteger(seconds) && seconds >= 0 && seconds <= longest, `${written}: ${seconds}`)
      })
    )
  })

  it("is told in words that never say less", () => {
    assert.deepStrictEqual([0, 5, 119, 120, 121, 7_200, 7_201, 172_800].map(secondsInWords), [
      "0 s",
      "5 s",
      "119 s",
      "2 min",
      "3 min",
      "2 h",
      "3 h",
      "2 days"
    ])
  })
})
