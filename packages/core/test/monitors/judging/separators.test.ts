import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const isTold = (goal: string, before: string, after: string) =>
  judgeChange({ goal, url: "", targetType: "page", before, after }).isRelevant

const page = (...lines: ReadonlyArray<string>) => ["Northwind", ...lines].join("\n")

describe("one mark ahead of exactly three digits", () => {
  it("is a decimal mark between currencies", () => {
    const goal = "EUR/USD above 1.10"
    assert.isTrue(isTold(goal, page("EUR/USD 1.095"), page("EUR/USD 1.102")))
    assert.isFalse(isTold(goal, page("EUR/USD 1.095"), page("EUR/USD 1.099")))
    assert.isFalse(isTold("EUR/USD above 1.100", page("EUR/USD 1.0912"), page("EUR/USD 1.095")))
    assert.isTrue(isTold("EUR/USD above 1.100", page("EUR/USD 1.0912"), page("EUR/USD 1.1051")))
    assert.isTrue(isTold("dollar above 1.10", page("1 EUR = 1.095 USD"), page("1 EUR = 1.102 USD")))
  })

  it("is what the other numbers of the page make of it", () => {
    const [german, english] = ["Versand: 4,90 €", "Shipping: €4.90"]
    const goal = "price below 1000 €"
    assert.isTrue(isTold(goal, page("Price: 1.095 €", german), page("Price: 995 €", german)))
    assert.isTrue(isTold(goal, page("Price: €1,095", english), page("Price: €995", english)))
    const perLitre = "diesel below €1.60"
    assert.isTrue(isTold(perLitre, page("Diesel: €1.659", english), page("Diesel: €1.589", english)))
    assert.isFalse(isTold(perLitre, page("Diesel: €1.659", english), page("Diesel: €1.619", english)))
  })

  it("is what its neighbour or the bound makes of it where the page says nothing", () => {
    assert.isTrue(isTold("Diesel unter 1,60 €", page("Diesel: 1,659 €"), page("Diesel: 1,589 €")))
    assert.isTrue(isTold("price below 1000 €", page("Price: 1.095 €"), page("Price: 990 €")))
    assert.isTrue(isTold("price below 50.000 €", page("Price: 51.500 €"), page("Price: 49.500 €")))
    assert.isTrue(isTold("Zins über 4 %", page("Zins: 3,875 %"), page("Zins: 4,125 %")))
    assert.isFalse(isTold("Zins über 4 %", page("Zins: 3,875 %"), page("Zins: 3,995 %")))
  })

  it("is of thousands where nothing says what it is", () => {
    const goal = "price drops by more than 5 €"
    for (const [before, after] of [
      ["1.095 €", "1.085 €"],
      ["€1,095", "€1,085"]
    ] as const) {
      assert.isTrue(isTold(goal, page(`Price: ${before}`), page(`Price: ${after}`)))
      assert.isFalse(isTold("price drops by more than 20 €", page(`Price: ${before}`), page(`Price: ${after}`)))
    }
  })

  it("is no other number for being written otherwise", () => {
    assert.isFalse(isTold("price changes", page("Price: 1.095 €"), page("Price: €1,095.00")))
    assert.isFalse(isTold("price below 200 yen", page("Price: 1,095円"), page("Price: 1,020円")))
  })
})
