import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { afterPoll, type PollEnd, pollBounds, quietOf, retryOf } from "../../src/news/domain/polling.ts"

const hour = 3_600_000
const day = 24 * hour
const at = Date.UTC(2026, 10, 24)
const calm = { intervalMillis: 4 * hour, failures: 0, failingSinceMillis: null }
const pauseAfter = (end: PollEnd, state = calm) => afterPoll(state, end, at, 1).dueAtMillis - at

describe("when a source is asked again", () => {
  it("is sooner when it brought news and later when it brought none", () => {
    assert.strictEqual(pauseAfter({ _tag: "Read", fresh: 1, quietMillis: null }), 2 * hour)
    assert.strictEqual(pauseAfter({ _tag: "Read", fresh: 0, quietMillis: null }), 8 * hour)
    assert.strictEqual(pauseAfter({ _tag: "Unchanged", quietMillis: null }), 8 * hour)
    const short = { ...calm, intervalMillis: pollBounds.leastMillis }
    assert.strictEqual(pauseAfter({ _tag: "Read", fresh: 9, quietMillis: null }, short), pollBounds.leastMillis)
    assert.strictEqual(pauseAfter({ _tag: "Unchanged", quietMillis: null }, { ...calm, intervalMillis: day }), day)
  })

  it("hears how long the source wants to be left alone, and remembers its own pause", () => {
    const next = afterPoll(calm, { _tag: "Read", fresh: 1, quietMillis: 6 * hour }, at, 1)
    assert.deepStrictEqual([next.dueAtMillis - at, next.intervalMillis], [6 * hour, 2 * hour])
    assert.strictEqual(pauseAfter({ _tag: "Unchanged", quietMillis: 90 * day }), day)
  })

  it("backs off from failures, up to a day, and forgets them at the next answer", () => {
    let state: typeof calm | ReturnType<typeof afterPoll> = calm
    const pauses = Array.from({ length: 9 }, () => {
      const next = afterPoll(state, { _tag: "Failed", retryMillis: null }, at, 1)
      state = next
      return (next.dueAtMillis - at) / 60_000
    })
    assert.deepStrictEqual(pauses, [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440])
    assert.strictEqual(pauseAfter({ _tag: "Failed", retryMillis: 3 * hour }), 3 * hour)
    const well = afterPoll(state, { _tag: "Unchanged", quietMillis: null }, at, 1)
    assert.deepInclude(well, { failures: 0, failingSinceMillis: null, isGone: false })
  })

  it("is never, once it is gone or has failed for thirty days", () => {
    assert.isTrue(afterPoll(calm, { _tag: "Gone" }, at, 0).isGone)
    const failing = { ...calm, failures: 40, failingSinceMillis: at - 30 * day }
    assert.isTrue(afterPoll(failing, { _tag: "Failed", retryMillis: null }, at, 0).isGone)
    assert.isFalse(afterPoll({ ...failing, failures: 3 }, { _tag: "Failed", retryMillis: null }, at, 0).isGone)
    const younger = { ...failing, failingSinceMillis: at - 29 * day }
    assert.isFalse(afterPoll(younger, { _tag: "Failed", retryMillis: null }, at, 0).isGone)
  })

  it("comes between a quarter of an hour and a day, whatever is said, but where nobody asked", () => {
    const millis = FastCheck.option(FastCheck.integer({ min: 0, max: 400 * day }))
    const ends = FastCheck.oneof(
      FastCheck.record({ _tag: FastCheck.constant("Read" as const), fresh: FastCheck.nat(9), quietMillis: millis }),
      FastCheck.record({ _tag: FastCheck.constant("Failed" as const), retryMillis: millis })
    )
    const states = FastCheck.record({
      intervalMillis: FastCheck.integer({ min: 0, max: 10 * day }),
      failures: FastCheck.nat(2_000),
      failingSinceMillis: FastCheck.constant(null)
    })
    FastCheck.assert(
      FastCheck.property(states, ends, FastCheck.double({ min: 0, max: 1, noNaN: true }), (state, end, lot) => {
        const pause = afterPoll(state, end, at, lot).dueAtMillis - at
        return pause >= pollBounds.leastMillis * 0.9 && pause <= pollBounds.mostMillis
      })
    )
  })

  it("is what the headers say", () => {
    assert.deepStrictEqual(
      ["max-age=600", "public, MAX-AGE = 60", "no-cache, max-age=60", "s-maxage=5", "", null].map(quietOf),
      [600_000, 60_000, null, null, null, null]
    )
    assert.deepStrictEqual(
      ["120", "Tue, 24 Nov 2026 00:10:00 GMT", "Mon, 23 Nov 2026 00:00:00 GMT", "soon", null].map((one) =>
        retryOf(one, at)
      ),
      [120_000, 600_000, 0, null, null]
    )
  })
})
