/** What stores promise while the collection of an organization rests (`credits/domain/CollectionPause.ts`). */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { CreditLedger } from "../credits/CreditLedger.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import {
  claimRun,
  claimRuns,
  completed,
  freshOrganization,
  lease,
  newMonitor,
  recordRun,
  skipped,
  storedRun,
  watchedMonitor
} from "./arrangements.ts"
import { change } from "./billed.ts"
import { anyOrigin, entryOf, freshCause, holdOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

const account = (balance: number, held: number) => ({ balance, held, available: balance - held })

const accountOf = ({ id }: Organization) => CreditLedger.use((ledger) => ledger.account(id))

/** Pauses billing now, until a moment or until somebody ends the pause. */
const pause = Effect.fnUntraced(function* (organization: Organization, resumesAt: DateTime.Utc | null = null) {
  const { createdAt: anchorAt } = organization
  return yield* change(organization, { billing: { anchorAt, pausedAt: yield* DateTime.now, resumesAt } })
})

const longHold = Effect.fnUntraced(function* ({ id }: Organization, credits: number) {
  return holdOf(id, credits, { expiresAt: DateTime.add(yield* DateTime.now, { days: 3_650 }) })
})

/** Declares what a ledger promises of it. */
export const ledgerPauseTests = (it: StoresIt) => {
  it.effect("holds nothing new while billing is paused or the organization is disabled, whatever it has", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* freshOrganization({ credits: 100 })
      const resumesAt = DateTime.add(yield* DateTime.now, { days: 10 })
      const reasons = [
        [{ pausedAt: organization.createdAt, resumesAt: null }, false, null],
        [{ pausedAt: organization.createdAt, resumesAt }, false, resumesAt.epochMilliseconds],
        [{ pausedAt: null, resumesAt: null }, true, null]
      ] as const
      for (const [billing, disabled, until] of reasons) {
        yield* change(organization, { billing: { anchorAt: organization.createdAt, ...billing }, disabled })
        for (const credits of [1, 1_000]) {
          const refused = yield* Effect.flip(ledger.hold(yield* longHold(organization, credits)))
          assert.strictEqual(refused._tag, "CollectionPaused")
          const found = refused._tag === "CollectionPaused" ? (refused.resumesAt?.epochMilliseconds ?? null) : undefined
          assert.strictEqual(found, until)
        }
        assert.deepStrictEqual(yield* accountOf(organization), account(100, 0))
      }
    })
  )

  it.effect("holds again from the moment at which a pause ends", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* freshOrganization({ credits: 100 })
      yield* pause(organization, DateTime.add(yield* DateTime.now, { minutes: 10 }))
      yield* TestClock.adjust("599999 millis")
      const early = yield* Effect.flip(ledger.hold(yield* longHold(organization, 10)))
      assert.strictEqual(early._tag, "CollectionPaused")
      yield* TestClock.adjust("1 millis")
      yield* ledger.hold(yield* longHold(organization, 10))
      assert.strictEqual((yield* accountOf(organization)).held, 10)
    })
  )

  it.effect("keeps what was held when the pause came, and settles and releases it as ever", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* freshOrganization({ credits: 100 })
      const [kept, released] = [yield* longHold(organization, 30), yield* longHold(organization, 20)]
      yield* ledger.hold(kept)
      yield* ledger.hold(released)
      yield* pause(organization)
      const again = yield* ledger.hold(holdOf(organization.id, 30, { cause: kept.cause, expiresAt: kept.expiresAt }))
      assert.strictEqual(again.id, kept.id, "work that had begun finds its hold")
      yield* ledger.release(released.id)
      const spent = yield* ledger.settle(kept.id, entryOf(organization.id, -30, { cause: kept.cause }), anyOrigin)
      assert.deepStrictEqual(spent, account(70, 0))
      // What was charged already needs no hold, and asks for none.
      yield* ledger.hold(holdOf(organization.id, 30, { cause: kept.cause }))
      assert.deepStrictEqual(yield* accountOf(organization), account(70, 0))
    })
  )

  it.effect("still takes what is granted, given back or put right", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* freshOrganization({ credits: 100 })
      yield* pause(organization)
      for (const kind of ["grant", "refund", "adjustment"] as const) {
        yield* ledger.post(entryOf(organization.id, 5, { cause: freshCause(kind) }))
      }
      assert.deepStrictEqual(yield* accountOf(organization), account(115, 0))
    })
  )
}

