/** What the store suites do before and beside what they test. */
import { assert } from "@effect/vitest"
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { sightingName } from "../ageing/Ageing.ts"
import { writeSighting } from "../ageing/domain/Sighting.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import type { Baseline } from "../monitors/domain/Baseline.ts"
import type { Monitor } from "../monitors/domain/Monitor.ts"
import type { Run } from "../monitors/domain/Run.ts"
import { storedState } from "../monitors/domain/storedState.ts"
import { runPrice } from "../monitors/domain/Target.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { type RunClaim, type RunOutcome, RunStore } from "../monitors/RunStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { comparePositions, type Part, type Position, pageBytes, pageLimit, type Slice } from "../paging/domain/Page.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import type { Delivery } from "../webhooks/domain/Delivery.ts"
import {
  deliveryOf,
  entryOf,
  epoch,
  freshDigest,
  freshId,
  monitorOf,
  organizationOf,
  queuedRunOf,
  subscriptionOf
} from "./builders.ts"

/** The rows that a look found. */
export const rowsOf = <A, E, R>(look: Effect.Effect<Part<A>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(look, ({ rows }) => rows)

/** Reads a whole list, two rows at a time. */
export const readInSlices = Effect.fnUntraced(function* <A, E, R>(
  read: (slice: Slice) => Effect.Effect<Part<A>, E, R>,
  position: (row: A) => Position
) {
  const rows: Array<A> = []
  let after: Position | null = null
  for (;;) {
    const part: Part<A> = yield* read({ limit: 2, after })
    rows.push(...part.rows)
    const last = part.rows.at(-1)
    after = last === undefined || part.rows.length < 2 ? part.endedAt : position(last)
    if (after === null) return rows
  }
})

/** Reads a whole list, as many rows at a time as there are in each of its parts. */
export const readInParts = Effect.fnUntraced(function* <A, E, R>(
  read: (slice: Slice) => Effect.Effect<Part<A>, E, R>,
  limit: number
) {
  const parts: Array<Part<A>> = []
  let after: Position | null = null
  do {
    const part: Part<A> = yield* read({ limit, after })
    parts.push(part)
    after = part.endedAt
  } while (after !== null)
  return parts
})

/** Reads a whole list of rows that are large: no part has more of them than a page has room for, and one. */
export const readLargeRows = <A, E, R>(read: (slice: Slice) => Effect.Effect<Part<A>, E, R>) =>
  Effect.map(readInParts(read, pageLimit.maximum + 1), (parts) => {
    for (const { rows } of parts) {
      assert.isNotEmpty(rows)
      const bytes = rows.slice(0, -1).reduce((sum, row) => sum + JSON.stringify(row).length, 0)
      // Stores count what is large of a row, and leave out what is small.
      assert.isAtMost(bytes, 1.2 * pageBytes)
    }
    return parts.flatMap(({ rows }) => rows)
  })

/** The ids of rows in the order of a list. */
export const idsNewestFirst = <A>(rows: ReadonlyArray<A>, position: (row: A) => Position): ReadonlyArray<string> =>
  rows
    .map(position)
    .toSorted(comparePositions)
    .map(({ id }) => id)

/** How long the suites' claims last. */
export const lease = Duration.minutes(1)

/** Asserts that two values of a schema are equal once encoded, so that equal moments count as equal. */
export const assertSame = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  actual: S["Type"],
  expected: S["Type"]
) => assert.deepStrictEqual(Schema.encodeSync(schema)(actual), Schema.encodeSync(schema)(expected))

const removeMonitors = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const monitors = yield* MonitorStore
  const now = yield* DateTime.now
  for (;;) {
    const left = yield* rowsOf(monitors.list(organizationId, {}, { limit: 100, after: null }))
    if (left.length === 0) return
    yield* Effect.forEach(left, (monitor) => monitors.remove(organizationId, monitor.id, now), { discard: true })
  }
})

/** An organization of its own for a test, an hour after the test before; its monitors are removed when the test ends. */
export const freshOrganization = Effect.fnUntraced(function* (options: { readonly credits?: number } = {}) {
  // Removal and the hour that passes keep one test's due rows and leases out of the next one's claims.
  if ((yield* Clock.currentTimeMillis) < epoch.epochMilliseconds) yield* TestClock.setTime(epoch.epochMilliseconds)
  else yield* TestClock.adjust("1 hour")
  const now = yield* DateTime.now
  const organization = organizationOf({ createdAt: now })
  yield* Effect.acquireRelease((yield* OrganizationStore).put(organization), () =>
    Effect.orDie(removeMonitors(organization.id))
  )
  const credits = options.credits ?? 1_000
  if (credits > 0) yield* (yield* CreditLedger).post(entryOf(organization.id, credits, { at: now }))
  return organization
})

