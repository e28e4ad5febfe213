import { assert, describe, it } from "@effect/vitest"
import { cleanSaid, isTelling } from "../../src/models/domain/fromModel.ts"

describe("what a model writes", () => {
  it("is kept without what no store takes", () => {
    assert.strictEqual(cleanSaid("Ann\0 Reed\ud800\u0085 é😀\n\tof Graz\udc00"), "Ann Reed é😀\n\tof Graz")
    assert.isTrue(cleanSaid("a\ud83d").isWellFormed())
  })

  it("shows something when it has letters and figures enough", () => {
    for (const passage of ["", " ", "a", "…", "é.", "5 €", "x\u0301", "a b"])
      assert.isFalse(isTelling(passage), passage)
    for (const passage of ["abc", "49 €/m", "東京", "5 a 6"]) assert.isTrue(isTelling(passage), passage)
    assert.isTrue(isTelling("56", 2))
  })
})
