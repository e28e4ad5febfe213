import { assert, describe, it } from "@effect/vitest"
import { axisFormat, onceEach } from "../app/parts/axisWords.ts"

/** What stands at ticks that are `step` seconds apart, over so many seconds. */
const words = (lasts: number, step: number) => {
  const format = new Intl.DateTimeFormat("en-GB", { ...axisFormat(lasts, step), timeZone: "UTC" })
  const ticks = Array.from({ length: Math.floor(lasts / step) + 1 }, (_, n) => 1_773_158_640 + n * step)
  return onceEach(ticks.map((tick) => format.format(tick * 1_000)))
}

describe("the words of a time axis", () => {
  it("tell seconds where minutes would be the same", () => {
    assert.deepStrictEqual(words(40, 10), ["16:04:00", "16:04:10", "16:04:20", "16:04:30", "16:04:40"])
    assert.deepStrictEqual(words(180, 60), ["16:04", "16:05", "16:06", "16:07"])
  })

  it("tell a day once, and nothing at its other ticks", () => {
    assert.deepStrictEqual(words(2 * 86_400, 43_200), ["10 Mar", "11 Mar", "", "12 Mar", ""])
    assert.deepStrictEqual(words(86_400, 43_200), ["16:04", "04:04", ""])
  })

  it("never repeat themselves, however short it lasts", () => {
    for (const lasts of [0.01, 1, 9, 59, 61, 599, 3_601, 86_399, 129_600, 604_800]) {
      for (const ticks of [2, 5, 20]) {
        const told = words(lasts, lasts / ticks).filter((text) => text !== "")
        assert.strictEqual(new Set(told).size, told.length)
        assert.isAbove(told.length, 0)
      }
    }
  })
})