/**
 * Sets how far the wall time of the clock is ahead of what it measures, in place: whoever holds it has it set, and waits for as long as before.
 */
export const settable = Effect.map(Clock.Clock, (clock) => {
  const [millisOf, nanosOf, monotonicOf] = [
    clock.currentTimeMillisUnsafe.bind(clock),
    clock.currentTimeNanosUnsafe.bind(clock),
    clock.monotonicTimeNanosUnsafe.bind(clock)
  ]
  let aheadMillis = 0
  const millis = () => millisOf() + aheadMillis
  const nanos = () => nanosOf() + BigInt(aheadMillis) * 1_000_000n
  Object.assign(clock, {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonicOf,
    monotonicTimeNanos: Effect.sync(monotonicOf)
  })
  return (by: Duration.Input) =>
    Effect.sync(() => {
      aheadMillis = Duration.toMillis(by)
    })
})

/** Has the clock believed from now on, as one is under which an installation has run for long. */
export const believeClock = Effect.gen(function* () {
  const now = yield* DateTime.now
  const sighting = writeSighting({ believedAt: now, lookedAt: now, doubtedMillis: 0 })
  yield* (yield* InstanceSecretStore).getOrKeep(sightingName, sighting)
})

/** Does something by a clock that is ahead, which is set right then. */
export const whileAhead = (by: Duration.Input) =>
  Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
    const now = yield* Clock.currentTimeMillis
    yield* TestClock.setTime(now + Duration.toMillis(by))
    const done = yield* effect
    yield* TestClock.setTime(now)
    return done
  })

/** A new monitor, whose first run is queued now. */
export const newMonitor = Effect.fnUntraced(function* (organizationId: OrganizationId, given: Partial<Monitor> = {}) {
  const now = yield* DateTime.now
  const monitor = monitorOf(organizationId, now, given)
  const run = queuedRunOf(monitor, now, { trigger: "reset" })
  yield* (yield* MonitorStore).create({ monitor, run, allowance: 10_000, kept: null })
  return { monitor, run }
})

/** A monitor as it is stored now. */
export const storedMonitor = Effect.fnUntraced(function* (monitor: Pick<Monitor, "id" | "organizationId">) {
  return Option.getOrThrow(yield* (yield* MonitorStore).get(monitor.organizationId, monitor.id))
})

/** What the next look at a monitor is compared with. */
export const storedBaseline = Effect.fnUntraced(function* (monitor: Pick<Monitor, "id" | "organizationId">) {
  return Option.getOrThrow(yield* (yield* MonitorStore).baseline(monitor.organizationId, monitor.id))
})

/** Asserts that the next look at a monitor is compared with this. */
export const assertBaseline = Effect.fnUntraced(function* (
  monitor: Pick<Monitor, "id" | "organizationId">,
  expected: Baseline | null
) {
  const { capturedAt, ...state } = yield* storedBaseline(monitor)
  const bytes = yield* (yield* MonitorStore).baselineBytes(monitor.organizationId, monitor.id)
  assert.strictEqual(bytes, new TextEncoder().encode(storedState(state).body).length)
  const { capturedAt: expectedAt, ...expectedState } = expected!
  assert.deepStrictEqual<unknown>(state, expectedState)
  assert.strictEqual(capturedAt.epochMilliseconds, expectedAt.epochMilliseconds)
})

/** A run as it is stored now. */
export const storedRun = Effect.fnUntraced(function* (run: Pick<Run, "id" | "organizationId">) {
  return Option.getOrThrow(yield* (yield* RunStore).get(run.organizationId, run.id))
})

/** Claims everything that is due now and keeps what belongs to the organization. */
export const claimRuns = Effect.fnUntraced(function* (organizationId: OrganizationId, limit = 500) {
  const now = yield* DateTime.now
  const claims = yield* (yield* RunStore).claimDue({
    now,
    limit,
    lease,
    holdUntil: DateTime.add(now, { minutes: 15 }),
    runIds: Array.from({ length: limit }, () => freshId("run"))
  })
  return claims.filter((claim) => claim.stored.monitor.organizationId === organizationId)
})

/** Claims the one monitor of the organization that is due. */
export const claimRun = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const claims = yield* claimRuns(organizationId)
  assert.strictEqual(claims.length, 1, "one monitor is due")
  return claims[0]!
})

