import { assert, describe, it } from "@effect/vitest"
import { cooledDown, restOf, warm } from "../../src/web/domain/Cooldown.ts"

const pause = { firstMillis: 5_000, mostMillis: 300_000 }
const day = 86_400_000

describe("a rest", () => {
  it("lasts as long as was said", () => {
    const state = cooledDown(warm, pause, 120, day)
    assert.deepStrictEqual(
      [0, 119_999, 120_000, day].map((millis) => restOf(state, day + millis)),
      [120_000, 1, 0, 0]
    )
    assert.strictEqual(restOf(warm, 0), 0)
  })

  it("is over when the clock was set back: it never lasts longer than its own pause", () => {
    const state = cooledDown(warm, pause, null, 10 * day)
    for (const back of [1, day, 9 * day]) assert.strictEqual(restOf(state, 10 * day - back), 0)
    for (let millis = -day; millis <= day; millis += 999) {
      assert.isAtMost(restOf(state, 10 * day + millis), pause.firstMillis)
    }
  })
})
