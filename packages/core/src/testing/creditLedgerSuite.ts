import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit } from "effect"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { CauseKind, Entry, Hold } from "../credits/domain/Ledger.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { assertSame, freshOrganization, idsNewestFirst, readInSlices } from "./arrangements.ts"
import { billedOrganization, movedBy } from "./billed.ts"
import { anyOrigin, entryOf, epoch, freshCause, holdOf, organizationOf } from "./builders.ts"
import { chargeUsageTests } from "./chargeUsageSuite.ts"
import { ledgerPauseTests } from "./collectionPauseSuite.ts"
import { ledgerProperties } from "./ledgerPropertiesSuite.ts"
import { buildTimeout, type EmptyStores, longTestMillis, type StoresIt } from "./Stores.ts"

const account = (balance: number, held: number) => ({ balance, held, available: balance - held })

const entriesOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* CreditLedger).entries(organizationId, { limit: 1_000, after: null })
})

const entryTests = (it: StoresIt) => {
  it.effect("knows no credits of an organization that never had any", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = organizationOf()
      assert.deepStrictEqual(yield* ledger.account(id), account(0, 0))
      assert.deepStrictEqual(yield* entriesOf(id), [])
    })
  )

  it.effect("adds entries to the balance and keeps them as they were posted", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 0 })
      const grant = entryOf(id, 100, { cause: freshCause("grant") })
      assert.deepStrictEqual(yield* ledger.post(grant), account(100, 0))
      const spent = entryOf(id, -30, { at: DateTime.add(epoch, { hours: 1 }) })
      assert.deepStrictEqual(yield* ledger.post(spent), account(70, 0))
      assert.deepStrictEqual(yield* ledger.account(id), account(70, 0))
      const entries = yield* entriesOf(id)
      assert.strictEqual(entries.length, 2)
      assertSame(Entry, entries[0]!, spent)
      assertSame(Entry, entries[1]!, grant)
    })
  )

  it.effect("shows in the recent account at once what was moved here, by whatever method", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      assert.deepStrictEqual(yield* ledger.recentAccount(id), account(100, 0))
      yield* ledger.post(entryOf(id, -10))
      assert.deepStrictEqual(yield* ledger.recentAccount(id), account(90, 0))
      const [spent, kept, old] = [holdOf(id, 20), holdOf(id, 30), holdOf(id, 5)]
      yield* ledger.hold(spent)
      yield* ledger.hold(kept)
      yield* ledger.hold(old)
      assert.deepStrictEqual(yield* ledger.recentAccount(id), account(90, 55))
      yield* ledger.settle(spent.id, entryOf(id, -15, { cause: spent.cause }), anyOrigin)
      assert.deepStrictEqual(yield* ledger.recentAccount(id), account(75, 35))
      yield* ledger.release(kept.id)
      assert.deepStrictEqual(yield* ledger.recentAccount(id), account(75, 5))
      yield* ledger.expire(old.expiresAt, 1_000)
      assert.deepStrictEqual(yield* ledger.recentAccount(id), account(75, 0))
    })
  )

  it.effect("moves credits once for one cause, even when they would not suffice twice", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const [{ id }, other] = [yield* freshOrganization({ credits: 100 }), yield* freshOrganization({ credits: 100 })]
      const cause = freshCause()
      yield* ledger.post(entryOf(id, -80, { cause }))
      assert.deepStrictEqual(yield* ledger.post(entryOf(id, -80, { cause })), account(20, 0))
      assert.strictEqual((yield* entriesOf(id)).length, 2)
      // The same words of another organization, or of another kind, are another cause.
      assert.deepStrictEqual(yield* ledger.post(entryOf(other.id, -80, { cause })), account(20, 0))
      assert.deepStrictEqual(
        yield* ledger.post(entryOf(id, 5, { cause: { ...cause, kind: "refund" } })),
        account(25, 0)
      )
    })
  )

  it.effect("refuses an entry that would overdraw and writes nothing", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      yield* ledger.hold(holdOf(id, 60))
      const refused = entryOf(id, -41)
      const error = yield* Effect.flip(ledger.post(refused))
      assert.deepInclude(error, { _tag: "OutOfCredits", available: 40, needed: 41 })
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 60))
      assert.strictEqual((yield* entriesOf(id)).length, 1)
      // What was refused moved nothing, so its cause is still free.
      assert.deepStrictEqual(yield* ledger.post({ ...refused, credits: -40 }), account(60, 60))
    })
  )

  it.effect("lists entries newest first, in slices that neither repeat nor leave out", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 0 })
      // Three moments for the entries of all kinds, so that ids break ties, also between kinds.
      const kinds = CauseKind.literals
      const posted = Array.from({ length: 4 * kinds.length }, (_, index) =>
        entryOf(id, 1, {
          at: DateTime.add(epoch, { minutes: index % 3 }),
          cause: freshCause(kinds[(index * 5) % kinds.length])
        })
      )
      yield* Effect.forEach(posted, ledger.post)
      const position = (entry: Entry) => ({ at: entry.at, id: entry.id })
      const read = yield* readInSlices((slice) => Effect.map(ledger.entries(id, slice), wholePart), position)
      assert.deepStrictEqual(
        read.map((entry) => entry.id),
        idsNewestFirst(posted, position)
      )
    })
  )
}

