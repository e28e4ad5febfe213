import { assert, describe, it } from "@effect/vitest"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const said = (goal: string) =>
  conditionsOf(goal)
    .map(({ text }) => text)
    .join("; ")

const isTold = (goal: string, before: string, after: string) =>
  judgeChange({ goal, url: "", targetType: "page", before: `Northwind\n${before}`, after: `Northwind\n${after}` })
    .isRelevant

describe("a bound of a goal", () => {
  it("says whether it is meant itself", () => {
    for (const [goal, text] of [
      ["price below $50", "a price comes below 50 USD, of “price”"],
      ["price is at most €50", "a price comes to 50 EUR or below, of “price”"],
      ["no more than 50 euros", "a price comes to 50 EUR or below"],
      ["does not cost more than 40 €", "a price comes to 40 EUR or below"],
      ["price €50 or less", "a price comes to 50 EUR or below, of “price”"],
      ["$20 or cheaper", "a price comes to 20 USD or below"],
      ["up to 50 dollars", "a price comes to 50 USD or below"],
      ["höchstens 300 €", "a price comes to 300 EUR or below"],
      ["nicht mehr als 300 €", "a price comes to 300 EUR or below"],
      ["over 90 points", "a number comes above 90, of “points”"],
      ["mindestens 20 % Rabatt", "a percentage comes to 20 % or above, of “Rabatt”"],
      ["20 % or more off", "a percentage comes to 20 % or above, of “off”"],
      ["au moins 3 places", "a number comes to 3 or above, of “places”"],
      ["a discount of at least 20 %", "a percentage comes to 20 % or above, of “discount”"]
    ] as const) {
      assert.strictEqual(said(goal), text, goal)
    }
  })

  it("that means itself too is one thing, in whichever words", () => {
    for (const goal of [
      "drops to $199 or less",
      "price falls to 199 USD or below",
      "the price drops to $199",
      "price goes down to $199 or lower",
      "price is reduced to $199 or under",
      "price at or below $199",
      "price falls at or below $199",
      "price less than or equal to $199",
      "price no higher than $199",
      "maximum $199",
      "as low as $199",
      "fällt auf 199 $ oder weniger",
      "Preis sinkt auf 199 $ oder darunter",
      "199 $ oder günstiger",
      "le prix baisse à 199 $ ou moins",
      "prix inférieur ou égal à 199 $",
      "el precio baja a 199 $ o menos",
      "precio menor o igual a 199 $",
      "il prezzo scende a 199 $ o meno",
      "o preço cai para 199 $ ou menos",
      "prijs daalt naar 199 $ of minder",
      "prijs zakt tot 199 $ of lager"
    ]) {
      assert.match(said(goal), /^a price comes to 199 USD or below(?:, of “[^”]+”)?$/, goal)
      assert.isTrue(isTold(goal, "Price: $249", "Price: $199"), goal)
      assert.isFalse(isTold(goal, "Price: $249", "Price: $219"), goal)
      assert.isFalse(isTold(goal, "Price: $189", "Price: $179"), goal)
    }
    for (const goal of [
      "score rises to 50 or more",
      "score climbs to 50",
      "score increases to 50 or higher",
      "score of 50 or greater",
      "score at or above 50",
      "score no less than 50",
      "score greater than or equal to 50",
      "score steigt auf 50 oder mehr",
      "score monte à 50 ou plus",
      "score sube a 50 o más",
      "score sale a 50 o più",
      "score sobe para 50 ou mais",
      "score stijgt naar 50 of hoger"
    ]) {
      assert.match(said(goal), /^a number comes to 50 or above/, goal)
      assert.isTrue(isTold(goal, "Score: 40", "Score: 50"), goal)
      assert.isFalse(isTold(goal, "Score: 40", "Score: 45"), goal)
      assert.isFalse(isTold(goal, "Score: 60", "Score: 50"), goal)
    }
  })

  it("ends where another thing is asked for", () => {
    assert.strictEqual(
      said("drops to $199 or less or is sold out"),
      "a price comes to 199 USD or below; it is said to be unavailable"
    )
    assert.match(said("price below $50 or more seats are available"), /^a price comes below 50 USD, of “price”; it is/)
    assert.strictEqual(said("price drops or is raised"), "a price falls; a number rises")
  })

  it("is a number of things, whatever they are called", () => {
    assert.strictEqual(said("more than 100 seats left"), "a number comes above 100, of “seats”")
    assert.isTrue(isTold("more than 100 seats left", "Seats left: 80", "Seats left: 120"))
    assert.isTrue(isTold("more than 100 seats left", "80 seats left", "120 seats left"))
    assert.isFalse(isTold("more than 100 seats left", "80 seats left", "100 seats left"))
  })

  it("is told when it is reached only where it is meant itself", () => {
    assert.isFalse(isTold("price below $50", "Price: $60", "Price: $50"))
    assert.isTrue(isTold("price at most $50", "Price: $60", "Price: $50"))
    assert.isFalse(isTold("score above 90", "Score: 80", "Score: 90"))
    assert.isTrue(isTold("score of at least 90", "Score: 80", "Score: 90"))
    assert.isFalse(isTold("score of at least 90", "Score: 90", "Score: 95"))
  })
})

describe("a move that a goal asks for", () => {
  it("says whether its least size is meant itself", () => {
    for (const [goal, text] of [
      ["price drops by more than 10 %", "a price falls by more than 10 %"],
      ["price drops by at least 10 %", "a price falls by 10 % or more"],
      ["price drops by 10 % or more", "a price falls by 10 % or more"],
      ["price rises 5% or more", "a price rises by 5 % or more, of “price”"],
      ["a 10 % price drop", "a price falls by 10 % or more"]
    ] as const) {
      assert.strictEqual(said(goal), text, goal)
    }
  })

  it("is not told at a size that is not more than asked for", () => {
    assert.isFalse(isTold("price drops by more than 10 %", "Price: $100", "Price: $90"))
    assert.isTrue(isTold("price drops by more than 10 %", "Price: $100", "Price: $89"))
    assert.isTrue(isTold("price drops by at least 10 %", "Price: $100", "Price: $90"))
  })
})
