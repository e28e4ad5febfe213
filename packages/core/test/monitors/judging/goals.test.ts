import { assert, describe, it } from "@effect/vitest"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"

const said = (goal: string | null) => conditionsOf(goal).map(({ kind, text }) => `${kind}: ${text}`)

describe("goals are compiled to conditions that a person reads", () => {
  it("of numbers", () => {
    assert.deepStrictEqual(said("Tell me when the price of the Pro plan drops below $50"), [
      "number: a price comes below 50 USD, of “price Pro plan”"
    ])
    assert.deepStrictEqual(said("more than 10 % drop"), ["number: a number falls by more than 10 %"])
    assert.deepStrictEqual(said("Waarschuw me als de prijs onder €300 zakt"), [
      "number: a price comes below 300 EUR, of “prijs”"
    ])
    assert.deepStrictEqual(said("Notify me if the deadline is extended"), ["number: a date comes later, of “deadline”"])
  })

  it("of numbers that go up and down, which are not in order or out of it", () => {
    assert.deepStrictEqual(
      ["price goes up", "prices go down", "the rent goes up", "interest rate goes down", "the score is up"].flatMap(
        said
      ),
      [
        "number: a price rises, of “price”",
        "number: a price falls, of “prices”",
        "number: a number rises, of “rent”",
        "number: a percentage falls, of “interest rate”",
        "number: a number rises, of “score”"
      ]
    )
    for (const goal of ["when the site goes down", "the API is down"]) {
      assert.match(said(goal)[0]!, /^status: it is said to be degraded or down or maintenance/)
    }
  })

  it("of states", () => {
    assert.deepStrictEqual(said("back in stock"), ["status: it is said to be available"])
    assert.deepStrictEqual(said("Avvisami quando torna disponibile"), ["status: it is said to be available"])
    assert.deepStrictEqual(said("when the event is cancelled or postponed"), [
      "status: it is said to be cancelled, of “event”",
      "status: it is said to be postponed, of “event”"
    ])
  })

  it("of what comes, goes and is said", () => {
    assert.deepStrictEqual(said("a new role in Berlin"), ["added: something new about “role Berlin”"])
    assert.deepStrictEqual(said("any new changelog entry"), ["added: something new appears"])
    assert.deepStrictEqual(said("when the title mentions Rust"), ["mention: the title says “Rust”"])
    assert.deepStrictEqual(said("the page no longer mentions arbitration"), [
      "mention: the page no longer says “arbitration”"
    ])
    assert.deepStrictEqual(said("terms about refunds change"), ["topic: anything about “terms refunds” changes"])
  })

  it("of several, each enough, and of what is not wanted", () => {
    assert.deepStrictEqual(said("price drops below $50 or it is back in stock"), [
      "number: a price comes below 50 USD",
      "status: it is said to be available"
    ])
    assert.deepStrictEqual(said("changes in opening hours, not holiday notices"), [
      "topic: anything about “opening hours” changes; nothing about “holiday notices”"
    ])
  })

  it("of nothing but any change that means something, when there is no goal", () => {
    assert.deepStrictEqual(said(null), ["any: anything that means something changes"])
    assert.deepStrictEqual(said("  "), ["any: anything that means something changes"])
  })
})