const holdTests = (it: StoresIt) => {
  it.effect("sets credits aside, and no more than are available", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const hold = holdOf(id, 60)
      assertSame(Hold, yield* ledger.hold(hold), hold)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 60))
      const error = yield* Effect.flip(ledger.hold(holdOf(id, 41)))
      assert.deepInclude(error, { _tag: "OutOfCredits", available: 40, needed: 41 })
      yield* ledger.hold(holdOf(id, 40))
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 100))
    })
  )

  it.effect("gives the same hold again for the same cause", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const hold = yield* ledger.hold(holdOf(id, 60))
      assertSame(Hold, yield* ledger.hold(holdOf(id, 60, { cause: hold.cause })), hold)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 60))
      // The same words of another organization are another cause.
      const other = yield* freshOrganization({ credits: 100 })
      const others = holdOf(other.id, 60, { cause: hold.cause })
      assertSame(Hold, yield* ledger.hold(others), others)
      assert.deepStrictEqual(yield* ledger.account(other.id), account(100, 60))
    })
  )

  it.effect("spends what was needed and gives the rest back", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const hold = yield* ledger.hold(holdOf(id, 60))
      const entry = entryOf(id, -25, { cause: hold.cause })
      assert.deepStrictEqual(yield* ledger.settle(hold.id, entry, anyOrigin), account(75, 0))
      assert.isTrue((yield* entriesOf(id)).some((one) => one.id === entry.id && one.credits === -25))
    })
  )

  it.effect("refuses to spend more than was held and keeps the hold", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const hold = yield* ledger.hold(holdOf(id, 60))
      const exit = yield* Effect.exit(ledger.settle(hold.id, entryOf(id, -61, { cause: hold.cause }), anyOrigin))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 60))
      assert.strictEqual((yield* entriesOf(id)).length, 1)
    })
  )

  it.effect("ends a hold once, settled or released", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const settled = yield* ledger.hold(holdOf(id, 10))
      const released = yield* ledger.hold(holdOf(id, 10))
      yield* ledger.settle(settled.id, entryOf(id, -10, { cause: settled.cause }), anyOrigin)
      assert.deepStrictEqual(yield* ledger.release(released.id), account(90, 0))
      for (const { id: holdId, cause } of [settled, released]) {
        const again = yield* Effect.flip(ledger.settle(holdId, entryOf(id, -10, { cause }), anyOrigin))
        assert.deepInclude(again, { _tag: "HoldGone", holdId })
        assert.deepInclude(yield* Effect.flip(ledger.release(holdId)), { _tag: "HoldGone", holdId })
      }
      assert.deepInclude(yield* Effect.flip(ledger.release("no such hold")), { _tag: "HoldGone" })
      assert.deepStrictEqual(yield* ledger.account(id), account(90, 0))
    })
  )

  it.effect("settles no hold of another organization", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const [{ id }, other] = [yield* freshOrganization({ credits: 100 }), yield* freshOrganization({ credits: 100 })]
      const hold = yield* ledger.hold(holdOf(id, 10))
      const error = yield* Effect.flip(ledger.settle(hold.id, entryOf(other.id, -10, { cause: hold.cause }), anyOrigin))
      assert.strictEqual(error._tag, "HoldGone")
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 10))
      assert.deepStrictEqual(yield* ledger.account(other.id), account(100, 0))
    })
  )

  it.effect("holds nothing more for a cause that was charged already", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const hold = yield* ledger.hold(holdOf(id, 10))
      yield* ledger.settle(hold.id, entryOf(id, -10, { cause: hold.cause }), anyOrigin)
      const again = yield* ledger.hold(holdOf(id, 10, { cause: hold.cause }))
      assert.deepStrictEqual(yield* ledger.account(id), account(90, 0))
      const error = yield* Effect.flip(ledger.settle(again.id, entryOf(id, -10, { cause: hold.cause }), anyOrigin))
      assert.strictEqual(error._tag, "HoldGone")
    })
  )

  it.effect("holds again for a cause whose hold was given back", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const first = yield* ledger.hold(holdOf(id, 10))
      yield* ledger.release(first.id)
      const second = yield* ledger.hold(holdOf(id, 10, { cause: first.cause }))
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 10))
      const entry = entryOf(id, -10, { cause: first.cause })
      assert.deepStrictEqual(yield* ledger.settle(second.id, entry, anyOrigin), account(90, 0))
    })
  )

  it.effect("charges nothing when a hold is settled for a cause that has its entry, and ends the hold", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const hold = yield* ledger.hold(holdOf(id, 10))
      yield* ledger.post(entryOf(id, -5, { cause: hold.cause }))
      const settled = yield* ledger.settle(hold.id, entryOf(id, -10, { cause: hold.cause }), anyOrigin)
      assert.deepStrictEqual(settled, account(95, 0))
    })
  )

  it.effect("gives expired holds back, the given number of them at most, and never one that has not expired", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      // Other tests left holds behind; from here on only this test's can expire.
      yield* ledger.expire(DateTime.add(epoch, { days: 3_650 }), 100_000)
      const now = DateTime.add(epoch, { hours: 1 })
      const holds = yield* Effect.forEach([-2, -1, 0, 1], (minutes) =>
        ledger.hold(holdOf(id, 10, { expiresAt: DateTime.add(now, { minutes }) }))
      )
      assert.strictEqual(yield* ledger.expire(now, 2), 2)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 20))
      assert.strictEqual(yield* ledger.expire(now, 2), 1)
      assert.strictEqual(yield* ledger.expire(now, 2), 0)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 10))
      const [expired, , , live] = holds
      const entry = entryOf(id, -10, { cause: expired!.cause })
      assert.strictEqual((yield* Effect.flip(ledger.settle(expired!.id, entry, anyOrigin)))._tag, "HoldGone")
      assert.deepStrictEqual(yield* ledger.release(live!.id), account(100, 0))
    })
  )
}