/** The outcome of a run that completed at `at`: charged, with a baseline, and the next slot an hour later. */
export const completed = (claim: RunClaim, at: DateTime.Utc, given: Partial<RunOutcome> = {}): RunOutcome => {
  const { monitor } = claim.stored
  const credits = runPrice(monitor.target)
  const fingerprint = freshDigest()
  return {
    claim,
    next: {
      ...monitor,
      baseline: { fingerprint, capturedAt: at, etag: null, lastModified: null },
      lastRunAt: at,
      nextRunAt: monitor.status === "paused" ? null : DateTime.add(at, { hours: 1 })
    },
    run: { ...claim.run, status: "completed", completedAt: at, creditsCharged: credits, baselineCreated: true },
    baseline: { type: "page", text: `text ${fingerprint}`, capturedAt: at },
    versions: [],
    change: null,
    entry: entryOf(monitor.organizationId, -credits, { cause: { kind: "run", id: claim.run.id }, at }),
    deliveries: [],
    cancels: [],
    ...given
  }
}

/** The outcome of a run that failed at `at`: nothing is charged. */
export const failed = (claim: RunClaim, at: DateTime.Utc): RunOutcome => {
  const error = { code: "fetch_failed" as const, message: "The page did not answer." }
  return completed(claim, at, {
    next: {
      ...claim.stored.monitor,
      lastError: error,
      failuresInARow: claim.stored.monitor.failuresInARow + 1,
      lastRunAt: at,
      nextRunAt: DateTime.add(at, { hours: 1 })
    },
    run: { ...claim.run, status: "failed", completedAt: at, error },
    baseline: null,
    entry: null
  })
}

/** The outcome of a run that was skipped at `at` for want of credits. */
export const skipped = (claim: RunClaim, at: DateTime.Utc): RunOutcome => {
  const outcome = failed(claim, at)
  return {
    ...outcome,
    next: { ...claim.stored.monitor, skipsInARow: 1, nextRunAt: DateTime.add(at, { hours: 1 }) },
    run: { ...claim.run, status: "skipped", skipReason: "insufficient_credits", completedAt: at }
  }
}

/** Records one outcome. */
export const recordRun = Effect.fnUntraced(function* (outcome: RunOutcome) {
  const [recorded] = yield* (yield* RunStore).record([outcome])
  return recorded!
})

/** A monitor whose first run has completed: nothing is queued, and its next slot is an hour away. */
export const watchedMonitor = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  given: Partial<Monitor> = {}
) {
  const { monitor } = yield* newMonitor(organizationId, given)
  const claims = yield* claimRuns(organizationId)
  const claim = claims.find((one) => one.stored.monitor.id === monitor.id)
  assert.isDefined(claim, "the new monitor is due")
  assert.deepStrictEqual(yield* recordRun(completed(claim!, yield* DateTime.now)), { _tag: "Recorded" })
  return yield* storedMonitor(monitor)
})

/** A monitor with a webhook, and deliveries of its first run: one for each of `given`, due now unless that says otherwise. */
export const newDeliveries = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  given: ReadonlyArray<Partial<Delivery>> = [{}]
) {
  const now = yield* DateTime.now
  const bare = monitorOf(organizationId, now)
  const { monitor, run } = yield* newMonitor(organizationId, { ...bare, subscription: subscriptionOf(bare) })
  const claims = yield* claimRuns(organizationId)
  const claim = claims.find((one) => one.stored.monitor.id === monitor.id)!
  const deliveries = given.map((one) => deliveryOf(run, now, one))
  assert.deepStrictEqual(yield* recordRun(completed(claim, now, { deliveries })), { _tag: "Recorded" })
  return { monitor, run, deliveries }
})

/** Removes the webhook of a monitor, and with it its deliveries that have not ended; then configures it again. */
export const renewWebhook = Effect.fnUntraced(function* (monitor: Pick<Monitor, "id" | "organizationId">) {
  for (const subscription of [null, subscriptionOf(monitor)]) {
    const stored = yield* storedMonitor(monitor)
    yield* (yield* MonitorStore).update({
      stored,
      next: { ...stored.monitor, subscription },
      queue: null,
      skipQueued: null,
      cancelDeliveries: subscription === null,
      clearFailure: true
    })
  }
})

/** Claims every delivery that is due now and keeps what belongs to the organization. */
export const claimDeliveries = Effect.fnUntraced(function* (organizationId: OrganizationId, limit = 500) {
  const claims = yield* (yield* DeliveryStore).claimDue({ now: yield* DateTime.now, limit, lease })
  return claims.filter((claim) => claim.delivery.organizationId === organizationId)
})

/** Claims the one delivery of the organization that is due. */
export const claimDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const claims = yield* claimDeliveries(organizationId)
  assert.strictEqual(claims.length, 1, "one delivery is due")
  return claims[0]!
})

/** A delivery as it is stored now. */
export const storedDelivery = Effect.fnUntraced(function* (delivery: Pick<Delivery, "id" | "organizationId">) {
  return Option.getOrThrow(yield* (yield* DeliveryStore).get(delivery.organizationId, delivery.id))
})
