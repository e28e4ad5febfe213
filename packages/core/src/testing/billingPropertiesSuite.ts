/** What stays true of an account with months, whatever its callers do and in whichever order. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { type CollectionPaused, CreditLedger, type HoldGone, type OutOfCredits } from "../credits/CreditLedger.ts"
import type { Entry, Hold } from "../credits/domain/Ledger.ts"
import { monthlyLeft } from "../credits/domain/Supply.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { planTerms } from "../organizations/domain/Plan.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { billedOrganization, change } from "./billed.ts"
import { anyOrigin, entryOf, freshCause, holdOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const choice = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

const plans = ["free", "developer", "pro"] as const

// Moments lie within three months in any order, so that months turn, and go back where the clock was ahead, while others hold, settle, buy and change the plan.
const Step = Schema.Union([
  Schema.Struct({ do: Schema.Literal("supply"), days: choice(95), wanted: choice(3_000), goesBack: Schema.Boolean }),
  Schema.Struct({ do: Schema.Literal("spend"), credits: choice(900) }),
  Schema.Struct({
    do: Schema.Literal("give"),
    kind: Schema.Literals(["grant", "refund", "adjustment"]),
    credits: choice(200)
  }),
  Schema.Struct({ do: Schema.Literal("hold"), credits: choice(900), days: choice(95) }),
  Schema.Struct({ do: Schema.Literal("settle"), hold: choice(5), percent: choice(100) }),
  Schema.Struct({ do: Schema.Literal("release"), hold: choice(5) }),
  Schema.Struct({ do: Schema.Literal("expire"), days: choice(95) }),
  Schema.Struct({ do: Schema.Literal("plan"), plan: choice(2) })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMaxLength(12))

const budget = 1_500

const arranged = billedOrganization({
  autoTopup: { enabled: true, blockCredits: 300, monthlyBudgetCredits: budget }
})

/** How a hold that was opened ended, as its callers saw it. */
interface Ended {
  readonly hold: Hold
  settled: number | null
  released: boolean
}

const actorsOf = Effect.fnUntraced(function* (organization: Organization) {
  const { createdAt, id } = organization
  const ledger = yield* CreditLedger
  const billing = yield* BillingLedger
  const holds: Array<Ended> = []
  // Holds that other tests left behind go first, so that every one that expires from here on is this test's.
  yield* ledger.expire(DateTime.add(createdAt, { days: 36_500 }), 100_000)
  const lapsed = { count: 0 }
  const at = (days: number) => DateTime.add(createdAt, { days })

  const take = (step: Step): Effect.Effect<void, CollectionPaused | OutOfCredits | HoldGone | StoreUnavailable> => {
    switch (step.do) {
      case "supply":
        return Effect.asVoid(billing.supply(id, { at: at(step.days), wanted: step.wanted, goesBack: step.goesBack }))
      case "spend":
        return Effect.asVoid(ledger.post(entryOf(id, -step.credits)))
      case "give":
        return Effect.asVoid(ledger.post(entryOf(id, step.credits, { cause: freshCause(step.kind) })))
      case "hold": {
        const hold = holdOf(id, step.credits, { expiresAt: at(step.days + 1) })
        return Effect.map(ledger.hold(hold), () => void holds.push({ hold, settled: null, released: false }))
      }
      case "settle": {
        const ended = holds[step.hold]
        if (ended === undefined) return Effect.void
        const credits = Math.floor((ended.hold.credits * step.percent) / 100)
        const entry = entryOf(id, credits === 0 ? 0 : -credits, { cause: ended.hold.cause })
        return Effect.map(ledger.settle(ended.hold.id, entry, anyOrigin), () => {
          ended.settled = credits
        })
      }
      case "release": {
        const ended = holds[step.hold]
        if (ended === undefined) return Effect.void
        return Effect.map(ledger.release(ended.hold.id), () => {
          ended.released = true
        })
      }
      case "expire":
        return Effect.map(ledger.expire(at(step.days), 100_000), (count) => {
          lapsed.count += count
        })
      case "plan":
        return Effect.void
    }
  }
  const refused = () => Effect.void
  const dare = Effect.fnUntraced(function* (step: Step) {
    if (step.do === "plan") {
      const changed = change(organization, { plan: plans[step.plan]! })
      yield* Effect.retry(changed, { while: ({ _tag }) => _tag === "OrganizationOutdated" })
    }
    yield* take(step).pipe(Effect.catchTags({ CollectionPaused: refused, HoldGone: refused, OutOfCredits: refused }))
  })
  return { dare, holds, lapsed }
})

const sumOf = (entries: ReadonlyArray<Entry>, ...kinds: ReadonlyArray<Entry["cause"]["kind"]>) =>
  entries.filter(({ cause }) => kinds.includes(cause.kind)).reduce((sum, { credits }) => sum + credits, 0)

