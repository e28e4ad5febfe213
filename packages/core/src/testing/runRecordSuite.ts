/** What recording writes, and when it writes nothing. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { ChangeStore } from "../monitors/ChangeStore.ts"
import type { BaselineState } from "../monitors/domain/Baseline.ts"
import { Change } from "../monitors/domain/Change.ts"
import { Monitor } from "../monitors/domain/Monitor.ts"
import { Run } from "../monitors/domain/Run.ts"
import { MonitorStore, type StoredMonitor } from "../monitors/MonitorStore.ts"
import { type RunOutcome, RunStore } from "../monitors/RunStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { Delivery, decideAttempt, SendOutcome } from "../webhooks/domain/Delivery.ts"
import {
  assertBaseline,
  assertSame,
  claimDeliveries,
  claimDelivery,
  claimRun,
  claimRuns,
  completed,
  failed,
  freshOrganization,
  lease,
  newMonitor,
  recordRun,
  rowsOf,
  storedBaseline,
  storedDelivery,
  storedMonitor,
  storedRun,
  watchedMonitor
} from "./arrangements.ts"
import { changeOf, deliveryOf, monitorOf, subscriptionOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

/** What runs know of a page that flickers. */
const knownPage = {
  digest: "d1",
  noiseRules: 1,
  steady: 3,
  flicker: { lines: [-2_147_483_648, 7, 2_147_483_647], held: [{ difference: -5, looks: 12 }] }
}

/** A monitor with a webhook, claimed, and an outcome that writes everything there is to write. */
const fullOutcome = Effect.fnUntraced(function* (organizationId: Monitor["organizationId"]) {
  const now = yield* DateTime.now
  const bare = monitorOf(organizationId, now)
  yield* newMonitor(organizationId, { ...bare, subscription: subscriptionOf(bare) })
  const claim = yield* claimRun(organizationId)
  const change = changeOf(claim.run, now, { tags: ["a"] })
  const outcome = completed(claim, now, {
    change,
    deliveries: [deliveryOf(claim.run, now), deliveryOf(claim.run, now)]
  })
  return {
    ...outcome,
    next: { ...outcome.next, lastChangeAt: now, baseline: { ...outcome.next.baseline!, ...knownPage } },
    run: {
      ...outcome.run,
      changeDetected: true,
      changeId: change.id,
      trace: [
        { step: "fetch" as const, startedAt: now, durationMs: 12, outcome: "200, 5 kB" },
        {
          step: "filter" as const,
          startedAt: now,
          durationMs: 0,
          outcome: "left out 1 counter (p.views; 9 characters)"
        }
      ]
    },
    change
  } satisfies RunOutcome
})

const assertNothingWritten = Effect.fnUntraced(function* (outcome: RunOutcome & { readonly change: Change }) {
  const { organizationId } = outcome.run
  assert.isTrue(Option.isNone(yield* (yield* ChangeStore).get(organizationId, outcome.change.id)))
  for (const { id } of outcome.deliveries) {
    assert.isTrue(Option.isNone(yield* (yield* DeliveryStore).get(organizationId, id)))
  }
  assert.notStrictEqual((yield* storedRun(outcome.run)).status, "completed")
  const entries = yield* (yield* CreditLedger).entries(organizationId, { limit: 10, after: null })
  assert.deepStrictEqual(
    entries.filter((entry) => entry.cause.kind === "run"),
    []
  )
})

const rename = Effect.fnUntraced(function* (stored: StoredMonitor, name: string) {
  yield* (yield* MonitorStore).update({
    stored,
    next: { ...stored.monitor, name },
    queue: null,
    skipQueued: null,
    cancelDeliveries: false,
    clearFailure: false
  })
})

/** A monitor whose run told of a change with deliveries that wait, claimed again an hour later. */
const toldAndClaimed = Effect.fnUntraced(function* (organizationId: Monitor["organizationId"]) {
  const outcome = yield* fullOutcome(organizationId)
  yield* recordRun(outcome)
  yield* TestClock.adjust("1 hour")
  const claim = yield* claimRun(organizationId)
  const change = changeOf(claim.run, yield* DateTime.now)
  const undoing = { ...completed(claim, yield* DateTime.now, { change }), change }
  return { waiting: outcome.deliveries, undoing }
})

