/** Observed: which credits of an account never expire, whatever was spent of them, and how many could be had at once. */
import { assert, describe, it } from "@effect/vitest"
import { newOrganization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime } from "effect"
import {
  afterEntry,
  emptyAccount,
  lastingLeft,
  monthlyLeft,
  mostAvailable,
  supply
} from "../../src/credits/domain/Supply.ts"

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

describe("the most credits that could be had at once", () => {
  const start = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
  const later = DateTime.add(start, { days: 3 })
  const billed = {
    ...newOrganization({ id: OrganizationId.make("org_1"), name: "One", plan: "free", createdAt: start }),
    overrides: { monthlyCredits: 500 }
  }
  const topsUp = (monthlyBudgetCredits: number | null) => ({
    ...billed,
    autoTopup: { enabled: true, blockCredits: 300, monthlyBudgetCredits }
  })
  const begun = {
    ...emptyAccount,
    balance: 250,
    available: 50,
    held: 200,
    supplied: 500,
    refilled: 500,
    periodStart: start
  }

  it("are those that are held, the month that is due, and all blocks that the budget has left", () => {
    for (const [organization, account] of [
      [billed, emptyAccount],
      [billed, begun],
      [topsUp(1_000), emptyAccount],
      [topsUp(1_000), { ...begun, toppedUp: 300 }],
      [topsUp(299), begun],
      [{ ...topsUp(1_000), disabled: true }, begun]
    ] as const) {
      const free = { ...account, held: 0, available: account.balance }
      const bought = supply(organization, free, { at: later, wanted: 1_000_000, atLeast: 0 })
      assert.strictEqual(mostAvailable(organization, account, later), bought.account.available)
    }
    assert.strictEqual(mostAvailable(topsUp(1_000), { ...begun, toppedUp: 300 }, later), 250 + 600)
  })

  it("are without bound where blocks are bought without one, and what is there where no months are counted", () => {
    assert.strictEqual(mostAvailable(topsUp(null), begun, later), Number.POSITIVE_INFINITY)
    assert.strictEqual(mostAvailable({ ...topsUp(1_000), billing: null }, begun, later), 250)
  })
})
