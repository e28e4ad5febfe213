import { assert, describe } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import type { OrganizationPatch } from "@kittiwake/core/administration/domain/OrganizationPatch"
import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect } from "effect"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import { withCharge } from "../../src/credits/withCharge.ts"
import { paidBy } from "../paid.ts"
import { advance, newest, page, scenario, watch } from "../watching.ts"

const organizationNow = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  return (yield* Administration.use((admin) => admin.get(organization.id))).organization
})

const usage = Effect.gen(function* () {
  const organization = yield* organizationNow
  return yield* Credits.use((credits) => credits.usage(organization))
})

const change = Effect.fnUntraced(function* (patch: OrganizationPatch) {
  const { organization } = yield* TestInstallation
  yield* Administration.use((admin) => admin.change(organization.id, patch))
})

const spend = Effect.fnUntraced(function* (credits: number) {
  const { organization } = yield* TestInstallation
  yield* Credits.use((ledger) => ledger.post(organization.id, { kind: "request", id: `spend ${credits}` }, -credits))
})

const off = { enabled: false, credits_used_this_period: 0, monthly_budget_credits: null }

describe("credit usage", () => {
  scenario(
    "tells what is left and used, and what the next month brings",
    Effect.gen(function* () {
      yield* spend(150)
      assert.deepStrictEqual(yield* usage, {
        credits_remaining: 850,
        period: { start: "2026-01-01T00:00:00.000Z", credits_used: 150 },
        next_refill: { at: "2026-02-01T00:00:00.000Z", credits: 1_000 },
        auto_topup: off
      })
    }),
    { plan: "free" }
  )

  scenario(
    "leaves out of what remains what work under way holds, and counts it as used only when it is charged",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const { value: during } = yield* withCharge(
        paidBy(organization.id, "a"),
        exactly(30)
      )(() => Effect.map(usage, (value) => ({ value, credits: 30 })))
      assert.deepStrictEqual([during.credits_remaining, during.period?.credits_used], [970, 0])
      const after = yield* usage
      assert.deepStrictEqual([after.credits_remaining, after.period?.credits_used], [970, 30])
    }),
    { plan: "free" }
  )

  scenario(
    "shows no period and no refill without monthly credits",
    Effect.gen(function* () {
      const bare = { credits_remaining: 40, period: null, next_refill: null, auto_topup: off }
      assert.deepStrictEqual(yield* usage, bare)
    }),
    { credits: 40 }
  )

  scenario(
    "shows no period where the operator set the monthly credits to none",
    Effect.gen(function* () {
      yield* change({ overrides: { monthlyCredits: 0 } })
      yield* advance("31 days")
      assert.deepStrictEqual(yield* usage, { credits_remaining: 0, period: null, next_refill: null, auto_topup: off })
    }),
    { plan: "free" }
  )

  scenario(
    "shows what top-ups took of the budget, and begins anew with the month",
    Effect.gen(function* () {
      yield* change({ autoTopup: { enabled: true, blockCredits: 200, monthlyBudgetCredits: 500 } })
      yield* spend(950)
      yield* advance("30 seconds")
      yield* Credits.use((credits) => credits.supplyDue(10))
      const bought = { enabled: true, credits_used_this_period: 200, monthly_budget_credits: 500 }
      assert.deepInclude(yield* usage, { credits_remaining: 250, auto_topup: bought })
      yield* advance("31 days")
      const next = yield* usage
      assert.strictEqual(next.credits_remaining, 1_200, "what was bought is there still")
      assert.deepStrictEqual(next.auto_topup, { ...bought, credits_used_this_period: 0 })
    }),
    { plan: "free" }
  )

  scenario(
    "names the next month that is refilled, where a clock ahead has refilled one before its time",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* BillingLedger.use((ledger) =>
        ledger.supply(organization.id, { at: DateTime.makeUnsafe("2026-02-20T00:00:00Z"), wanted: 0 })
      )
      const march = { at: "2026-03-01T00:00:00.000Z", credits: 1_000 }
      assert.deepInclude(yield* usage, { next_refill: march })
      assert.strictEqual(yield* Credits.use((credits) => credits.leavePeriodsAhead), 1)
      assert.deepInclude(yield* usage, {
        period: { start: "2026-01-01T00:00:00.000Z", credits_used: 0 },
        next_refill: march
      })
      assert.strictEqual(yield* Credits.use((credits) => credits.leavePeriodsAhead), 0)
      yield* advance("59 days")
      assert.deepInclude(yield* usage, { next_refill: { at: "2026-04-01T00:00:00.000Z", credits: 1_000 } })
    }),
    { plan: "free", loops: false }
  )

  scenario(
    "is right the moment a month begins, even when nobody has refilled it yet",
    Effect.gen(function* () {
      yield* spend(950)
      yield* advance("31 days")
      const organization = yield* organizationNow
      const now = yield* Credits.use((credits) => credits.usage(organization))
      assert.deepInclude(now, {
        credits_remaining: 1_000,
        period: { start: "2026-02-01T00:00:00.000Z", credits_used: 0 }
      })
    }),
    { plan: "free", loops: false }
  )
})

describe("a year of months", () => {
  scenario(
    "gives each its credits on the day it is due, and keeps what was bought through all of them",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* ScriptedWeb.use((web) => web.page(page, "<p>10</p>"))
      yield* Credits.use((credits) => credits.post(organization.id, { kind: "topup", id: "once" }, 77))
      yield* advance("365 days")
      const entries = yield* CreditLedger.use((ledger) =>
        ledger.entries(organization.id, { limit: 100, after: null }, { kind: "refill" })
      )
      assert.deepStrictEqual(
        entries.map(({ at }) => at.epochMilliseconds).reverse(),
        Array.from({ length: 13 }, (_, month) => Date.UTC(2026, month, 1))
      )
      assert.strictEqual((yield* usage).credits_remaining, 1_077)
    }),
    { plan: "free" }
  )
})

describe("a monitor whose organization runs out of credits", () => {
  scenario(
    "goes on when automatic top-up buys more, after a run that was skipped at most",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* change({
        overrides: { monthlyCredits: 3 },
        autoTopup: { enabled: true, blockCredits: 100, monthlyBudgetCredits: 100 }
      })
      yield* ScriptedWeb.use((web) => web.page(page, "<p>10</p>"))
      yield* spend(999)
      const id = yield* watch()
      yield* advance("1 day")
      const { data } = yield* Monitors.use((monitors) => monitors.runs(organization.id, { monitorId: id }, newest))
      assert.isAtMost(data.filter(({ run }) => run.status === "skipped").length, 1)
      assert.isAtLeast(data.filter(({ run }) => run.status === "completed").length, 24)
      assert.strictEqual((yield* usage).auto_topup.credits_used_this_period, 100)
    }),
    { plan: "free" }
  )
})