const expiredHoldTests = (it: StoresIt) => {
  it.effect("gives an organization's own expired holds back when it needs them, and no others", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const [{ id }, other] = [yield* freshOrganization({ credits: 100 }), yield* freshOrganization({ credits: 100 })]
      const now = yield* DateTime.now
      const dead = yield* Effect.forEach([1, 0], (minutes) =>
        ledger.hold(holdOf(id, 40, { expiresAt: DateTime.subtract(now, { minutes }) }))
      )
      const others = yield* ledger.hold(holdOf(other.id, 40, { expiresAt: now }))
      const wanted = holdOf(id, 90, { expiresAt: DateTime.add(now, { minutes: 1 }) })
      assertSame(Hold, yield* ledger.hold(wanted), wanted)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 90))
      for (const hold of dead) {
        const late = ledger.settle(hold.id, entryOf(id, -40, { cause: hold.cause }), anyOrigin)
        assert.strictEqual((yield* Effect.flip(late))._tag, "HoldGone")
      }
      assert.deepStrictEqual(yield* ledger.release(others.id), account(100, 0))
    })
  )

  it.effect("keeps holds that have not expired, whoever needs their credits", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const now = yield* DateTime.now
      const live = yield* ledger.hold(holdOf(id, 30, { expiresAt: DateTime.add(now, { seconds: 1 }) }))
      yield* ledger.hold(holdOf(id, 30, { expiresAt: now }))
      const error = yield* Effect.flip(ledger.hold(holdOf(id, 71)))
      assert.deepInclude(error, { _tag: "OutOfCredits", available: 70, needed: 71 })
      assert.deepStrictEqual(yield* ledger.release(live.id), account(100, 0))
    })
  )

  it.effect("holds as many credits as there are where fewer serve too, and none where those are not there", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const wanted = holdOf(id, 140)
      const { credits } = yield* ledger.hold(wanted, 100)
      assert.strictEqual(credits, 100)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 100))
      assert.strictEqual((yield* ledger.hold(holdOf(id, 140, { cause: wanted.cause }), 1)).id, wanted.id)
      const error = yield* Effect.flip(ledger.hold(holdOf(id, 40), 1))
      assert.deepInclude(error, { _tag: "OutOfCredits", available: 0, needed: 1 })
      assert.strictEqual((yield* ledger.hold(holdOf(id, 40), 0)).credits, 0)
      // What is held is what can be charged.
      yield* ledger.settle(wanted.id, entryOf(id, -100, { cause: wanted.cause }), anyOrigin)
      assert.deepStrictEqual(yield* ledger.account(id), account(0, 0))
    })
  )

  it.effect("holds what expired holds give back, too, before fewer credits serve", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      yield* ledger.hold(holdOf(id, 90, { expiresAt: yield* DateTime.now }))
      assert.strictEqual((yield* ledger.hold(holdOf(id, 60), 1)).credits, 60)
      assert.deepStrictEqual(yield* ledger.account(id), account(100, 60))
    })
  )

  it.effect(
    "holds what is left between callers of whom each takes fewer, too",
    () =>
      Effect.gen(function* () {
        const ledger = yield* CreditLedger
        const { id } = yield* freshOrganization({ credits: 100 })
        const holds = yield* Effect.forEach(
          Array.from({ length: 12 }, () => holdOf(id, 30)),
          (hold) => Effect.exit(ledger.hold(hold, 10)),
          { concurrency: "unbounded" }
        )
        const held = holds.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value.credits] : []))
        assert.deepStrictEqual(
          held.toSorted((a, b) => a - b),
          [10, 30, 30, 30]
        )
        assert.deepStrictEqual(yield* ledger.account(id), account(100, 100))
      }),
    longTestMillis
  )

  it.effect("tops nothing up for what expired holds give back", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const organization = yield* billedOrganization({
        autoTopup: { enabled: true, blockCredits: 500, monthlyBudgetCredits: 5_000 }
      })
      const { id } = organization
      yield* ledger.hold(holdOf(id, 1_000, { expiresAt: yield* DateTime.now }))
      yield* ledger.hold(holdOf(id, 1_000))
      assert.deepStrictEqual(yield* ledger.account(id), account(1_000, 1_000))
      assert.deepStrictEqual(yield* movedBy(organization, "topup"), [])
    })
  )
}