const cancelTests = (it: StoresIt) => {
  it.effect("cancels what waits to tell of a change that is taken back, and nothing else", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { undoing, waiting } = yield* toldAndClaimed(id)
      const [first, second] = waiting
      assert.deepStrictEqual(yield* recordRun({ ...undoing, cancels: [first!.id] }), { _tag: "Recorded" })
      const { delivery } = yield* storedDelivery(first!)
      assertSame(Delivery, delivery, {
        ...first!,
        status: "cancelled",
        cancelReason: "change_undone",
        nextAttemptAt: null
      })
      assertSame(Delivery, (yield* storedDelivery(second!)).delivery, second!)
      const claims = yield* claimDeliveries(id)
      assert.deepStrictEqual(
        claims.map((claim) => claim.delivery.id),
        [second!.id]
      )
    })
  )

  it.effect("writes nothing of an outcome that would cancel what was attempted, cancelled or is another's", () =>
    Effect.gen(function* () {
      const [{ id }, { id: other }] = [yield* freshOrganization(), yield* freshOrganization()]
      const others = yield* fullOutcome(other)
      yield* recordRun(others)
      const { undoing, waiting } = yield* toldAndClaimed(id)
      const [first, second] = waiting
      const stranger = others.deliveries[0]!
      assert.deepStrictEqual(yield* recordRun({ ...undoing, cancels: [first!.id, stranger.id] }), { _tag: "Told" })
      assert.strictEqual((yield* storedDelivery(stranger)).delivery.status, "pending")
      const claims = yield* claimDeliveries(id)
      const cancels = waiting.map((one) => one.id)
      assert.deepStrictEqual(yield* recordRun({ ...undoing, cancels }), { _tag: "Told" })
      const at = yield* DateTime.now
      const decisions = claims.map((claim) => ({
        claim,
        decision: decideAttempt(claim, SendOutcome.cases.Answered.make({ httpStatus: 503 }), at)
      }))
      yield* DeliveryStore.use((deliveries) => deliveries.record(decisions))
      assert.deepStrictEqual(yield* recordRun({ ...undoing, cancels }), { _tag: "Told" })
      assert.isTrue(Option.isNone(yield* (yield* ChangeStore).get(id, undoing.change.id)))
      assert.strictEqual((yield* storedRun(undoing.run)).status, "running")
      assert.strictEqual((yield* storedDelivery(first!)).delivery.status, "retrying")
      assert.deepStrictEqual(yield* recordRun(undoing), { _tag: "Recorded" })
      assert.strictEqual((yield* storedDelivery(second!)).delivery.status, "retrying")
    })
  )

  it.effect("tells a lost claim and an outdated monitor before what it would have cancelled", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { undoing, waiting } = yield* toldAndClaimed(id)
      yield* claimDeliveries(id)
      const cancels = waiting.map((one) => one.id)
      yield* rename(undoing.claim.stored, "Renamed")
      assert.strictEqual((yield* recordRun({ ...undoing, cancels }))._tag, "Outdated")
      const lost = { ...undoing, claim: { ...undoing.claim, token: undoing.claim.token + 1 }, cancels }
      assert.deepStrictEqual(yield* recordRun(lost), { _tag: "ClaimLost" })
    })
  )

  it.effect("either sends what waits or cancels it, when both are tried at once", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { undoing, waiting } = yield* toldAndClaimed(id)
      const cancels = waiting.map((one) => one.id)
      const [recorded, claims] = yield* Effect.all([recordRun({ ...undoing, cancels }), claimDeliveries(id)], {
        concurrency: 2
      })
      assert.strictEqual(recorded._tag, claims.length === 0 ? "Recorded" : "Told")
    })
  )
}

