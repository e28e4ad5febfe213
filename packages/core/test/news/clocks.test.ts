/** Moments that a clock wrote which was ahead, and was set back since. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration } from "effect"
import { isRecent } from "../../src/news/domain/isRecent.ts"
import { pollBounds } from "../../src/news/domain/polling.ts"
import { longestWait } from "../../src/news/NewsSourceStore.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")

describe("what was done lately", () => {
  it("is not long ago, and not ahead", () => {
    const isLate = (given: Duration.Input) => isRecent(DateTime.addDuration(now, given), Duration.hours(6), now)
    assert.isTrue(isLate("-5 hours"))
    assert.isTrue(isLate("5 minutes"), "another process has another clock")
    assert.isFalse(isLate("-7 hours"))
    assert.isFalse(isLate("1 hour"))
    assert.isFalse(isLate("30 days"))
  })
})

describe("the longest wait of a source", () => {
  it("is longer than any pause, so that no true one is cut", () => {
    assert.isAbove(Duration.toMillis(longestWait), pollBounds.mostMillis)
  })
})