const crowdTests = (it: StoresIt) => {
  it.effect(
    "never holds more than there is, however many callers hold at once",
    () =>
      Effect.gen(function* () {
        const ledger = yield* CreditLedger
        const { id } = yield* freshOrganization({ credits: 500 })
        const holds = yield* Effect.forEach(
          Array.from({ length: 100 }, () => holdOf(id, 10)),
          (hold) => Effect.exit(ledger.hold(hold)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(holds.filter(Exit.isSuccess).length, 50)
        assert.deepStrictEqual(yield* ledger.account(id), account(500, 500))
      }),
    longTestMillis
  )

  it.effect(
    "charges one cause once, however many callers post, hold and settle it at once",
    () =>
      Effect.gen(function* () {
        const ledger = yield* CreditLedger
        const { id } = yield* freshOrganization({ credits: 1_000 })
        const [posted, held] = [freshCause(), freshCause()]
        const crowd = Array.from({ length: 50 }, (_, index) => index)
        yield* Effect.forEach(crowd, () => ledger.post(entryOf(id, -10, { cause: posted })), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(yield* ledger.account(id), account(990, 0))
        const holds = yield* Effect.forEach(crowd, () => ledger.hold(holdOf(id, 10, { cause: held })), {
          concurrency: "unbounded"
        })
        assert.strictEqual(new Set(holds.map((hold) => hold.id)).size, 1)
        assert.deepStrictEqual(yield* ledger.account(id), account(990, 10))
        const ends = yield* Effect.forEach(
          crowd,
          (index) =>
            Effect.exit(
              index % 2 === 0
                ? ledger.settle(holds[0]!.id, entryOf(id, -10, { cause: held }), anyOrigin)
                : ledger.release(holds[0]!.id)
            ),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ends.filter(Exit.isSuccess).length, 1)
        const settled = ends.findIndex(Exit.isSuccess) % 2 === 0
        assert.deepStrictEqual(yield* ledger.account(id), account(settled ? 980 : 990, 0))
      }),
    longTestMillis
  )
}

/** What `CreditLedger` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`CreditLedger (${name})`, (it) => {
    entryTests(it)
    holdTests(it)
    expiredHoldTests(it)
    crowdTests(it)
    ledgerPauseTests(it)
    chargeUsageTests(it)
    ledgerProperties(it)
  })
