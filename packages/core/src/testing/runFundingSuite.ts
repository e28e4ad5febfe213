/** What a claim holds, and what a record charges. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { Entry } from "../credits/domain/Ledger.ts"
import { runPrice } from "../monitors/domain/Target.ts"
import { type RunClaim, RunStore } from "../monitors/RunStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import {
  assertBaseline,
  assertSame,
  claimRun,
  claimRuns,
  completed,
  failed,
  freshOrganization,
  lease,
  newMonitor,
  recordRun,
  skipped,
  storedRun
} from "./arrangements.ts"
import { entryOf, freshId, targetOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const account = (balance: number, held: number) => ({ balance, held, available: balance - held })

/** What the organization has, which the recent account must show as well: runs move credits through another port. */
const accountOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const ledger = yield* CreditLedger
  const found = yield* ledger.account(organizationId)
  assert.deepStrictEqual(yield* ledger.recentAccount(organizationId), found)
  return found
})

const priceTwo = targetOf({ actions: [{ do: "wait", timeMs: 100 }] })

const holdTests = (it: StoresIt) => {
  it.effect("holds the price of a run while it runs, under the run's id", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      yield* newMonitor(id, { target: priceTwo })
      assert.deepStrictEqual(yield* accountOf(id), account(10, 0))
      const claims = yield* claimRuns(id)
      assert.isTrue(claims.every((claim) => claim.funding === "held"))
      assert.deepStrictEqual(yield* accountOf(id), account(10, 3))
      for (const claim of claims) yield* ledger.release(claim.run.id)
      assert.deepStrictEqual(yield* accountOf(id), account(10, 0))
    })
  )

  it.effect("hands a run out unfunded when its price is not available, and holds nothing for it", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 1 })
      const { monitor } = yield* newMonitor(id, { target: priceTwo })
      const claim = yield* claimRun(id)
      assert.strictEqual(claim.funding, "short")
      assert.strictEqual(claim.run.status, "running")
      assert.deepStrictEqual(yield* accountOf(id), account(1, 0))
      const now = yield* DateTime.now
      assert.strictEqual((yield* recordRun(skipped(claim, now)))._tag, "Recorded")
      const run = yield* storedRun(claim.run)
      assert.deepInclude(run, { status: "skipped", skipReason: "insufficient_credits", monitorId: monitor.id })
      assert.deepStrictEqual(yield* accountOf(id), account(1, 0))
    })
  )

  it.effect("hands runs out unfunded to an organization that never had credits", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 0 })
      yield* newMonitor(id)
      assert.strictEqual((yield* claimRun(id)).funding, "short")
      assert.deepStrictEqual(yield* accountOf(id), account(0, 0))
    })
  )

  it.effect("funds as many runs claimed together as credits allow", () =>
    Effect.gen(function* () {
      const [poor, rich] = [yield* freshOrganization({ credits: 3 }), yield* freshOrganization({ credits: 100 })]
      yield* Effect.forEach([poor, poor, rich, poor, poor, rich, poor], ({ id }) => newMonitor(id))
      const now = yield* DateTime.now
      const claims = yield* (yield* RunStore).claimDue({
        now,
        limit: 100,
        lease,
        holdUntil: DateTime.add(now, { minutes: 15 }),
        runIds: Array.from({ length: 100 }, (_, index) => `run_unused_${index}`)
      })
      const funded = (id: OrganizationId) =>
        claims.filter((claim) => claim.stored.monitor.organizationId === id && claim.funding === "held").length
      assert.strictEqual(funded(poor.id), 3)
      assert.strictEqual(funded(rich.id), 2)
      assert.deepStrictEqual(yield* accountOf(poor.id), account(3, 3))
      assert.deepStrictEqual(yield* accountOf(rich.id), account(100, 2))
    })
  )

  it.effect("funds what one cannot pay to those after it, claimed together as one by one", () =>
    Effect.gen(function* () {
      const funded = [
        { credits: 3, prices: [2, 2, 1], held: [2, 1] },
        { credits: 2, prices: [1, 2, 2, 1, 1], held: [1, 1] },
        { credits: 1, prices: [2, 2, 1, 1], held: [1] },
        { credits: 5, prices: [2, 1, 2], held: [2, 1, 2] },
        { credits: 0, prices: [1, 2], held: [] }
      ]
      for (const together of [true, false]) {
        const organizations = yield* Effect.forEach(funded, ({ credits }) => freshOrganization({ credits }))
        for (const [index, { prices }] of funded.entries()) {
          for (const price of prices) {
            yield* newMonitor(organizations[index]!.id, price === 2 ? { target: priceTwo } : {})
            yield* TestClock.adjust("1 millis")
          }
        }
        const now = yield* DateTime.now
        const [limit, holdUntil] = [together ? 100 : 1, DateTime.add(now, { minutes: 15 })]
        const claims: Array<RunClaim> = []
        for (;;) {
          const runIds = Array.from({ length: limit }, () => freshId("run"))
          const more = yield* (yield* RunStore).claimDue({ now, limit, lease, holdUntil, runIds })
          claims.push(...more)
          if (more.length < limit) break
        }
        for (const [index, { held }] of funded.entries()) {
          const { id } = organizations[index]!
          const prices = claims
            .filter((claim) => claim.stored.monitor.organizationId === id && claim.funding === "held")
            .map((claim) => runPrice(claim.stored.monitor.target))
          assert.deepStrictEqual(prices, held)
          const sum = held.reduce((total, price) => total + price, 0)
          assert.deepStrictEqual(yield* accountOf(id), account(funded[index]!.credits, sum))
        }
      }
    })
  )

  it.effect(
    "never funds more runs than credits allow to many callers at once",
    () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization({ credits: 15 })
        yield* Effect.forEach(Array.from({ length: 40 }), () => newMonitor(id), { discard: true })
        const claimed = yield* Effect.forEach(Array.from({ length: 20 }), () => claimRuns(id, 3), {
          concurrency: "unbounded"
        })
        const claims = [...claimed.flat(), ...(yield* claimRuns(id))]
        assert.strictEqual(claims.length, 40)
        assert.strictEqual(claims.filter((claim) => claim.funding === "held").length, 15)
        assert.deepStrictEqual(yield* accountOf(id), account(15, 15))
      }),
    longTestMillis
  )

  it.effect("keeps the hold of a run that is claimed again, and lengthens it", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 1 })
      yield* newMonitor(id)
      const late = yield* claimRun(id)
      const firstEnd = DateTime.add(yield* DateTime.now, { minutes: 15 })
      yield* TestClock.adjust("2 minutes")
      const fresh = yield* claimRun(id)
      assert.strictEqual(fresh.funding, "held")
      assert.strictEqual(fresh.run.id, late.run.id)
      assert.deepStrictEqual(yield* accountOf(id), account(1, 1))
      yield* ledger.expire(firstEnd, 100_000)
      assert.deepStrictEqual(yield* accountOf(id), account(1, 1))
      yield* ledger.expire(DateTime.add(firstEnd, { minutes: 2 }), 100_000)
      assert.deepStrictEqual(yield* accountOf(id), account(1, 0))
    })
  )

  it.effect("never shortens the hold of a run that is claimed again", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 1 })
      yield* newMonitor(id)
      yield* claimRun(id)
      const end = DateTime.add(yield* DateTime.now, { minutes: 15 })
      yield* TestClock.adjust(lease)
      const now = yield* DateTime.now
      const holdUntil = DateTime.add(now, { seconds: 1 })
      const [again] = yield* (yield* RunStore).claimDue({ now, limit: 1, lease, holdUntil, runIds: [freshId("run")] })
      assert.deepInclude(again, { funding: "held" })
      yield* ledger.expire(DateTime.subtract(end, { seconds: 1 }), 100_000)
      assert.deepStrictEqual(yield* accountOf(id), account(1, 1))
      yield* ledger.expire(end, 100_000)
      assert.deepStrictEqual(yield* accountOf(id), account(1, 0))
    })
  )

  it.effect("holds the price again when the hold expired before the run was claimed again", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 5 })
      yield* newMonitor(id)
      yield* claimRun(id)
      yield* TestClock.adjust("1 hour")
      yield* ledger.expire(yield* DateTime.now, 100_000)
      assert.deepStrictEqual(yield* accountOf(id), account(5, 0))
      const claim = yield* claimRun(id)
      assert.strictEqual(claim.funding, "held")
      assert.deepStrictEqual(yield* accountOf(id), account(5, 1))
      yield* recordRun(completed(claim, yield* DateTime.now))
      assert.deepStrictEqual(yield* accountOf(id), account(4, 0))
    })
  )

  it.effect("funds a run that is claimed again once credits came", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 0 })
      yield* newMonitor(id)
      assert.strictEqual((yield* claimRun(id)).funding, "short")
      yield* (yield* CreditLedger).post(entryOf(id, 5))
      yield* TestClock.adjust(lease)
      assert.strictEqual((yield* claimRun(id)).funding, "held")
      assert.deepStrictEqual(yield* accountOf(id), account(5, 1))
    })
  )
}

