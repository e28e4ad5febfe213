/** What stays true of a ledger whatever its callers do (`credits/README.md`). */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Schema } from "effect"
import { type CollectionPaused, CreditLedger, type HoldGone, type OutOfCredits } from "../credits/CreditLedger.ts"
import type { Account, Cause } from "../credits/domain/Ledger.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { freshOrganization } from "./arrangements.ts"
import { anyOrigin, entryOf, epoch, freshId, holdOf } from "./builders.ts"
import { Crowd, crowded, openBooks } from "./creditBooks.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"
import { groupsAround } from "./usageEvents.ts"

const choice = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

// Few causes and small amounts, so that callers meet: the same cause twice, a hold that is gone, credits that are short.
const Step = Schema.Union([
  Schema.Struct({ do: Schema.Literal("post"), cause: choice(5), credits: choice(40), sign: Schema.Literals([1, -1]) }),
  Schema.Struct({ do: Schema.Literal("hold"), cause: choice(5), credits: choice(30), minutes: choice(3) }),
  Schema.Struct({ do: Schema.Literal("settle"), hold: choice(7), percent: choice(100) }),
  Schema.Struct({ do: Schema.Literal("release"), hold: choice(7) }),
  Schema.Struct({ do: Schema.Literal("expire"), minutes: choice(3), limit: choice(3) })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMaxLength(12))

const isSound = ({ balance, held, available }: Account) =>
  balance >= 0 && held >= 0 && available >= 0 && available === balance - held

/** Callers of one ledger, and the holds they have seen. */
const actors = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const ledger = yield* CreditLedger
  const causes: ReadonlyArray<Cause> = Array.from({ length: 6 }, () => ({ kind: "request", id: freshId("cause") }))
  const holds: Array<{ readonly id: string; readonly credits: number; readonly cause: Cause }> = []
  const at = (minutes: number) => DateTime.add(epoch, { minutes })

  const take = (step: Step): Effect.Effect<void, CollectionPaused | OutOfCredits | HoldGone | StoreUnavailable> => {
    switch (step.do) {
      case "post": {
        const entry = entryOf(organizationId, step.credits * step.sign, { cause: causes[step.cause]! })
        return Effect.asVoid(ledger.post(entry))
      }
      case "hold": {
        const hold = holdOf(organizationId, step.credits, { cause: causes[step.cause]!, expiresAt: at(step.minutes) })
        return Effect.map(ledger.hold(hold), (given) => {
          if (!holds.some((one) => one.id === given.id)) holds.push(given)
        })
      }
      case "settle": {
        const hold = holds[step.hold]
        if (hold === undefined) return Effect.void
        const credits = -Math.floor((hold.credits * step.percent) / 100)
        return Effect.asVoid(ledger.settle(hold.id, entryOf(organizationId, credits, { cause: hold.cause }), anyOrigin))
      }
      case "release": {
        const hold = holds[step.hold]
        return hold === undefined ? Effect.void : Effect.asVoid(ledger.release(hold.id))
      }
      case "expire":
        return Effect.asVoid(ledger.expire(at(step.minutes), step.limit))
    }
  }
  // A refusal is an answer like any other here; anything else is a defect and ends the test.
  const refused = () => Effect.void
  const dare = (step: Step) =>
    take(step).pipe(Effect.catchTags({ CollectionPaused: refused, HoldGone: refused, OutOfCredits: refused }))
  return { dare, holds }
})

/** Asserts the laws, and ends every open hold to see that what was held is what the open holds hold. */
const assertLaws = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  holds: ReadonlyArray<{ readonly id: string; readonly credits: number }>
) {
  const ledger = yield* CreditLedger
  const before = yield* ledger.account(organizationId)
  assert.isTrue(isSound(before), JSON.stringify(before))
  const entries = yield* ledger.entries(organizationId, { limit: 1_000, after: null })
  const sum = entries.reduce((total, entry) => total + entry.credits, 0)
  assert.strictEqual(sum, before.balance, "the entries sum to the balance")
  assert.strictEqual(new Set(entries.map(({ cause }) => `${cause.kind} ${cause.id}`)).size, entries.length)

  let open = 0
  for (const hold of holds) {
    if (Exit.isSuccess(yield* Effect.exit(ledger.release(hold.id)))) open += hold.credits
  }
  assert.strictEqual(open, before.held, "the open holds sum to what is held")
  assert.deepStrictEqual(yield* ledger.account(organizationId), {
    balance: before.balance,
    held: 0,
    available: before.balance
  })
})

const options = { timeout: longTestMillis, arbitrary: { runs: 40 } }

/** Declares the properties of the ledger. */
export const ledgerProperties = (it: StoresIt) => {
  it.effect.prop(
    "keeps its laws after any sequence of steps, at every step",
    [Steps],
    ([steps]) =>
      Effect.gen(function* () {
        const ledger = yield* CreditLedger
        const { id } = yield* freshOrganization({ credits: 50 })
        const { dare, holds } = yield* actors(id)
        for (const step of steps) {
          yield* dare(step)
          const account = yield* ledger.account(id)
          assert.isTrue(isSound(account), JSON.stringify(account))
        }
        yield* assertLaws(id, holds)
      }).pipe(Effect.scoped),
    options
  )

  it.effect.prop(
    "keeps its laws whatever several callers do at once",
    [Steps, Steps, Steps],
    (callers) =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization({ credits: 50 })
        const { dare, holds } = yield* actors(id)
        yield* Effect.forEach(callers, (steps) => Effect.forEach(steps, dare, { discard: true }), {
          concurrency: "unbounded",
          discard: true
        })
        yield* assertLaws(id, holds)
      }).pipe(Effect.scoped),
    options
  )

  it.effect.prop(
    "keeps reserved = settled + released + open at every moment, while a crowd of callers acts at once",
    [Crowd],
    ([callers]) =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization({ credits: 200 })
        const books = yield* openBooks(id)
        const look = Effect.all([books.observe, books.observe], { concurrency: "unbounded" })
        const { settled } = yield* crowded(books, callers, look)
        const [counted] = yield* groupsAround(id, epoch, "key_id")
        const used = counted!.reduce((total, { creditsUsed }) => total + creditsUsed, 0)
        assert.strictEqual(used, settled, "the history of usage tells what was charged")
      }).pipe(Effect.scoped),
    { timeout: longTestMillis, arbitrary: { runs: 12 } }
  )
}
