import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const product = [
  "Widget",
  "Price: $10",
  "Availability: In stock",
  "Rating: 4.5",
  "Delivery time: 3 days",
  "Warranty: 2 years"
]
const german = ["Produkt", "Preis: 10 €", "Garantie: 2 Jahre", "Lieferzeit: 3 Tage", "Bewertung: 4,5"]

const isTold = (goal: string, page: ReadonlyArray<string>, from: string, to: string) => {
  const before = page.join("\n")
  const after = before.replace(from, to)
  assert.notStrictEqual(after, before)
  return judgeChange({ goal, url: "", targetType: "page", before, after }).isRelevant
}

describe("a goal that names several things, each with its article", () => {
  for (const goal of [
    "Tell me when the price or the availability changes",
    "Watch the price and the availability",
    "price or availability"
  ]) {
    it(`tells each of them, and nothing else: ${goal}`, () => {
      assert.isTrue(isTold(goal, product, "$10", "$12"))
      assert.isTrue(isTold(goal, product, "In stock", "Sold out"))
      assert.isFalse(isTold(goal, product, "4.5", "4.1"))
      assert.isFalse(isTold(goal, product, "2 years", "1 year"))
    })
  }

  it("tells what is said by values of another kind than the first of them is", () => {
    const goal = "Alert me when the price, the rating or the warranty changes"
    assert.isTrue(isTold(goal, product, "2 years", "1 year"))
    assert.isTrue(isTold(goal, product, "$10", "$12"))
    assert.isFalse(isTold(goal, product, "3 days", "5 days"))
  })

  it("is read in other languages", () => {
    const goal = "Sag mir, wenn sich der Preis oder die Garantie ändert"
    assert.isTrue(isTold(goal, german, "2 Jahre", "1 Jahr"))
    assert.isTrue(isTold(goal, german, "10 €", "12 €"))
    assert.isFalse(isTold(goal, german, "3 Tage", "5 Tage"))
    const dutch = ["Stoel", "Prijs: € 10", "Garantie: 2 jaar", "Kleur: rood"]
    const wanted = "Wanneer de prijs of de kleur wijzigt"
    assert.isTrue(isTold(wanted, dutch, "rood", "blauw"))
    assert.isTrue(isTold(wanted, dutch, "€ 10", "€ 12"))
  })
})
