import { assert, it } from "@effect/vitest"
import { type BillingAccount, type PeriodPast, supply } from "@kittiwake/core/credits/domain/Supply"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Schema } from "effect"
import { epoch, organizationOf } from "../../../core/src/testing/builders.ts"
import { millisOrNull } from "../src/moments.ts"
import { termsOf, toSupplied } from "../src/supply.ts"
import { suppliedBy } from "../src/writes/supply.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Days = between(-40, 80)

// So coarse that budgets are met exactly, too.
const Hundreds = Schema.Literals([0, 100, 200, 300, 400, 500])

const AnyOrganization = Schema.Struct({
  billing: Schema.NullOr(
    Schema.Struct({ anchor: Days, pausedAt: Schema.NullOr(Days), resumesAt: Schema.NullOr(Days) })
  ),
  disabled: Schema.Boolean,
  monthlyCredits: between(0, 500),
  topUp: Schema.Struct({
    enabled: Schema.Boolean,
    blockCredits: Schema.Literals([100, 200, 300]),
    monthlyBudgetCredits: Schema.NullOr(Hundreds)
  })
})

const AnyAccount = Schema.Struct({
  held: between(0, 300),
  available: between(0, 300),
  lasting: between(0, 700),
  supplied: between(-200, 900),
  refilled: between(0, 500),
  toppedUp: Hundreds,
  // A period of the organization, or of one whose billing day was another.
  periodStart: Schema.NullOr(Days),
  isOnPeriod: Schema.Boolean
})

const AnyPast = Schema.Struct({
  isBegun: Schema.Boolean,
  refilled: between(0, 500),
  toppedUp: Hundreds,
  used: between(-100, 900)
})

const day = (days: number) => DateTime.add(epoch, { days })
const dayOrNull = (days: number | null) => (days === null ? null : day(days))

const organizationFrom = ({ billing, disabled, monthlyCredits, topUp }: typeof AnyOrganization.Type): Organization =>
  organizationOf({
    billing: billing && {
      anchorAt: day(billing.anchor),
      pausedAt: dayOrNull(billing.pausedAt),
      resumesAt: dayOrNull(billing.resumesAt)
    },
    disabled,
    overrides: { monthlyCredits },
    autoTopup: topUp
  })

it.prop(
  "rows are supplied as the domain says",
  [AnyOrganization, AnyAccount, AnyPast, Schema.Boolean, Days, between(0, 900), Schema.NullOr(between(0, 100))],
  ([
    anyOrganization,
    { available, held, isOnPeriod, periodStart, ...months },
    past,
    goesBack,
    days,
    wanted,
    percent
  ]) => {
    const organization = organizationFrom(anyOrganization)
    const atLeast = percent === null ? {} : { atLeast: Math.floor((wanted * percent) / 100) }
    const options = { at: day(days), wanted, goesBack, ...atLeast }
    const pastOf = (): PeriodPast => past
    const terms = termsOf(organization, null, options)
    const start = isOnPeriod && terms.period !== null ? DateTime.makeUnsafe(terms.period.start) : dayOrNull(periodStart)
    const account: BillingAccount = {
      ...months,
      held,
      available,
      balance: held + available,
      periodStart: start,
      dueAt: null
    }
    const { available: _, ...row } = { ...account, periodStart: millisOrNull(start), dueAt: null }
    assert.deepStrictEqual(toSupplied(suppliedBy(row, terms, pastOf)), supply(organization, account, options, pastOf))
  },
  { arbitrary: { runs: 2_000 } }
)
