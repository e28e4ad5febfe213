/** Which thing of a list a task names. Observed: its name. */
import { assert, describe, it } from "@effect/vitest"
import type { Fact, FactGroup } from "../../src/extraction/domain/FactSheet.ts"
import { namedItems } from "../../src/extraction/domain/namedItems.ts"

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
