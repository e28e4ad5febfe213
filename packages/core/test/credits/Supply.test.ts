/** Observed: which credits of an account never expire, whatever was spent of them. */
import { assert, describe, it } from "@effect/vitest"
import { afterEntry, emptyAccount, lastingLeft, monthlyLeft } from "../../src/credits/domain/Supply.ts"

describe("credits that never expire", () => {
  it("are those that are left of them and those that come, and no monthly one more", () => {
    // Of a hundred that never expire sixty were spent, after all monthly ones.
    const spent = { ...emptyAccount, balance: 40, available: 40, lasting: 100, supplied: 150 }
    const bought = afterEntry(spent, { credits: 50, isUse: false })
    assert.strictEqual(lastingLeft(bought), 90)
    assert.strictEqual(bought.lasting, 90)
    const monthly = afterEntry(bought, { credits: 30, isUse: true, lasting: 0 })
    assert.strictEqual(monthly.lasting, 90)
    assert.strictEqual(monthlyLeft(monthly), 30)
  })
})