/** Declares what claims and records promise of it. */
export const runPauseTests = (it: StoresIt) => {
  it.effect("hands runs of a paused organization out without a hold, and those of others as ever", () =>
    Effect.gen(function* () {
      const [resting, working] = [yield* freshOrganization({ credits: 10 }), yield* freshOrganization({ credits: 10 })]
      const queued = yield* newMonitor(resting.id)
      yield* newMonitor(working.id)
      yield* pause(resting)
      const claims = [...(yield* claimRuns(resting.id))]
      assert.deepStrictEqual(
        claims.map(({ funding, run }) => [run.id, run.status, funding]),
        [[queued.run.id, "running", "paused"]]
      )
      assert.deepStrictEqual(yield* accountOf(resting), account(10, 0))
      assert.deepStrictEqual(yield* accountOf(working), account(10, 1))

      const outcome = skipped(claims[0]!, yield* DateTime.now)
      yield* recordRun({ ...outcome, run: { ...outcome.run, skipReason: "collection_paused" } })
      const run = yield* storedRun(queued.run)
      assert.deepInclude(run, { status: "skipped", skipReason: "collection_paused", creditsCharged: 0 })
      assert.deepStrictEqual(yield* accountOf(resting), account(10, 0))
    })
  )

  it.effect("funds the slot that comes when the pause is over, and none before", () =>
    Effect.gen(function* () {
      const organization = yield* freshOrganization({ credits: 10 })
      yield* watchedMonitor(organization.id)
      const { createdAt: anchorAt } = organization
      yield* pause(organization, DateTime.add(anchorAt, { hours: 2 }))
      yield* TestClock.adjust("1 hour")
      const paused = yield* claimRun(organization.id)
      assert.strictEqual(paused.funding, "paused")
      yield* recordRun(skipped(paused, yield* DateTime.now))
      yield* TestClock.adjust("1 hour")
      const funded = yield* claimRun(organization.id)
      assert.strictEqual(funded.funding, "held")
      assert.strictEqual((yield* accountOf(organization)).held, 1)
    })
  )

  it.effect("rests while the organization is disabled, too", () =>
    Effect.gen(function* () {
      const organization = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(organization.id)
      yield* change(organization, { disabled: true })
      assert.strictEqual((yield* claimRun(organization.id)).funding, "paused")
      assert.deepStrictEqual(yield* accountOf(organization), account(10, 0))
    })
  )

  it.effect("lets a run go on that was paid for before the pause, also when it is claimed again", () =>
    Effect.gen(function* () {
      const organization = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(organization.id)
      const first = yield* claimRun(organization.id)
      yield* pause(organization)
      yield* TestClock.adjust(lease)
      const again = yield* claimRun(organization.id)
      assert.deepStrictEqual([again.run.id, again.funding], [first.run.id, "held"])
      assert.strictEqual((yield* recordRun(completed(again, yield* DateTime.now)))._tag, "Recorded")
      assert.deepStrictEqual(yield* accountOf(organization), account(9, 0))
    })
  )

  it.effect("skips such a run when its hold expired before it was claimed again", () =>
    Effect.gen(function* () {
      const organization = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(organization.id)
      yield* claimRun(organization.id)
      yield* pause(organization)
      yield* TestClock.adjust("1 hour")
      yield* (yield* CreditLedger).expire(yield* DateTime.now, 100_000)
      assert.strictEqual((yield* claimRun(organization.id)).funding, "paused")
      assert.deepStrictEqual(yield* accountOf(organization), account(10, 0))
    })
  )
}
