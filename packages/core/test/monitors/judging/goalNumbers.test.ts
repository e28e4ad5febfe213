import { assert, describe, it } from "@effect/vitest"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"
import { inDigits } from "../../../src/monitors/domain/judging/goalNumbers.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const isTold = (goal: string, before: string, after: string) =>
  judgeChange({ goal, url: "", targetType: "page", before: `Harbour\n${before}`, after: `Harbour\n${after}` })
    .isRelevant

describe("a bound in words", () => {
  it("is read as the number that it says", () => {
    for (const [goal, text] of [
      ["tide over a metre", "tide over 1 metre"],
      ["delays of more than half an hour", "delays of more than 0.5 hour"],
      ["waiting time under an hour and a half", "waiting time under 1.5 hour"],
      ["longer than two and a half hours", "longer than 2.5 hours"],
      ["delayed by at least a quarter of an hour", "delayed by at least 0.25 hour"],
      ["more than two hundred people", "more than 200 people"],
      ["over a thousand signatures", "over 1000 signatures"],
      ["more than twenty-five places", "more than 25 places"],
      ["fewer than a dozen seats", "fewer than 12 seats"],
      ["two hours or more", "2 hours or more"],
      ["mehr als eine halbe Stunde", "mehr als 0.5 Stunde"],
      ["länger als anderthalb Stunden", "länger als 1.5 Stunden"],
      ["weniger als eine Viertelstunde", "weniger als 15 minuten"],
      ["plus d'une demi-heure", "plus de 0.5 heure"],
      ["más de media hora", "más de 0.5 hora"],
      ["più di mezz'ora", "più di 0.5 ora"],
      ["mais de meia hora", "mais de 0.5 hora"],
      ["meer dan een half uur", "meer dan 0.5 uur"]
    ] as const) {
      assert.strictEqual(inDigits(goal).toLowerCase(), text.toLowerCase(), goal)
    }
  })

  it("leaves alone what is no bound", () => {
    for (const goal of [
      "the price of a month",
      "half price tickets",
      "a new role in Berlin",
      "is there one under the bridge",
      "over the moon",
      "a two-bedroom flat",
      "page mentions “more than half an hour”",
      "under a new owner",
      "more than constructor signatures"
    ]) {
      assert.strictEqual(inDigits(goal), goal)
    }
  })

  it("is compared in the base of its unit", () => {
    assert.isTrue(isTold("tide over a metre", "Tide: 90 cm", "Tide: 1.2 m"))
    assert.isFalse(isTold("tide over a metre", "Tide: 70 cm", "Tide: 90 cm"))
    assert.isTrue(isTold("delay of more than half an hour", "Delay: 10 minutes", "Delay: 45 minutes"))
    assert.isFalse(isTold("delay of more than half an hour", "Delay: 10 minutes", "Delay: 25 minutes"))
    assert.isTrue(isTold("Verspätung über eine halbe Stunde", "Verspätung: 5 Minuten", "Verspätung: 40 Minuten"))
    assert.strictEqual(
      conditionsOf("more than two hundred signatures")[0]?.text,
      "a number comes above 200, of “signatures”"
    )
  })

  it("keeps both readings of a mark ahead of three digits in the base of the unit", () => {
    const cars = (km: string) => `Gebrauchtwagen\nTarvo Break\nEZ 07/2020, ${km} km, 85 kW\n12.450 €`
    assert.isTrue(isTold("Tarvo Break unter 100.000 km", cars("104.500"), cars("98.500")))
    assert.isFalse(isTold("Tarvo Break unter 100.000 km", cars("141.500"), cars("131.000")))
  })

  it("of a goal that nobody would write is read in time", () => {
    const long = "more than half an hour and a half of a quarter of an hour ".repeat(40).slice(0, 2_000)
    const before = process.cpuUsage()
    conditionsOf(long)
    const { system, user } = process.cpuUsage(before)
    assert.isBelow((system + user) / 1_000, 1_000)
  })
})
