/** What becomes of months when a clock was ahead, and is right again. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import type { Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import { billedOrganization, change, monthsLater, movedBy, standing, supplyAt } from "./billed.ts"
import { entryOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

/** Spends credits at a moment. */
const spendAt = Effect.fnUntraced(function* ({ id }: Organization, credits: number, at: DateTime.Utc) {
  return yield* (yield* CreditLedger).post(entryOf(id, -credits, { at }))
})

/** Goes back to the period of a moment. */
const goBackTo = Effect.fnUntraced(function* ({ id }: Organization, at: DateTime.Utc) {
  return yield* (yield* BillingLedger).supply(id, { at, wanted: 0, goesBack: true })
})

/** Whether the period of an organization is among those that begin after a moment; `limit` are read together. */
const isAhead = Effect.fnUntraced(function* ({ id }: Organization, after: DateTime.Utc, limit = 2) {
  const ledger = yield* BillingLedger
  const found: Array<OrganizationId> = []
  for (let last: OrganizationId | null = null; ; ) {
    const some: ReadonlyArray<OrganizationId> = yield* ledger.ahead(after, last, limit)
    found.push(...some)
    last = some.at(-1) ?? null
    if (last === null || some.length < limit) break
  }
  assert.deepStrictEqual(found, [...new Set(found)].sort())
  return found.includes(id)
})

/** Declares what holds where a period begins later than now. */
export const periodsAheadTests = (it: StoresIt) => {
  it.effect("goes back to the month of now without a credit, and the next one is refilled", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      const { createdAt } = organization
      const later = DateTime.add(createdAt, { days: 2 })
      yield* spendAt(organization, 300, createdAt)
      const far = monthsLater(organization, 13)
      yield* supplyAt(organization, far)
      yield* spendAt(organization, 50, far)
      assert.deepStrictEqual((yield* supplyAt(organization, later)).entries, [])
      assert.isTrue(yield* isAhead(organization, later))

      const { account, entries } = yield* goBackTo(organization, later)
      assert.deepStrictEqual(entries, [])
      assert.strictEqual(account.periodStart?.epochMilliseconds, createdAt.epochMilliseconds)
      assert.strictEqual(account.dueAt?.epochMilliseconds, monthsLater(organization, 1).epochMilliseconds)
      assert.deepStrictEqual(yield* standing(organization), { balance: 950, monthly: 950, held: 0, used: 300 })
      assert.isFalse(yield* isAhead(organization, later))

      yield* supplyAt(organization, monthsLater(organization, 1))
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_000, monthly: 1_000, held: 0, used: 0 })
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000, 1_000])
    })
  )

  it.effect("goes on with a month that was begun ahead of its time, and refills none twice", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      const far = monthsLater(organization, 2)
      yield* supplyAt(organization, far)
      yield* spendAt(organization, 50, far)
      yield* goBackTo(organization, organization.createdAt)
      yield* supplyAt(organization, monthsLater(organization, 1))
      const { account, entries } = yield* supplyAt(organization, far)
      assert.deepStrictEqual(entries, [])
      assert.strictEqual(account.periodStart?.epochMilliseconds, far.epochMilliseconds)
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_000, monthly: 1_000, held: 0, used: 50 })
      yield* supplyAt(yield* change(organization, { plan: "developer" }), far)
      assert.deepStrictEqual((yield* movedBy(organization, "refill")).toSorted(), [1_000, 1_000, 1_000, 9_000])
      yield* supplyAt(organization, monthsLater(organization, 3))
      assert.strictEqual((yield* standing(organization)).balance, 10_000)
    })
  )

  it.effect("gives and buys nothing by clocks that go ahead and back, and back again", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization({
        autoTopup: { enabled: true, blockCredits: 200, monthlyBudgetCredits: 600 }
      })
      const { createdAt } = organization
      const bought = Effect.map(movedBy(organization, "topup"), (all) => all.reduce((sum, one) => sum + one, 0))
      yield* supplyAt(organization, createdAt, 1_200)
      const far = monthsLater(organization, 5)
      yield* supplyAt(organization, far, 1_400)
      assert.strictEqual(yield* bought, 400)
      const { account } = yield* goBackTo(organization, createdAt)
      // What was bought under the clock that was ahead counts: 200 are left of the budget.
      assert.strictEqual(account.toppedUp, 400)
      yield* supplyAt(organization, createdAt, 10_000)
      assert.strictEqual(yield* bought, 400, "all or nothing")
      yield* supplyAt(organization, createdAt, account.available + 200)
      assert.strictEqual(yield* bought, 600)
      const { balance } = yield* standing(organization)
      // The clock falls behind by years, is right again, and is ahead once more: months that were begun go on.
      for (const at of [DateTime.subtract(createdAt, { days: 900 }), createdAt, far, createdAt]) {
        assert.deepStrictEqual((yield* goBackTo(organization, at)).entries, [])
        assert.strictEqual((yield* standing(organization)).balance, balance)
      }
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
    })
  )

  it.effect("gives a month that was never begun nothing by going back to it", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* spendAt(organization, 400, organization.createdAt)
      yield* supplyAt(organization, monthsLater(organization, 9))
      const { account, entries } = yield* goBackTo(organization, monthsLater(organization, 4))
      assert.deepStrictEqual([entries, account.balance], [[], 1_000])
      assert.strictEqual(account.periodStart?.epochMilliseconds, monthsLater(organization, 4).epochMilliseconds)
      assert.deepStrictEqual((yield* supplyAt(organization, monthsLater(organization, 4))).entries, [])
      assert.strictEqual((yield* supplyAt(organization, monthsLater(organization, 5))).entries.length, 2)
    })
  )
}