const writeTests = (it: StoresIt) => {
  it.effect("writes run, monitor, baseline, change, charge and deliveries together", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      const outcome = yield* fullOutcome(id)
      assert.deepStrictEqual(yield* recordRun(outcome), { _tag: "Recorded" })
      assertSame(Run, yield* storedRun(outcome.run), outcome.run)
      const stored = yield* storedMonitor(outcome.next)
      assertSame(Monitor, stored.monitor, outcome.next)
      assert.isAbove(stored.revision, outcome.claim.stored.revision)
      yield* assertBaseline(outcome.next, outcome.baseline)
      assertSame(Change, Option.getOrThrow(yield* (yield* ChangeStore).get(id, outcome.change.id)), outcome.change)
      for (const delivery of outcome.deliveries) {
        const found = yield* storedDelivery(delivery)
        assertSame(Delivery, found.delivery, delivery)
        assert.isTrue(found.hasDestination)
      }
      const account = yield* (yield* CreditLedger).account(id)
      assert.deepStrictEqual(account, { balance: 9, held: 0, available: 9 })
    })
  )

  it.effect("keeps the baseline that is there when the run brings none", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      const before = yield* storedBaseline(stored.monitor)
      yield* TestClock.adjust("1 hour")
      yield* recordRun(failed(yield* claimRun(id), yield* DateTime.now))
      yield* assertBaseline(stored.monitor, before)
      const { monitor } = yield* storedMonitor(stored.monitor)
      assert.deepInclude(monitor, { failuresInARow: 1 })
      assert.strictEqual(monitor.lastError?.code, "fetch_failed")
    })
  )

  it.effect("replaces the baseline with the one that the run brings", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const stored = yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const outcome = completed(yield* claimRun(id), yield* DateTime.now)
      yield* recordRun(outcome)
      yield* assertBaseline(stored.monitor, outcome.baseline)
    })
  )

  it.effect("keeps the baselines of every kind of target, and puts one kind in the place of another", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const states: ReadonlyArray<BaselineState> = [
        { type: "sitemap", urls: ["https://example.com", "https://example.com/caf%C3%A9?a=1"] },
        {
          type: "extract",
          data: { plans: [{ name: "Pro", price: 12 }], note: null },
          urlsAnalyzed: ["https://example.com"]
        },
        { type: "page", text: '{"type":"sitemap"}' }
      ]
      const stored = yield* watchedMonitor(id)
      for (const state of states) {
        yield* TestClock.adjust("1 hour")
        const now = yield* DateTime.now
        const baseline = { ...state, capturedAt: now }
        yield* recordRun(completed(yield* claimRun(id), now, { baseline }))
        yield* assertBaseline(stored.monitor, baseline)
      }
    })
  )

  it.effect("moves the monitor to its next slot and frees it", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* watchedMonitor(id)
      yield* TestClock.adjust("1 hour")
      const first = yield* claimRun(id)
      yield* recordRun(completed(first, yield* DateTime.now))
      assert.deepStrictEqual(yield* claimRuns(id), [])
      yield* TestClock.adjust("1 hour")
      const second = yield* claimRun(id)
      assert.notStrictEqual(second.run.id, first.run.id)
      assert.isAbove(second.token, first.token)
    })
  )

  it.effect("makes the deliveries it writes due", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const outcome = yield* fullOutcome(id)
      const [first] = outcome.deliveries
      yield* recordRun({ ...outcome, deliveries: [first!] })
      assert.strictEqual((yield* claimDelivery(id)).delivery.id, first!.id)
    })
  )

  it.effect("answers several outcomes in the order given, each on its own", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const made = yield* Effect.forEach([1, 2, 3], () => newMonitor(id))
      const claims = yield* claimRuns(id)
      const now = yield* DateTime.now
      const claimOf = (index: number) => claims.find((claim) => claim.stored.monitor.id === made[index]!.monitor.id)!
      yield* (yield* MonitorStore).remove(id, made[0]!.monitor.id, now)
      yield* rename(claimOf(1).stored, "Renamed")
      const outcomes = [0, 1, 2].map((index) => completed(claimOf(index), now))
      const recorded = yield* (yield* RunStore).record(outcomes)
      assert.deepStrictEqual(
        recorded.map(({ _tag }) => _tag),
        ["ClaimLost", "Outdated", "Recorded"]
      )
      assert.deepStrictEqual(yield* (yield* RunStore).record([]), [])
    })
  )
}

