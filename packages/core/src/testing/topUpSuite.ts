/** What is bought by itself when credits run short. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { billedOrganization, change, hold, monthsLater, movedBy, spend, standing, supplyAt } from "./billed.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const topUp = (monthlyBudgetCredits: number | null, blockCredits = 500) => ({
  autoTopup: { enabled: true, blockCredits, monthlyBudgetCredits }
})

/** Declares what automatic top-up buys. */
export const topUpTests = (it: StoresIt) => {
  it.effect("buys as many blocks as a hold is short of, and not one more", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization(topUp(null))
      yield* hold(organization, 1_000)
      yield* hold(organization, 501)
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [1_000])
      yield* hold(organization, 499)
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [1_000])
      assert.deepStrictEqual(yield* standing(organization), { balance: 2_000, monthly: 1_000, held: 2_000, used: 0 })
    })
  )

  it.effect("buys nothing when the budget does not reach, and again when a new month has begun", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization(topUp(700))
      yield* hold(organization, 1_400)
      const refused = yield* Effect.flip(hold(organization, 101))
      assert.deepInclude(refused, { _tag: "OutOfCredits", available: 100, needed: 101 })
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [500])
      yield* supplyAt(organization, monthsLater(organization, 1))
      assert.strictEqual((yield* (yield* BillingLedger).account(organization.id)).toppedUp, 0)
      const { entries } = yield* supplyAt(organization, monthsLater(organization, 1), 1_500)
      assert.deepStrictEqual(
        entries.map(({ cause, credits }) => [cause.kind, credits]),
        [["topup", 500]]
      )
    })
  )

  it.effect("buys for all that a hold may take, and not for the least of it", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization(topUp(null))
      yield* spend(organization, 995)
      assert.strictEqual((yield* hold(organization, 25, 1)).credits, 25)
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [500])
      assert.strictEqual((yield* hold(organization, 480, 1)).credits, 480)
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [500])
      assert.strictEqual((yield* hold(organization, 1_200, 1)).credits, 1_200)
      // What was bought in one moment stands in no order.
      assert.sameMembers(yield* movedBy(organization, "topup"), [500, 1_500])
    })
  )

  it.effect("buys what the budget allows of what a hold may take, where that is enough", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization(topUp(250, 100))
      yield* spend(organization, 995)
      const refused = yield* Effect.flip(hold(organization, 500, 206))
      assert.deepInclude(refused, { _tag: "OutOfCredits", available: 5, needed: 206 })
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [])
      assert.strictEqual((yield* hold(organization, 500, 205)).credits, 205)
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [200])
      assert.strictEqual((yield* Effect.flip(hold(organization, 500, 1)))._tag, "OutOfCredits")
    })
  )

  it.effect("keeps what was bought for ever", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization(topUp(null))
      yield* spend(organization, 990)
      yield* supplyAt(organization, organization.createdAt, 100)
      for (const month of [1, 2]) yield* supplyAt(organization, monthsLater(organization, month))
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [500])
      assert.deepStrictEqual(yield* movedBy(organization, "expiry"), [-10, -1_000])
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_500, monthly: 1_000, held: 0, used: 0 })
    })
  )

  it.effect("buys nothing where it is off, while billing is paused, and for disabled organizations", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization(topUp(null))
      const { autoTopup, createdAt: anchorAt } = organization
      const off = { autoTopup: { ...autoTopup, enabled: false } }
      const paused = { autoTopup, billing: { anchorAt, pausedAt: anchorAt, resumesAt: null } }
      const disabled = { ...topUp(null), billing: organization.billing, disabled: true }
      const refusals = [
        [off, "OutOfCredits"],
        [paused, "CollectionPaused"],
        [disabled, "CollectionPaused"]
      ] as const
      for (const [given, refusal] of refusals) {
        yield* change(organization, given)
        assert.strictEqual((yield* Effect.flip(hold(organization, 1_001)))._tag, refusal)
      }
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [])
    })
  )

  it.effect(
    "stays within the budget and funds as much as it allows, however many hold at once",
    () =>
      Effect.gen(function* () {
        const organization = yield* billedOrganization(topUp(2_000, 100))
        const holds = yield* Effect.forEach(Array.from({ length: 80 }), () => Effect.exit(hold(organization, 60)), {
          concurrency: "unbounded"
        })
        const held = holds.filter(Exit.isSuccess).length * 60
        const bought = (yield* movedBy(organization, "topup")).reduce((sum, credits) => sum + credits, 0)
        assert.isAtMost(bought, 2_000)
        const { balance, held: reserved } = yield* standing(organization)
        assert.deepStrictEqual([balance, reserved], [1_000 + bought, held])
        // No more of them fit into a month's credits with the whole budget: 50 x 60 are 3,000.
        assert.deepStrictEqual([bought, held], [2_000, 3_000])
      }),
    longTestMillis
  )

  it.effect("gives a hold that may take less the month that began meanwhile", () =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const organization = yield* billedOrganization({ createdAt: DateTime.add(now, { days: -40 }) })
      yield* spend(organization, 1_000)
      assert.strictEqual((yield* hold(organization, 10, 1)).credits, 10)
      assert.strictEqual((yield* hold(organization, 2_000, 1)).credits, 990)
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
    })
  )

  it.effect("gives a hold the month that began meanwhile instead of buying", () =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const organization = yield* billedOrganization({ createdAt: DateTime.add(now, { days: -40 }), ...topUp(null) })
      yield* hold(organization, 1_500)
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [500])
    })
  )
}
