/** Who is due for a look, and when. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { topUpReserve } from "../credits/domain/Supply.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { billedOrganization, change, monthsLater, movedBy, spend, supplyAt } from "./billed.ts"
import { organizationOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

/** Which of these are due, in the order in which they come. */
const dueOf = Effect.fnUntraced(function* (organizations: ReadonlyArray<Organization>, at: DateTime.Utc) {
  const due = yield* (yield* BillingLedger).due(at, 100_000)
  return due.flatMap((id) => organizations.filter((one) => one.id === id).map(({ name }) => name))
})

const topUp = { enabled: true, blockCredits: 100, monthlyBudgetCredits: 100 }

/** Declares who is found to be due. */
export const billingDueTests = (it: StoresIt) => {
  it.effect("finds months that have begun, longest due first, and none that was refilled", () =>
    Effect.gen(function* () {
      const late = yield* billedOrganization({ name: "late" })
      const early = yield* billedOrganization({ name: "early", createdAt: DateTime.add(late.createdAt, { hours: -3 }) })
      const both = [late, early]
      const at = monthsLater(late, 1)
      assert.deepStrictEqual(yield* dueOf(both, DateTime.add(at, { hours: -4 })), [])
      assert.deepStrictEqual(yield* dueOf(both, DateTime.add(at, { milliseconds: -1 })), ["early"])
      assert.deepStrictEqual(yield* dueOf(both, at), ["early", "late"])
      assert.strictEqual((yield* (yield* BillingLedger).due(at, 1)).length, 1)
      yield* supplyAt(early, at)
      assert.deepStrictEqual(yield* dueOf(both, at), ["late"])
    })
  )

  it.effect("finds organizations whose settings were stored, until somebody has looked", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization({ name: "changed" })
      const now = yield* DateTime.now
      assert.deepStrictEqual(yield* dueOf([organization], now), [])
      yield* change(organization, { plan: "developer" })
      assert.deepStrictEqual(yield* dueOf([organization], now), ["changed"])
      yield* supplyAt(organization, now)
      assert.deepStrictEqual(yield* dueOf([organization], now), [])
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 9_000])

      const put = organizationOf({ name: "put", createdAt: now, billing: organization.billing })
      yield* (yield* OrganizationStore).put(put)
      assert.deepStrictEqual(yield* dueOf([put], now), ["put"])
      yield* (yield* OrganizationStore).put({ ...put, billing: null })
      assert.deepStrictEqual(yield* dueOf([put], monthsLater(put, 2)), [])
    })
  )

  it.effect("finds paused billing when its pause ends, and never when it has no end", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization({ name: "paused" })
      const { createdAt: anchorAt } = organization
      const resumesAt = DateTime.add(anchorAt, { days: 50 })
      for (const end of [null, resumesAt]) {
        yield* change(organization, { billing: { anchorAt, pausedAt: anchorAt, resumesAt: end } })
        yield* supplyAt(organization, anchorAt)
        assert.deepStrictEqual(yield* dueOf([organization], DateTime.add(anchorAt, { days: 40 })), [])
        const found = end === null ? [] : ["paused"]
        assert.deepStrictEqual(yield* dueOf([organization], resumesAt), found)
      }
    })
  )

  it.effect("finds organizations that run short while their budget reaches", () =>
    Effect.gen(function* () {
      const short = yield* billedOrganization({ name: "short", autoTopup: topUp })
      const off = yield* billedOrganization({ name: "off" })
      const disabled = yield* billedOrganization({ name: "disabled", autoTopup: topUp, disabled: true })
      const all = [short, off, disabled]
      const now = yield* DateTime.now
      yield* Effect.forEach(all, (organization) => spend(organization, 900))
      assert.deepStrictEqual(yield* dueOf(all, now), [])
      yield* Effect.forEach(all, (organization) => spend(organization, 1))
      assert.deepStrictEqual(yield* dueOf(all, now), ["short"])
      yield* supplyAt(short, now, topUpReserve)
      assert.deepStrictEqual(yield* movedBy(short, "topup"), [100])
      assert.deepStrictEqual(yield* dueOf(all, now), [])
      yield* spend(short, 150)
      assert.deepStrictEqual(yield* dueOf(all, now), [], "the budget is spent")
    })
  )
}