/** Asserts the laws at one moment in which nobody writes. */
const assertStanding = Effect.fnUntraced(function* ({ id }: Organization) {
  const account = yield* (yield* BillingLedger).account(id)
  const entries = yield* (yield* CreditLedger).entries(id, { limit: 10_000, after: null })
  const { available, balance, held, lasting } = account
  assert.strictEqual(
    entries.reduce((sum, { credits }) => sum + credits, 0),
    balance,
    "the entries sum to the balance"
  )
  assert.isTrue(balance >= 0 && held >= 0 && available >= 0 && lasting >= 0, JSON.stringify(account))
  assert.strictEqual(available, balance - held)
  for (const [kind, most] of [
    ["topup", budget],
    ["refill", Math.max(...plans.map((plan) => planTerms[plan].monthlyCredits))]
  ] as const) {
    for (const month of new Set(entries.map(({ cause }) => cause.id.split("/")[0]!))) {
      const ofMonth = entries.filter(({ cause }) => cause.id.split("/")[0] === month)
      assert.isAtMost(sumOf(ofMonth, kind), most, `a month gives and buys no more than once: ${month}`)
    }
  }
  // Had everything been spent from what lasts alone, this would be left of it: no expiry ever took of that.
  const given = sumOf(entries, "grant", "refund", "adjustment", "topup")
  assert.isAtLeast(balance, given + sumOf(entries, "request"), "what was bought or granted never expires")
  assert.isAtLeast(sumOf(entries, "refill", "expiry"), 0, "no more expires than months gave")
  assert.isAtMost(monthlyLeft(account), balance)

  const refills = entries.filter(({ cause }) => cause.kind === "refill")
  assert.strictEqual(new Set(refills.map(({ cause }) => cause.id)).size, refills.length)
  const expiries = entries.filter(({ cause }) => cause.kind === "expiry")
  for (const { cause } of expiries) {
    assert.isTrue(
      refills.some((refill) => refill.cause.id === cause.id),
      "a month that takes gives too"
    )
  }
  return account
})

/** Every credit that was set aside was spent, given back, or is set aside still. */
const assertReserved = Effect.fnUntraced(function* ({ id }: Organization, holds: ReadonlyArray<Ended>, lapsed: number) {
  const ledger = yield* CreditLedger
  const { held } = yield* ledger.account(id)
  let [open, settled, released, expired] = [0, 0, 0, 0]
  for (const { hold, ...ended } of holds) {
    const isOpen = (yield* Effect.exit(ledger.release(hold.id)))._tag === "Success"
    const ends = [isOpen, ended.released, ended.settled !== null].filter(Boolean).length
    assert.isAtMost(ends, 1, "a hold ends once, and in one way")
    if (ends === 0) expired += 1
    const [entry] = yield* ledger.entries(id, { limit: 1, after: null }, { cause: hold.cause })
    const spent = entry === undefined ? 0 : 0 - entry.credits
    assert.strictEqual(spent, ended.settled ?? 0, "a hold costs what it was settled with")
    settled += spent
    if (isOpen) open += hold.credits
    else released += hold.credits - spent
  }
  assert.strictEqual(expired, lapsed, "a hold went that nobody ended")
  assert.strictEqual(open, held, "what is held is what open holds hold")
  const reserved = holds.reduce((sum, { hold }) => sum + hold.credits, 0)
  assert.strictEqual(settled + released + held, reserved, "reserved = settled + released + open")
  assert.strictEqual((yield* ledger.account(id)).held, 0)
})

const options = { timeout: longTestMillis, arbitrary: { runs: 25 } }

/** Declares the properties of accounts with months. */
export const billingPropertyTests = (it: StoresIt) => {
  it.effect.prop(
    "keeps the laws of months after any sequence of steps, at every step",
    [Steps],
    ([steps]) =>
      Effect.gen(function* () {
        const organization = yield* arranged
        const { dare, holds, lapsed } = yield* actorsOf(organization)
        for (const step of steps) {
          yield* dare(step)
          yield* assertStanding(organization)
        }
        yield* assertReserved(organization, holds, lapsed.count)
      }).pipe(Effect.scoped),
    options
  )

  it.effect.prop(
    "keeps the laws of months whatever several callers do at once",
    [Steps, Steps, Steps, Steps],
    (callers) =>
      Effect.gen(function* () {
        const organization = yield* arranged
        const { dare, holds, lapsed } = yield* actorsOf(organization)
        yield* Effect.forEach(callers, (steps) => Effect.forEach(steps, dare, { discard: true }), {
          concurrency: "unbounded",
          discard: true
        })
        yield* assertStanding(organization)
        yield* assertReserved(organization, holds, lapsed.count)
        yield* assertStanding(organization)
      }).pipe(Effect.scoped),
    options
  )
}
