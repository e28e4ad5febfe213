import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { HostRests, longestRestMillis } from "../../src/sharing/domain/HostRests.ts"
import { restingOf, withRest } from "../../src/sharing/domain/restsOfAll.ts"

const host = "busy.example"

const says = (retryAfterSeconds: number | null) => ({ status: 429, retryAfterSeconds })

describe("a host that throttles", () => {
  it("rests for as long as it asks for, and for no longer than some minutes", () => {
    for (const [asked, rest] of [
      [5, 5_000],
      [300, 300_000],
      [3_600, longestRestMillis],
      [999_999_999, longestRestMillis],
      [0, 2_000],
      [-5, 2_000],
      [null, 2_000]
    ] as const) {
      assert.strictEqual(new HostRests().throttled(host, says(asked), 1_000).restMillis, rest, String(asked))
    }
  })

  it("rests twice as long each time that it does not say, up to a minute, and begins anew when it answered", () => {
    const rests = new HostRests()
    let now = 0
    const lengths = Array.from({ length: 7 }, () => {
      const { restMillis } = rests.throttled(host, says(null), now)
      now += restMillis
      return restMillis
    })
    assert.deepStrictEqual(lengths, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    rests.answered(host, now)
    assert.deepStrictEqual(rests.knownOf(host, now + 59_999), { status: 429, restMillis: 0, isGivenUp: false })
    assert.isNull(rests.knownOf(host, now + 60_000))
    assert.strictEqual(rests.throttled(host, says(null), now).restMillis, 2_000)
  })

  it("rests no longer for what was under way when its rest began, unless that asks for more", () => {
    const rests = new HostRests()
    rests.throttled(host, says(5), 0)
    // Several that were refused beside each other ask for the same rest.
    assert.deepStrictEqual(rests.throttled(host, says(5), 0), { restMillis: 5_000, isNew: false })
    assert.deepStrictEqual(rests.throttled(host, says(null), 1_000), { restMillis: 4_000, isNew: false })
    assert.deepStrictEqual(rests.throttled(host, says(5), 1_000), { restMillis: 5_000, isNew: false })
    // What each adds little to adds up.
    assert.deepStrictEqual(rests.throttled(host, says(5), 2_000), { restMillis: 5_000, isNew: true })
    // Nor is it well by an answer to a request that began before.
    rests.answered(host, 3_000)
    assert.strictEqual(rests.restOf(host, 3_000), 4_000)
    assert.isFalse(rests.knownOf(host, 3_000)!.isGivenUp)
    assert.strictEqual(rests.throttled(host, says(null), 7_000).restMillis, 4_000, "its second rest")
  })

  it("is given up in the end where it is asked on and on while it rests", () => {
    const rests = new HostRests()
    const others = new HostRests()
    const isGivenUp: Array<boolean> = []
    for (let minute = 0; minute <= 20; minute += 4) {
      const { restMillis } = rests.throttled(host, says(300), minute * 60_000)
      others.note(host, { status: 429, restMillis }, minute * 60_000)
      assert.strictEqual(restMillis, 300_000)
      isGivenUp.push(rests.knownOf(host, minute * 60_000)!.isGivenUp)
      assert.strictEqual(others.knownOf(host, minute * 60_000)!.isGivenUp, isGivenUp.at(-1))
    }
    assert.deepStrictEqual(isGivenUp, [false, false, false, false, false, false])
    for (let minute = 24; minute <= 28; minute += 4) rests.throttled(host, says(300), minute * 60_000)
    assert.isTrue(rests.knownOf(host, 28 * 60_000)!.isGivenUp)
  })

  it("rests for as long as another process found where that is longer, and that is its first rest", () => {
    const rests = new HostRests()
    rests.throttled(host, says(10), 0)
    rests.note(host, { status: 503, restMillis: 3_000 }, 1_000)
    assert.deepStrictEqual(rests.knownOf(host, 1_000), { status: 429, restMillis: 9_000, isGivenUp: false })
    rests.note(host, { status: 503, restMillis: 20_000 }, 1_000)
    assert.deepStrictEqual(rests.knownOf(host, 1_000), { status: 503, restMillis: 20_000, isGivenUp: false })
    const told = new HostRests()
    told.note(host, { status: 503, restMillis: 5_000 }, 0)
    assert.deepStrictEqual(told.knownOf(host, 0), { status: 503, restMillis: 5_000, isGivenUp: false })
    assert.strictEqual(told.throttled(host, says(null), 5_000).restMillis, 4_000, "its second rest")
  })

  it("stays given up, and its row of rests goes on, where another process found a longer one", () => {
    const rests = new HostRests()
    let now = 0
    for (let n = 0; n < 4; n++) now += rests.throttled(host, says(null), now).restMillis
    rests.note(host, { status: 503, restMillis: 20_000 }, now)
    assert.deepStrictEqual(rests.knownOf(host, now), { status: 503, restMillis: 20_000, isGivenUp: true })
    assert.strictEqual(rests.throttled(host, says(null), now + 20_000).restMillis, 32_000, "its fifth rest")
  })

  it("is given up after four rests without an answer, and forgotten when nobody asked for long", () => {
    const rests = new HostRests()
    const seen: Array<boolean> = []
    for (const at of [0, 10_000, 20_000, 30_000]) {
      rests.throttled(host, says(10), at)
      seen.push(rests.knownOf(host, at)!.isGivenUp)
    }
    assert.deepStrictEqual(seen, [false, false, false, true])
    assert.isNotNull(rests.knownOf(host, 645_999))
    assert.isNull(rests.knownOf(host, 646_000))
    assert.strictEqual(rests.throttling(646_000).size, 0)
  })

  it("is one of a bounded number", () => {
    const rests = new HostRests()
    for (let n = 0; n < 10_050; n++) rests.throttled(`${n}.example`, says(60), 0)
    assert.strictEqual(rests.throttling(0).size, 10_000)
    assert.strictEqual(rests.restOf("49.example", 0), 0)
    assert.strictEqual(rests.restOf("10049.example", 0), 60_000)
    // Those that throttled longest ago are forgotten first.
    rests.throttled("50.example", says(60), 60_000)
    rests.throttled("one more.example", says(60), 60_000)
    assert.deepStrictEqual([rests.restOf("50.example", 60_000), rests.knownOf("51.example", 60_000)], [60_000, null])
  })

  it("never rests for longer than the longest rest, whatever it and others say, and when", () => {
    const said = fc.record({
      asked: fc.oneof(fc.constant(null), fc.integer(), fc.double({ noNaN: true })),
      waits: fc.integer({ min: 0, max: 400_000 }),
      noted: fc.boolean()
    })
    fc.assert(
      fc.property(fc.array(said, { maxLength: 40 }), (all) => {
        const rests = new HostRests()
        let now = 0
        for (const { asked, noted, waits } of all) {
          if (noted) rests.note(host, { status: 429, restMillis: asked ?? 1 }, now)
          else assert.isAtLeast(rests.throttled(host, says(asked), now).restMillis, 1)
          const left = rests.restOf(host, now)
          assert.isTrue(left >= 0 && left <= longestRestMillis, String(left))
          now += waits
        }
      }),
      {
        examples: [
          [
            [
              { asked: 5e-324, waits: 0, noted: true },
              { asked: null, waits: 0, noted: false }
            ]
          ]
        ]
      }
    )
  })
})

describe("rests that several processes keep", () => {
  it("are bounded, those that end last before the others, and none is told that a clock which was set made endless", () => {
    const status = 429
    let known = {}
    for (let n = 0; n < 5; n++) known = withRest(known, `${n}.example`, { status, restMillis: (n + 1) * 1_000 }, 0, 3)
    assert.deepStrictEqual(Object.fromEntries(restingOf(known, 0)), {
      "4.example": { status, restMillis: 5_000 },
      "3.example": { status, restMillis: 4_000 },
      "2.example": { status, restMillis: 3_000 }
    })
    assert.deepStrictEqual([...restingOf(known, 63_500).keys()], ["4.example", "3.example"])
    const [now, over] = [100_000, 40_000]
    const endless = { "a.example": { status, untilMillis: 3_600_000 }, "b.example": { status, untilMillis: over } }
    assert.strictEqual(restingOf(endless, now).size, 0)
    assert.deepStrictEqual(withRest(endless, "c.example", { status: 503, restMillis: 5 }, now, 3), {
      "c.example": { status: 503, untilMillis: now + 5 }
    })
  })

  it("are the longest that any process found", () => {
    const of = (restMillis: number) => ({ status: restMillis < 5_000 ? 503 : 429, restMillis })
    const long = withRest({}, host, of(9_000), 0, 3)
    for (const shorter of [0, -1, 1_000, 7_999]) {
      assert.deepStrictEqual(restingOf(withRest(long, host, of(shorter), 1_000, 3), 1_000).get(host), of(8_000))
    }
    assert.deepStrictEqual(restingOf(withRest(long, host, of(8_001), 1_000, 3), 1_000).get(host), of(8_001))
  })

  it("are told for a minute after them, and forgotten before those that go on", () => {
    const status = 429
    let known = withRest({}, "over.example", { status, restMillis: 1_000 }, 0, 2)
    assert.deepStrictEqual(restingOf(known, 61_000 - 1).get("over.example"), { status, restMillis: -59_999 })
    assert.strictEqual(restingOf(known, 61_000).size, 0)
    for (const host of ["a.example", "b.example"]) known = withRest(known, host, { status, restMillis: 500 }, 2_000, 2)
    assert.deepStrictEqual([...restingOf(known, 2_000).keys()], ["a.example", "b.example"])
  })

  it("that are over are heard of as long as they are told, and make no rest that goes on shorter", () => {
    const rests = new HostRests()
    rests.note(host, { status: 503, restMillis: -20_000 }, 0)
    assert.deepStrictEqual(rests.knownOf(host, 0), { status: 503, restMillis: 0, isGivenUp: false })
    // Each look tells it again, which makes the minute no longer.
    for (let second = 1; second < 40; second++) {
      rests.note(host, { status: 503, restMillis: -20_000 - second * 1_000 }, second * 1_000)
    }
    assert.isNotNull(rests.knownOf(host, 39_999))
    assert.isNull(rests.knownOf(host, 40_000))
    rests.throttled(host, says(30), 50_000)
    rests.note(host, { status: 429, restMillis: -1 }, 50_000)
    assert.strictEqual(rests.restOf(host, 50_000), 30_000)
    // One that begins after it was heard of is a rest like any other.
    const later = new HostRests()
    later.note(host, { status: 429, restMillis: -1_000 }, 0)
    later.note(host, { status: 429, restMillis: 5_000 }, 1_000)
    assert.strictEqual(later.restOf(host, 1_000), 5_000)
  })

  it("do not forget how often a host rested in a row when they are over", () => {
    const rests = new HostRests()
    let now = 0
    for (let n = 0; n < 4; n++) {
      now += rests.throttled(host, says(null), now).restMillis
      rests.note(host, { status: 429, restMillis: 0 }, now + 10)
      now += 20
    }
    assert.isTrue(rests.knownOf(host, now)?.isGivenUp)
  })
})
