import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { saying, suite } from "../../src/testing/industryClassifierSuite.ts"
import { layer, rules } from "./classifier.ts"

suite("rules", layer)

describe("rules over the published lists", () => {
  it.effect("tell apart who makes, deals in, sells and repairs the same thing", () =>
    Effect.gen(function* () {
      for (const [text, code] of [
        ["We manufacture footwear in our factory: shoes, boots and slippers. ISO 9001 production.", "316210"],
        ["Shoes and boots wholesale. Open a trade account with your footwear distributor.", "424340"],
        ["Shoes and boots. Add to cart. Free shipping. Size guide.", "458210"],
        ["Shoe and boot repairs while you wait. Walk ins welcome.", "811430"],
        ["Software for shoe stores: one cloud platform with an API and a dashboard. Book a demo.", "513210"]
      ] as const) {
        const { fits } = yield* rules.classify({
          scheme: "naics_2022",
          words: saying({ title: "Northside", text }),
          count: { atLeast: 1, atMost: 1 },
          leftMillis: 1_000
        })
        assert.strictEqual(fits[0]?.industry.code, code, text)
      }
    })
  )
})
