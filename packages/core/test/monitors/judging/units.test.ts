import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const judge = (goal: string, before: string, after: string) =>
  judgeChange({ goal, url: "", targetType: "page", before: `Northwind\n${before}`, after: `Northwind\n${after}` })

describe("amounts with units", () => {
  it("are the same in another unit", () => {
    assert.isFalse(judge("function timeout", "Timeout: 60 seconds", "Timeout: 1 minute").isRelevant)
    assert.isTrue(judge("function timeout", "Timeout: 60 seconds", "Timeout: 2 minutes").isRelevant)
    assert.isFalse(judge("weight", "Weight: 1.5 kg", "Weight: 1500 g").isRelevant)
  })

  it("cross a bound that is said in another unit", () => {
    assert.isTrue(judge("base depth over 1 m", "Base depth 85 cm", "Base depth 105 cm").isRelevant)
    assert.isFalse(judge("base depth over 1 m", "Base depth 85 cm", "Base depth 97 cm").isRelevant)
    assert.isTrue(judge("delivery in less than 2 weeks", "Delivery in 15 days", "Delivery in 12 days").isRelevant)
  })

  it("answer a goal that names what they measure, in its own words", () => {
    const page = (amount: string) => `Smart M\n${amount}, Allnet-Flat\n12,99 € im Monat`
    assert.isTrue(judge("Datenvolumen", page("15 GB"), page("20 GB")).isRelevant)
    const visa = (days: string) => `Visitor visa\nMost applications are decided within ${days}.`
    assert.isTrue(judge("processing time", visa("15 working days"), visa("25 working days")).isRelevant)
  })
})

describe("the card that a line stands in", () => {
  const cards = (price: string) =>
    ["Smart S", "5 GB", "7,99 € im Monat", "Smart M", "15 GB", price, "Smart L", "40 GB", "19,99 € im Monat"].join("\n")

  it("is read off the cards like it", () => {
    assert.isTrue(judge("Smart M wird billiger", cards("12,99 € im Monat"), cards("9,99 € im Monat")).isRelevant)
    assert.isFalse(judge("Smart L wird billiger", cards("12,99 € im Monat"), cards("9,99 € im Monat")).isRelevant)
  })
})

describe("how much a change matters", () => {
  it("is high for what the goal waits for, and medium where all of a kind was asked for", () => {
    assert.strictEqual(
      judge("price of the pass", "Price of the pass: €40", "Price of the pass: €42").importance,
      "high"
    )
    assert.strictEqual(judge("new releases", "Releases\n1.2.0", "Releases\n1.2.1\n1.2.0").importance, "medium")
  })
})
