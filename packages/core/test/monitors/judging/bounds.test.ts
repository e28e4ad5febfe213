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
