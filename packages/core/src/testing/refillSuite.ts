/** What a month gives, and what its end takes. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { billedOrganization, change, grant, hold, monthsLater, movedBy, spend, standing, supplyAt } from "./billed.ts"
import { anyOrigin, entryOf, epoch } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const monthTests = (it: StoresIt) => {
  it.effect("refills a month once, however many look at once", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      const at = monthsLater(organization, 1)
      const answers = yield* Effect.forEach(
        Array.from({ length: 40 }),
        (_, index) => supplyAt(organization, DateTime.add(at, { seconds: index % 7 })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ entries }) => entries.length > 0).length, 1)
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
      assert.deepStrictEqual(yield* movedBy(organization, "expiry"), [-1_000])
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_000, monthly: 1_000, held: 0, used: 0 })
    })
  )

  it.effect("shows a refill in the recent account at once", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* billedOrganization()
      yield* spend(organization, 400)
      assert.strictEqual((yield* ledger.recentAccount(organization.id)).balance, 600)
      yield* supplyAt(organization, monthsLater(organization, 1))
      assert.strictEqual((yield* ledger.recentAccount(organization.id)).balance, 1_000)
    })
  )

  it.effect("gives nothing more before the month has ended, to the millisecond", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      const end = monthsLater(organization, 1)
      assert.deepStrictEqual((yield* supplyAt(organization, DateTime.add(end, { milliseconds: -1 }))).entries, [])
      const { account, entries } = yield* supplyAt(organization, end)
      assert.strictEqual(entries.length, 2)
      assert.strictEqual(account.dueAt?.epochMilliseconds, monthsLater(organization, 2).epochMilliseconds)
    })
  )

  it.effect("lets what is left of a month go, and never what was granted or bought", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* grant(organization, 300)
      yield* spend(organization, 400)
      assert.deepStrictEqual(yield* standing(organization), { balance: 900, monthly: 600, held: 0, used: 400 })
      yield* supplyAt(organization, monthsLater(organization, 1))
      assert.deepStrictEqual(yield* movedBy(organization, "expiry"), [-600])
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_300, monthly: 1_000, held: 0, used: 0 })
    })
  )

  it.effect("spends monthly credits first, and keeps what is left of the others for ever", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* grant(organization, 300)
      yield* spend(organization, 1_100)
      assert.deepStrictEqual(yield* standing(organization), { balance: 200, monthly: 0, held: 0, used: 1_100 })
      yield* grant(organization, 50)
      for (const month of [1, 2, 3]) yield* supplyAt(organization, monthsLater(organization, month))
      assert.deepStrictEqual(yield* movedBy(organization, "expiry"), [-1_000, -1_000])
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_250, monthly: 1_000, held: 0, used: 0 })
    })
  )

  it.effect("lets nothing go that is held, and counts its charge in the month it is charged in", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* billedOrganization()
      const [spent, kept] = [yield* hold(organization, 700), yield* hold(organization, 200)]
      yield* supplyAt(organization, monthsLater(organization, 1))
      assert.deepStrictEqual(yield* movedBy(organization, "expiry"), [-100])
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_900, monthly: 1_900, held: 900, used: 0 })
      yield* ledger.settle(spent.id, entryOf(organization.id, -600, { cause: spent.cause }), anyOrigin)
      yield* ledger.release(kept.id)
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_300, monthly: 1_300, held: 0, used: 600 })
      yield* supplyAt(organization, monthsLater(organization, 2))
      assert.deepStrictEqual(yield* movedBy(organization, "expiry"), [-100, -1_300])
    })
  )

  it.effect("charges nothing for a hold that expired before the month turned and is settled after it", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* billedOrganization()
      const late = yield* hold(organization, 400)
      yield* ledger.expire(late.expiresAt, 100_000)
      yield* supplyAt(organization, monthsLater(organization, 1))
      const gone = yield* Effect.flip(
        ledger.settle(late.id, entryOf(organization.id, -400, { cause: late.cause }), anyOrigin)
      )
      assert.strictEqual(gone._tag, "HoldGone")
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_000, monthly: 1_000, held: 0, used: 0 })
    })
  )

  it.effect("gives refunded credits back as credits that last, and counts them as not used", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* spend(organization, 400)
      yield* (yield* CreditLedger).post(
        entryOf(organization.id, 150, { cause: { kind: "refund", id: "r" }, reason: "the page was wrong" })
      )
      assert.deepStrictEqual(yield* standing(organization), { balance: 750, monthly: 600, held: 0, used: 250 })
      const [refund] = yield* (yield* CreditLedger).entries(
        organization.id,
        { limit: 1, after: null },
        { kind: "refund" }
      )
      assert.strictEqual(refund?.reason, "the page was wrong")
    })
  )

  it.effect("counts an adjustment neither as used nor as unused", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* spend(organization, 100)
      const adjust = (credits: number, id: string) =>
        CreditLedger.use((ledger) =>
          ledger.post(entryOf(organization.id, credits, { cause: { kind: "adjustment", id } }))
        )
      yield* adjust(-200, "a")
      yield* adjust(50, "b")
      assert.deepStrictEqual(yield* standing(organization), { balance: 750, monthly: 700, held: 0, used: 100 })
    })
  )
}

const calendarTests = (it: StoresIt) => {
  it.effect(
    "comes on the 31st, or on the last day of a shorter month, through a leap year",
    () =>
      Effect.gen(function* () {
        const anchor = DateTime.makeUnsafe("2027-12-31T22:15:00Z")
        const organization = yield* billedOrganization({ createdAt: anchor })
        const ledger = yield* BillingLedger
        const starts: Array<string> = []
        for (let month = 0; month < 15; month++) {
          const { dueAt } = yield* ledger.account(organization.id)
          const { account } = yield* supplyAt(organization, dueAt!)
          starts.push(DateTime.formatIso(account.periodStart!).slice(0, 16))
        }
        const days = "01-31 02-29 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31".split(" ")
        const later = "01-31 02-28 03-31".split(" ")
        assert.deepStrictEqual(starts, [
          ...days.map((day) => `2028-${day}T22:15`),
          ...later.map((day) => `2029-${day}T22:15`)
        ])
        assert.deepStrictEqual(yield* movedBy(organization, "refill"), Array(16).fill(1_000))
      }),
    longTestMillis
  )

  it.effect("makes up for no month that was missed", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* supplyAt(organization, DateTime.add(monthsLater(organization, 5), { days: 3 }))
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
      const { account } = yield* supplyAt(organization, DateTime.add(monthsLater(organization, 5), { days: 4 }))
      assert.strictEqual(account.periodStart?.epochMilliseconds, monthsLater(organization, 5).epochMilliseconds)
    })
  )

  it.effect("comes no earlier for a process whose clock is behind", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* supplyAt(organization, monthsLater(organization, 1))
      assert.deepStrictEqual((yield* supplyAt(organization, epoch)).entries, [])
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
    })
  )
}

const settingTests = (it: StoresIt) => {
  it.effect("gives what a larger plan adds at once, once, and a smaller plan takes nothing before the month ends", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      yield* spend(organization, 300)
      const middle = DateTime.add(organization.createdAt, { days: 9 })
      for (const plan of ["developer", "free", "developer"] as const) {
        yield* supplyAt(yield* change(organization, { plan }), middle)
      }
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 9_000])
      assert.deepStrictEqual(yield* standing(organization), { balance: 9_700, monthly: 9_700, held: 0, used: 300 })
      yield* supplyAt(yield* change(organization, { plan: "free" }), monthsLater(organization, 1))
      assert.deepStrictEqual(yield* standing(organization), { balance: 1_000, monthly: 1_000, held: 0, used: 0 })
    })
  )

  it.effect("gives what the override says, through plan changes", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization({ overrides: { monthlyCredits: 70 } })
      yield* supplyAt(yield* change(organization, { plan: "scale" }), monthsLater(organization, 1))
      yield* supplyAt(yield* change(organization, { overrides: {}, plan: "free" }), monthsLater(organization, 2))
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [70, 70, 1_000])
    })
  )

  it.effect("stops while billing is paused, and begins anew when the pause ends", () =>
    Effect.gen(function* () {
      const organization = yield* billedOrganization()
      const { createdAt: anchorAt } = organization
      const pausedAt = DateTime.add(anchorAt, { days: 3 })
      yield* change(organization, { billing: { anchorAt, pausedAt, resumesAt: null } })
      const paused = yield* supplyAt(organization, monthsLater(organization, 2))
      assert.deepStrictEqual([paused.entries, paused.account.dueAt], [[], null])
      assert.strictEqual((yield* standing(organization)).balance, 1_000)

      const resumesAt = DateTime.add(monthsLater(organization, 2), { days: 5 })
      yield* change(organization, { billing: { anchorAt, pausedAt, resumesAt } })
      const waiting = yield* supplyAt(organization, DateTime.add(resumesAt, { milliseconds: -1 }))
      assert.deepStrictEqual(waiting.entries, [])
      assert.strictEqual(waiting.account.dueAt?.epochMilliseconds, resumesAt.epochMilliseconds)
      const { account } = yield* supplyAt(organization, DateTime.add(resumesAt, { hours: 1 }))
      assert.strictEqual(account.periodStart?.epochMilliseconds, resumesAt.epochMilliseconds)
      assert.strictEqual(account.dueAt?.epochMilliseconds, DateTime.add(resumesAt, { months: 1 }).epochMilliseconds)
      assert.deepStrictEqual(yield* movedBy(organization, "refill"), [1_000, 1_000])
    })
  )

  it.effect("gives nothing to organizations that are not billed, have no monthly credits, or do not exist", () =>
    Effect.gen(function* () {
      const none = yield* billedOrganization({ billing: null })
      const zero = yield* billedOrganization({ overrides: { monthlyCredits: 0 } })
      for (const organization of [none, zero, { ...none, id: `${none.id}x` as typeof none.id }]) {
        assert.deepStrictEqual((yield* supplyAt(organization, monthsLater(organization, 1))).entries, [])
        assert.strictEqual((yield* standing(organization)).balance, 0)
      }
    })
  )
}

/** Declares what months give and take. */
export const refillTests = (it: StoresIt) => {
  monthTests(it)
  calendarTests(it)
  settingTests(it)
}
