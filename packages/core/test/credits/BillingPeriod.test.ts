import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { billingPeriod } from "../../src/credits/domain/BillingPeriod.ts"

const utc = (text: string) => DateTime.makeUnsafe(text) as DateTime.Utc
const texts = (anchor: string, at: string) => {
  const { end, start } = billingPeriod(utc(anchor), utc(at))
  return [DateTime.formatIso(start), DateTime.formatIso(end)]
}

describe("a billing period", () => {
  it("starts on the last day of a month that is too short, and on the 31st again after it", () => {
    assert.deepStrictEqual(texts("2027-01-31T10:00:00Z", "2027-02-28T10:00:00Z"), [
      "2027-02-28T10:00:00.000Z",
      "2027-03-31T10:00:00.000Z"
    ])
  })

  it("knows leap years", () => {
    assert.deepStrictEqual(texts("2027-12-30T00:00:00Z", "2028-02-29T00:00:00Z"), [
      "2028-02-29T00:00:00.000Z",
      "2028-03-30T00:00:00.000Z"
    ])
  })

  it("ends to the millisecond", () => {
    assert.deepStrictEqual(texts("2027-05-15T12:00:00Z", "2027-06-15T11:59:59.999Z"), [
      "2027-05-15T12:00:00.000Z",
      "2027-06-15T12:00:00.000Z"
    ])
  })

  it("holds its moment, and follows the one before it without a gap", () => {
    const moment = fc
      .integer({ min: 0, max: 4_000_000_000_000 })
      .map((millis) => DateTime.makeUnsafe(millis) as DateTime.Utc)
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 400_000_000_000 }), (anchor, passed) => {
        const at = DateTime.add(anchor, { milliseconds: passed })
        const { end, start } = billingPeriod(anchor, at)
        assert.isAtMost(start.epochMilliseconds, at.epochMilliseconds)
        assert.isAbove(end.epochMilliseconds, at.epochMilliseconds)
        const following = billingPeriod(anchor, end)
        assert.strictEqual(following.start.epochMilliseconds, end.epochMilliseconds)
      })
    )
  })
})
