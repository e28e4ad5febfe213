import { assert, it } from "@effect/vitest"
import { DateTime, Duration } from "effect"
import { goneOn, isDue } from "../../src/blobs/domain/SweepRound.ts"

it("a round of blobs is due when its time has come, and where a clock that was ahead planned it", () => {
  const now = DateTime.makeUnsafe("2026-11-30T12:00:00Z")
  const rest = Duration.hours(6)
  const after = (hours: number) => DateTime.add(now, { hours })
  const round = goneOn(null, now, rest)
  assert.isFalse(isDue(round, now, rest), "a clock set back by minutes plans nothing anew")
  assert.isFalse(isDue(round, DateTime.subtract(now, { minutes: 4 }), rest))
  assert.isTrue(isDue(round, after(6), rest))
  assert.isTrue(isDue(goneOn(null, after(200 * 24), rest), now, rest))
  assert.isTrue(isDue(goneOn("a/b", now, rest), now, rest))
})