const chargeTests = (it: StoresIt) => {
  it.effect("charges a completed run and ends its hold", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id, { target: priceTwo })
      const claim = yield* claimRun(id)
      const outcome = completed(claim, yield* DateTime.now)
      yield* recordRun(outcome)
      assert.deepStrictEqual(yield* accountOf(id), account(8, 0))
      const entries = yield* (yield* CreditLedger).entries(id, { limit: 10, after: null })
      const charge = entries.find((entry) => entry.cause.kind === "run")
      assertSame(Entry, charge!, outcome.entry!)
      const run = yield* storedRun(claim.run)
      assert.strictEqual(run.creditsCharged, 2)
    })
  )

  it.effect("gives the hold of a failed run back", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      const claim = yield* claimRun(id)
      yield* recordRun(failed(claim, yield* DateTime.now))
      assert.deepStrictEqual(yield* accountOf(id), account(10, 0))
      const gone = yield* Effect.flip((yield* CreditLedger).release(claim.run.id))
      assert.strictEqual(gone._tag, "HoldGone")
    })
  )

  it.effect("gives the hold of a skipped run back", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      const outcome = skipped(yield* claimRun(id), yield* DateTime.now)
      yield* recordRun({ ...outcome, run: { ...outcome.run, skipReason: "monitor_paused" } })
      assert.deepStrictEqual(yield* accountOf(id), account(10, 0))
    })
  )

  it.effect("charges nothing when the hold expired while the run ran, and records it all the same", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      const { monitor } = yield* newMonitor(id)
      const claim = yield* claimRun(id)
      yield* (yield* CreditLedger).expire(DateTime.add(yield* DateTime.now, { minutes: 15 }), 100_000)
      const outcome = completed(claim, yield* DateTime.now)
      assert.strictEqual((yield* recordRun(outcome))._tag, "Recorded")
      assert.deepStrictEqual(yield* accountOf(id), account(10, 0))
      const run = yield* storedRun(claim.run)
      assert.deepInclude(run, { status: "completed", creditsCharged: 0 })
      yield* assertBaseline(monitor, outcome.baseline)
    })
  )

  it.effect("never charges more than was held", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      const claim = yield* claimRun(id)
      const outcome = completed(claim, yield* DateTime.now)
      yield* recordRun({
        ...outcome,
        run: { ...outcome.run, creditsCharged: 2 },
        entry: { ...outcome.entry!, credits: -2 }
      })
      assert.deepStrictEqual(yield* accountOf(id), account(9, 0))
      const run = yield* storedRun(claim.run)
      assert.strictEqual(run.creditsCharged, 1)
    })
  )
}

/** Declares what claims hold and records charge. */
export const runFundingTests = (it: StoresIt) => {
  holdTests(it)
  chargeTests(it)
}
