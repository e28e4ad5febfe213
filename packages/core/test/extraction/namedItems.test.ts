/** Which thing of a list a task names. Observed: its name. */
import { assert, describe, it } from "@effect/vitest"
import type { Fact, FactGroup } from "../../src/extraction/domain/FactSheet.ts"
import { isOfItem, namedItems, namesPageToo } from "../../src/extraction/domain/namedItems.ts"

const fact = (name: string, value: string): Fact => ({ name, value, source: "table", context: "", quote: value })

const group = (...names: ReadonlyArray<string>): FactGroup => ({
  ...{ name: "Plans", source: "table", context: "" },
  items: names.map((name) => ({ facts: [fact("Plan", name), fact("Price", "£10")], lists: [], groups: [] }))
})

const plans = group("Free", "Pro", "Pro Plus", "S", "The")

const named = (task: string, groups: ReadonlyArray<FactGroup> = [plans]) =>
  namedItems(task, groups).map(({ facts }) => facts[0]?.value)

describe("the thing that a task names", () => {
  it("is that of its name, however it is written, and of names inside each other the longest", () => {
    assert.deepStrictEqual(named("What does the Pro plan cost?"), ["Pro"])
    assert.deepStrictEqual(named("what does PRO cost"), ["Pro"])
    assert.deepStrictEqual(named("What does “Pro-Plus” cost?"), ["Pro Plus"])
    assert.deepStrictEqual(named("The price of plan S?"), ["S"])
  })

  it("is none where several are named, none, a part of a word, or what any sentence has", () => {
    assert.deepStrictEqual(named("How much more is Pro than Free?"), [])
    assert.deepStrictEqual(named("What do the plans cost?"), [])
    assert.deepStrictEqual(named("What do professionals pay?"), [])
    assert.deepStrictEqual(named(""), [])
  })

  it("is one of each list that has it", () => {
    assert.deepStrictEqual(named("What does the Pro plan cost?", [plans, group("Solo"), group("Pro", "Max")]), [
      "Pro",
      "Pro"
    ])
  })
})

describe("what a task names beside that thing", () => {
  const [berlin, pro] = [group("Berlin").items[0]!, group("Pro").items[0]!]
  const page = { facts: [fact("title", "Acme"), fact("motto", "Anvils")], lists: [], groups: [] }

  it("is its page, by its name or its kind", () => {
    for (const task of [
      "What is Acme, and what does Pro cost?",
      "Describe this company and its Pro plan",
      "The name of Acme and the Pro plan",
      "The price of Pro and the name of Acme"
    ])
      assert.isTrue(namesPageToo(task, page, pro), task)
  })

  it("is no page where that only says whose thing it is, or what kind of one", () => {
    for (const task of ["Describe Acme's Pro plan", "Describe the Pro plan of Acme", "Describe Pro for its anvils", ""])
      assert.isFalse(namesPageToo(task, page, pro), task)
    for (const task of ["The phone of the Berlin shop", "The phone of the shop in Berlin"])
      assert.isFalse(namesPageToo(task, page, berlin), task)
  })

  it("is the thing again in a property that has its name or its kind", () => {
    for (const path of ["/pro_name", "/plan/name", "/product_title"]) assert.isTrue(isOfItem(path, pro), path)
    for (const path of ["/name", "/company_name", "/contact/email"]) assert.isFalse(isOfItem(path, pro), path)
  })
})