const lostTests = (it: StoresIt) => {
  it.effect("drops what the holder of an older token records", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      const late = yield* fullOutcome(id)
      yield* TestClock.adjust(lease)
      const fresh = yield* claimRun(id)
      assert.deepStrictEqual(yield* recordRun(late), { _tag: "ClaimLost" })
      yield* assertNothingWritten(late)
      assert.deepStrictEqual(yield* (yield* CreditLedger).account(id), { balance: 10, held: 1, available: 9 })
      const stored = yield* storedMonitor(late.next)
      assert.strictEqual(stored.revision, late.claim.stored.revision)

      assert.deepStrictEqual(yield* recordRun(completed(fresh, yield* DateTime.now)), { _tag: "Recorded" })
      assert.deepStrictEqual(yield* recordRun(late), { _tag: "ClaimLost" })
      yield* Effect.forEach(late.deliveries, ({ id: deliveryId }) =>
        Effect.map(
          Effect.flatMap(DeliveryStore, (store) => store.get(id, deliveryId)),
          (found) => assert.isTrue(Option.isNone(found))
        )
      )
    })
  )

  it.effect("takes the outcome of a claim that comes together with that of the one before it", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      const stale = yield* claimRun(id)
      yield* TestClock.adjust(lease)
      const live = yield* claimRun(id)
      const now = yield* DateTime.now
      for (const claims of [[stale, live], [live]]) {
        const recorded = yield* (yield* RunStore).record(claims.map((claim) => completed(claim, now)))
        assert.deepStrictEqual(
          recorded.map(({ _tag }) => _tag),
          claims.length === 2 ? ["ClaimLost", "Recorded"] : ["ClaimLost"]
        )
      }
      assert.strictEqual((yield* storedRun(live.run)).status, "completed")
      assert.strictEqual((yield* (yield* CreditLedger).account(id)).balance, 9)
    })
  )

  it.effect("takes what a holder records after its lease ended while nobody else claimed", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id)
      const claim = yield* claimRun(id)
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(yield* recordRun(completed(claim, yield* DateTime.now)), { _tag: "Recorded" })
      assert.deepStrictEqual(yield* claimRuns(id), [])
    })
  )

  it.effect("ends a run once, and charges it once, when the same record is sent again", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      const outcome = yield* fullOutcome(id)
      assert.deepStrictEqual(yield* recordRun(outcome), { _tag: "Recorded" })
      assert.deepStrictEqual(yield* recordRun(outcome), { _tag: "ClaimLost" })
      assert.strictEqual((yield* (yield* CreditLedger).account(id)).balance, 9)
      const page = { limit: 10, after: null }
      assert.strictEqual((yield* rowsOf((yield* DeliveryStore).list(id, { type: "monitor" }, page))).length, 2)
    })
  )

  it.effect("drops the outcome of a monitor that was removed, and ends its run and hold", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      const outcome = yield* fullOutcome(id)
      const now = yield* DateTime.now
      yield* (yield* MonitorStore).remove(id, outcome.next.id, now)
      assert.deepStrictEqual(yield* recordRun(outcome), { _tag: "ClaimLost" })
      yield* assertNothingWritten(outcome)
      assert.isTrue(Option.isNone(yield* (yield* MonitorStore).get(id, outcome.next.id)))
      const run = yield* storedRun(outcome.run)
      assert.strictEqual(run.status, "skipped")
      assert.strictEqual(run.completedAt?.epochMilliseconds, now.epochMilliseconds)
      const account = yield* (yield* CreditLedger).account(id)
      assert.deepStrictEqual(account, { balance: 10, held: 0, available: 10 })
    })
  )

  it.effect(
    "records one of many outcomes sent at once for the same claim",
    () =>
      Effect.gen(function* () {
        const runs = yield* RunStore
        const { id } = yield* freshOrganization({ credits: 10 })
        yield* newMonitor(id)
        const claim = yield* claimRun(id)
        const now = yield* DateTime.now
        const recorded = yield* Effect.forEach(
          Array.from({ length: 50 }, () => completed(claim, now, { deliveries: [deliveryOf(claim.run, now)] })),
          (outcome) => runs.record([outcome]),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(recorded.flat().filter(({ _tag }) => _tag === "Recorded").length, 1)
        assert.strictEqual(recorded.flat().filter(({ _tag }) => _tag === "ClaimLost").length, 49)
        assert.strictEqual((yield* (yield* CreditLedger).account(id)).balance, 9)
        const page = { limit: 100, after: null }
        assert.strictEqual((yield* rowsOf((yield* DeliveryStore).list(id, { type: "monitor" }, page))).length, 1)
      }),
    longTestMillis
  )
}

const outdatedTests = (it: StoresIt) => {
  it.effect("asks to decide again when the owner changed the monitor meanwhile", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      const outcome = yield* fullOutcome(id)
      yield* rename(outcome.claim.stored, "Renamed")
      const recorded = yield* recordRun(outcome)
      assert.strictEqual(recorded._tag, "Outdated")
      if (recorded._tag !== "Outdated") return
      assert.strictEqual(recorded.stored.monitor.name, "Renamed")
      assert.strictEqual(recorded.stored.revision, (yield* storedMonitor(outcome.next)).revision)
      yield* assertNothingWritten(outcome)
      assert.strictEqual((yield* (yield* CreditLedger).account(id)).held, 1)

      const again = { ...outcome, claim: { ...outcome.claim, stored: recorded.stored } }
      const next = { ...outcome.next, name: "Renamed" }
      assert.deepStrictEqual(yield* recordRun({ ...again, next }), { _tag: "Recorded" })
      assertSame(Monitor, (yield* storedMonitor(next)).monitor, next)
    })
  )

  it.effect("is not outdated by a delivery that failed meanwhile, and keeps what that said of the webhook", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const outcome = yield* fullOutcome(id)
      yield* recordRun({ ...outcome, deliveries: outcome.deliveries.slice(0, 1) })
      yield* TestClock.adjust("1 hour")
      const sending = yield* claimDelivery(id)
      const running = yield* claimRun(id)
      const now = yield* DateTime.now
      const decision = decideAttempt(sending, { _tag: "Answered", httpStatus: 500 }, now)
      yield* (yield* DeliveryStore).record([{ claim: sending, decision }])
      assert.deepStrictEqual(yield* recordRun(completed(running, now)), { _tag: "Recorded" })
      const { monitor } = yield* storedMonitor(outcome.next)
      assert.strictEqual(monitor.subscription?.failure?.consecutiveFailures, 1)
      assert.strictEqual(monitor.subscription?.failure?.lastStatus, "rejected")
    })
  )
}

/** Declares what recording promises. */
export const runRecordTests = (it: StoresIt) => {
  writeTests(it)
  cancelTests(it)
  lostTests(it)
  outdatedTests(it)
}
