/** Observed: how long something lasts, told in hours and minutes, and feet that are no forints. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { valuesOf } from "../../../src/monitors/domain/judging/values.ts"

const keys = (line: string) => valuesOf(line).map(({ amount, kind, unit }) => `${kind} ${amount} ${unit}`.trim())

const isTold = (goal: string, before: string, after: string) => {
  const page = (line: string) => `Site\nSome words of introduction that stay.\n${line}\nContact us`
  const question = { goal, url: "https://a.example/", targetType: "page" as const }
  const { confidence, isRelevant } = judgeChange({ ...question, before: page(before), after: page(after) })
  return isRelevant && confidence >= 0.75
}

describe("how long something lasts", () => {
  it("is one amount of hours and minutes", () => {
    for (const line of [
      "1 hour 15 minutes",
      "1 h 15 min",
      "1h15m",
      "1 hr 15 mins",
      "1 hour and 15 minutes",
      "1 Stunde 15 Minuten",
      "1 Stunde und 15 Minuten",
      "1 Std. 15 Min.",
      "1 heure et 15 minutes",
      "1 hora y 15 minutos",
      "1 ora e 15 minuti",
      "1 uur en 15 minuten"
    ])
      assert.deepStrictEqual(keys(line), ["quantity 4500 s"], line)
    assert.deepStrictEqual(keys("2 days 3 hours 20 minutes"), [`quantity ${2 * 86_400 + 3 * 3_600 + 1_200} s`])
    assert.deepStrictEqual(keys("2 years 6 months"), ["quantity 30 month"])
  })

  it("is no one amount of things of their own", () => {
    assert.deepStrictEqual(keys("45 minutes 2 hours"), ["quantity 2700 s", "quantity 7200 s"])
    assert.deepStrictEqual(keys("2 hours or 90 minutes"), ["quantity 7200 s", "quantity 5400 s"])
    assert.deepStrictEqual(keys("1 hour 90 minutes"), ["quantity 3600 s", "quantity 5400 s"])
    assert.deepStrictEqual(keys("2 hours 5 rooms"), ["quantity 7200 s", "quantity 5 room"])
    assert.deepStrictEqual(keys("17h30"), ["time 1050"])
    assert.deepStrictEqual(keys("9 h – 17 h"), ["time 540", "time 1020"])
  })

  it("crosses a bound as a whole", () => {
    for (const [goal, was, now, told] of [
      ["waiting time under 20 minutes", "Waiting time: 45 minutes", "Waiting time: 1 hour 15 minutes", false],
      ["waiting time under 20 minutes", "Waiting time: 1 h 45 min", "Waiting time: 1 h 10 min", false],
      ["waiting time under 20 minutes", "Waiting time: 1 h 45", "Waiting time: 1 h 10", false],
      ["waiting time under 20 minutes", "Waiting time: 1 hour 15 minutes", "Waiting time: 15 minutes", true],
      ["waiting time over an hour", "Waiting time: 45 minutes", "Waiting time: 1 hour 15 minutes", true],
      ["Wartezeit unter 20 Minuten", "Wartezeit: 45 Minuten", "Wartezeit: 1 Stunde 15 Minuten", false],
      ["battery life above 10 hours", "Battery life: 8 h 30 min", "Battery life: 11 h", true],
      ["battery life above 10 hours", "Battery life: 8 h", "Battery life: 11 h", true],
      ["battery life above 10 h", "Battery life: 8 h", "Battery life: 11 h", true],
      ["battery life above 10 hours", "Battery life: 8 h 30 min", "Battery life: 9 h 50 min", false],
      ["temps d'attente de moins de 20 minutes", "Temps d'attente : 45 min", "Temps d'attente : 1 h 15 min", false],
      ["temps d'attente de moins de 2 heures", "Temps d'attente : 2 h 30", "Temps d'attente : 1 h 45", true],
      ["visit shorter than 10 hours", "Open from 11 h to 18 h", "Open from 9 h to 18 h", false]
    ] as const)
      assert.strictEqual(isTold(goal, was, now), told, `${goal}: ${was} → ${now}`)
  })

  it("and feet are no forints", () => {
    assert.deepStrictEqual(keys("5 000 Ft"), ["money 5000 HUF"])
    assert.deepStrictEqual(keys("4 ft"), ["quantity 1.2192 m"])
    assert.isTrue(isTold("water level above 2 m", "Water level: 4 ft", "Water level: 8 ft"))
    assert.isFalse(isTold("water level above 2 m", "Water level: 4 ft", "Water level: 6 ft"))
    assert.isTrue(isTold("water level above 7 ft", "Water level: 4 ft", "Water level: 8 ft"))
    assert.isTrue(isTold("price below 5000 Ft", "Price: 6 000 Ft", "Price: 4 500 Ft"))
    assert.isFalse(isTold("price below 5000 Ft", "Price: 6 000 Ft", "Price: 5 500 Ft"))
  })
})
