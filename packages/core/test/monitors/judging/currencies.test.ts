/** Goals with an amount of money, against prices in the same and in other currencies. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { valuesOf } from "../../../src/monitors/domain/judging/values.ts"

const page = (price: string): string => `Blue pot\nA pot for tea.\nPrice: ${price}\nShips from Hull.`

const judged = (goal: string, before: string, after: string) =>
  judgeChange({
    ...{ goal, url: "https://pots.example/", targetType: "page" },
    ...{ before: page(before), after: page(after) }
  })

/** Told as met, told with a note, or not told. */
const outcome = (goal: string, before: string, after: string): "met" | "noted" | "no" => {
  const { confidence, isRelevant } = judged(goal, before, after)
  return !isRelevant ? "no" : confidence >= 0.8 ? "met" : "noted"
}

interface Currency {
  readonly goals: ReadonlyArray<string>
  /** How pages write 45, and 39. */
  readonly prices: ReadonlyArray<readonly [string, string]>
}

const currencies: Readonly<Record<string, Currency>> = {
  dollars: {
    goals: ["price below $40", "below 40 dollars", "under US$40", "cheaper than 40 USD", "less than 40 US dollars"],
    prices: [
      ["$45", "$39"],
      ["US$45", "US$39"],
      ["45 USD", "39 USD"],
      ["USD 45.00", "USD 39.00"],
      ["$45.00 USD", "$39.00 USD"],
      ["USD $45", "USD $39"]
    ]
  },
  euros: {
    goals: ["under 40 EUR", "under 40 €", "under €40", "unter 40 Euro"],
    prices: [
      ["45 €", "39 €"],
      ["45,00€", "39,00€"],
      ["EUR 45", "EUR 39"],
      ["45 euros", "39 euros"],
      ["€ 45,-", "€ 39,-"]
    ]
  },
  "Swiss francs": {
    goals: ["unter 40 CHF", "unter 40 Franken", "unter Fr. 40", "below CHF 40"],
    prices: [
      ["CHF 45.–", "CHF 39.–"],
      ["45.–", "39.–"],
      ["Fr. 45.-", "Fr. 39.-"],
      ["SFr. 45.90", "SFr. 39.90"],
      ["45 Franken", "39 Franken"]
    ]
  },
  pounds: {
    goals: ["below £40", "under 40 GBP", "under 40 pounds"],
    prices: [
      ["£45", "£39"],
      ["GBP 45", "GBP 39"],
      ["45 GBP", "39 GBP"]
    ]
  },
  "Canadian dollars": {
    goals: ["below 40 CAD", "under CA$40", "below C$40", "under 40 canadian dollars"],
    prices: [
      ["$45", "$39"],
      ["CA$45", "CA$39"],
      ["$45 CAD", "$39 CAD"],
      ["45,00 $ CA", "39,00 $ CA"]
    ]
  },
  "what is folded in goals": {
    goals: ["below 40 Kč"],
    prices: [
      ["45 Kč", "39 Kč"],
      ["45 CZK", "39 CZK"]
    ]
  },
  crowns: {
    goals: ["under 40 SEK"],
    prices: [
      ["45 kr", "39 kr"],
      ["45 SEK", "39 SEK"]
    ]
  }
}

describe("a goal with an amount of money", () => {
  for (const [name, { goals, prices }] of Object.entries(currencies)) {
    it(`is met in its own currency, however it is written: ${name}`, () => {
      for (const goal of goals)
        for (const [above, below] of prices) {
          assert.strictEqual(outcome(goal, above, below), "met", `${goal}: ${above} → ${below}`)
          assert.strictEqual(outcome(goal, below, above), "no", `${goal}: ${below} → ${above}`)
        }
    })
  }

  it("is not met in another currency: what would cross it is told with a note", () => {
    const others: ReadonlyArray<readonly [goal: string, above: string, below: string]> = [
      ["below $40", "€45", "€39"],
      ["below $40", "£45", "£39"],
      ["below US$40", "CA$45", "CA$39"],
      ["below 40 USD", "$45 CAD", "$39 CAD"],
      ["below 40 CAD", "US$45", "US$39"],
      ["under 40 EUR", "$45", "CHF 39.–"],
      ["below $40", "$45", "€39"],
      ["under 40 SEK", "45 NOK", "39 NOK"],
      ["below $40", "R$ 45", "R$ 39"]
    ]
    for (const [goal, above, below] of others) {
      assert.strictEqual(outcome(goal, above, below), "noted", `${goal}: ${above} → ${below}`)
      assert.match(judged(goal, above, below).reasons.join(), /another currency/)
    }
  })

  it("is not met by a price in another currency that stays on its side", () => {
    for (const [before, after] of [
      ["€145", "€139"],
      ["€39", "€38"],
      ["¥5000", "¥4000"],
      ["$45 / €41", "$45 / €39"]
    ] as const)
      assert.strictEqual(outcome("below $40", before, after), "no", `${before} → ${after}`)
  })

  it("is told of a price without a currency, and of no other number", () => {
    assert.strictEqual(outcome("below $40", "45", "39"), "noted")
    assert.strictEqual(outcome("below $40", "45", "41"), "no")
    const stock = (count: string) => page("$45").replace("A pot for tea.", `Stock: ${count}`)
    const { isRelevant } = judgeChange({
      ...{ goal: "below $40", url: "https://pots.example/", targetType: "page" },
      ...{ before: stock("45"), after: stock("39") }
    })
    assert.isFalse(isRelevant)
  })

  it("takes the same price in another currency for no move", () => {
    assert.strictEqual(outcome("price drops", "€45", "$39"), "no")
    assert.strictEqual(outcome("price rises", "€39", "¥4500"), "no")
    assert.strictEqual(outcome("price drops", "45 €", "EUR 39"), "met")
  })

  it("takes names ahead of a number for words", () => {
    for (const line of ["Franken 40 Betriebe", "In Franken 40", "Yen 40"])
      assert.deepStrictEqual(
        valuesOf(line).filter(({ kind }) => kind === "money"),
        [],
        line
      )
    assert.strictEqual(valuesOf("40 Franken")[0]?.unit, "CHF")
  })

  it("takes words that are codes as well for words", () => {
    for (const line of ["Try 30 days", "php 8", "39 $ au total"])
      assert.notInclude(["TRY", "PHP", "AUD"], valuesOf(line)[0]?.unit, line)
  })
})
