import { assert, describe, it } from "@effect/vitest"
import { comparableText } from "../../src/monitors/domain/PageText.ts"
import { shapeOf } from "../../src/monitors/domain/Unstable.ts"

describe("the text that is compared", () => {
  it("is the same whether an accent is a character of its own or not", () => {
    for (const normalizes of [true, false]) {
      assert.strictEqual(comparableText("Cafe\u0301 \u1112\u1161\u11ab", normalizes), "Caf\u00e9 \ud55c")
    }
    assert.strictEqual(shapeOf("Cafe\u0301 12"), shapeOf("Caf\u00e9 13"))
  })

  it("keeps signs that only look alike", () => {
    assert.strictEqual(comparableText("½ ﬁ Ⅳ ２", true), "½ ﬁ Ⅳ ２")
  })
})
