/** Somebody who stands still with rows of one organization: the work of all others goes on. */
import { assert, describe, layer } from "@effect/vitest"
import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { type RunClaim, RunStore } from "@kittiwake/core/monitors/RunStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { decideAttempt } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Deferred, Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { completed, freshOrganization, newDeliveries } from "../../../core/src/testing/arrangements.ts"
import {
  accepted,
  found,
  items,
  outcomeOf,
  record,
  settled,
  writeOf
} from "../../../core/src/testing/batchArrangements.ts"
import { freshId, monitorOf, queuedRunOf } from "../../../core/src/testing/builders.ts"
import { needsServer, onPostgres } from "./databases.ts"

/** Runs `work` while somebody stands still with what `table` has of organizations. */
const whileHeld = Effect.fnUntraced(function* <A, E, R>(
  table: "accounts" | "batches" | "deliveries" | "monitors" | "subscriptions",
  organizationIds: string | ReadonlyArray<string>,
  work: Effect.Effect<A, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const [taken, letGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holder =
    yield* sql`select 1 from ${sql(table)} where organization_id in ${sql.in([organizationIds].flat())} for update`.pipe(
      Effect.andThen(Deferred.succeed(taken, undefined)),
      Effect.andThen(Deferred.await(letGo)),
      sql.withTransaction,
      Effect.forkChild
    )
  yield* Deferred.await(taken)
  const done = yield* work
  assert.isUndefined(holder.pollUnsafe(), `it waited for whoever holds ${table}`)
  yield* Deferred.succeed(letGo, undefined)
  yield* Fiber.join(holder)
  return done
})

const claim = (limit: number) =>
  Effect.gen(function* () {
    const now = yield* DateTime.now
    return yield* (yield* RunStore).claimDue({
      now,
      limit,
      lease: Duration.minutes(1),
      holdUntil: DateTime.add(now, { minutes: 15 }),
      runIds: Array.from({ length: limit }, () => freshId("run"))
    })
  })

/** An organization with so many runs that are due. */
const due = Effect.fnUntraced(function* (count: number) {
  const { id } = yield* freshOrganization({ credits: 100 })
  const now = yield* DateTime.now
  const monitors = yield* MonitorStore
  for (let n = 0; n < count; n++) {
    const monitor = monitorOf(id, now)
    yield* monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: count, kept: null })
  }
  return id
})

const ownersOf = (claims: ReadonlyArray<RunClaim>) => claims.map(({ stored }) => stored.monitor.organizationId)

const timeout = 60_000

/** As many as would each hold up all others for a quarter of a second. */
const many = 30

/** `work`, which is done before so many such waits would be over. */
const beforeWaits = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const waits = yield* Effect.forkChild(sql`select pg_sleep(${many * 0.25})`)
  const done = yield* work
  assert.isUndefined(waits.pollUnsafe(), "it waited for each of them")
  yield* Fiber.interrupt(waits)
  return done
})

const times = <A, E, R>(count: number, one: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => one))

describe("on a server", needsServer, () => {
  layer(onPostgres)("while an account is held", (it) => {
    it.effect(
      "runs of others are claimed, however many of its own stand before them, and its own when it is free",
      () =>
        Effect.gen(function* () {
          const [held, other] = [yield* due(5), yield* due(2)]
          const claims = yield* whileHeld("accounts", held, claim(3))
          assert.deepStrictEqual(ownersOf(claims), [other, other])
          const sql = yield* SqlClient.SqlClient
          const [touched] = yield* sql<{ n: number }>`
            select count(*)::integer as n from monitors where organization_id = ${held} and lease_until is not null`
          assert.strictEqual(touched!.n, 0)
          assert.deepStrictEqual(
            ownersOf(yield* claim(10)),
            Array.from({ length: 5 }, () => held)
          )
          const ledger = yield* CreditLedger
          assert.strictEqual((yield* ledger.account(held)).held, 5)
        }),
      timeout
    )
  })

  layer(onPostgres)("while rows of many are held", (it) => {
    it.effect(
      "runs of others are recorded",
      () =>
        Effect.gen(function* () {
          const runs = yield* RunStore
          const held = yield* times(many, due(1))
          const other = yield* due(2)
          const claims = yield* claim(many + 2)
          assert.lengthOf(claims, many + 2)
          const now = yield* DateTime.now
          const of = (ids: ReadonlyArray<string>) =>
            claims.filter(({ stored }) => ids.includes(stored.monitor.organizationId)).map((one) => completed(one, now))
          const [ofHeld, [first, second]] = [of(held), of([other])]
          const tags = yield* whileHeld(
            "accounts",
            held,
            beforeWaits(
              Effect.gen(function* () {
                const together = yield* runs.record([...ofHeld, first!])
                yield* TestClock.adjust("5 seconds")
                return [...together, ...(yield* runs.record([...ofHeld, second!])), ...(yield* runs.record(ofHeld))]
              })
            )
          )
          const heldUp = ofHeld.map(() => "HeldUp")
          assert.deepStrictEqual(
            tags.map(({ _tag }) => _tag),
            [...heldUp, "Recorded", ...heldUp, "Recorded", ...heldUp]
          )
          yield* TestClock.adjust("10 seconds")
          const written = yield* runs.record(ofHeld)
          assert.deepStrictEqual(
            written.map(({ _tag }) => _tag),
            ofHeld.map(() => "Recorded")
          )
        }),
      timeout
    )

    it.effect(
      "attempts of others are recorded",
      () =>
        Effect.gen(function* () {
          const store = yield* DeliveryStore
          const all = yield* times(many + 1, freshOrganization({ credits: 9 }))
          for (const { id } of all) yield* newDeliveries(id)
          const now = yield* DateTime.now
          const claims = yield* store.claimDue({ now, limit: 100, lease: Duration.minutes(1) })
          const ends = all.flatMap(({ id }) =>
            claims
              .filter(({ delivery }) => delivery.organizationId === id)
              .map((claim) => ({
                claim,
                decision: decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, now)
              }))
          )
          assert.lengthOf(ends, many + 1)
          const held = all.slice(0, many).map(({ id }) => id)
          const recorded = yield* whileHeld("deliveries", held, beforeWaits(store.record(ends)))
          assert.deepStrictEqual(recorded, [...held.map(() => null), true])
        }),
      timeout
    )

    it.effect(
      "batches of others are ended",
      () =>
        Effect.gen(function* () {
          const all = yield* times(many + 1, freshOrganization({ credits: 9 }))
          const batches = yield* Effect.forEach(all, ({ id }) => accepted(id, items(2)))
          const held = all.slice(0, many).map(({ id }) => id)
          const end = (batch: (typeof batches)[number]) =>
            Effect.flatMap(found(batch), (stored) =>
              settled(stored!, { failure: { code: "stalled", message: "It stands." } })
            )
          const ended = yield* whileHeld("accounts", held, beforeWaits(Effect.forEach(batches, end)))
          assert.deepStrictEqual(ended, [...held.map(() => false), true])
          yield* TestClock.adjust("5 seconds")
          assert.isTrue(yield* end(batches[0]!))
        }),
      timeout
    )
  })

  layer(onPostgres)("while rows are held", (it) => {
    for (const table of ["accounts", "monitors"] as const) {
      it.effect(
        `runs of others are recorded and renewed (${table})`,
        () =>
          Effect.gen(function* () {
            const runs = yield* RunStore
            const [held, other] = [yield* due(2), yield* due(2)]
            const claims = yield* claim(4)
            assert.deepStrictEqual(ownersOf(claims), [held, held, other, other])
            const now = yield* DateTime.now
            const outcomes = claims.map((one) => completed(one, now))
            const recorded = yield* whileHeld(
              table,
              held,
              Effect.andThen(runs.renew(claims, Duration.minutes(1)), (renewed) => {
                assert.deepStrictEqual(renewed, [true, true, true, true])
                return runs.record(outcomes)
              })
            )
            assert.deepStrictEqual(
              recorded.map(({ _tag }) => _tag),
              ["HeldUp", "HeldUp", "Recorded", "Recorded"]
            )
            // It has its own way to be tried again, when it has rested.
            assert.deepStrictEqual(
              (yield* runs.record(outcomes.slice(0, 2))).map(({ _tag }) => _tag),
              ["HeldUp", "HeldUp"]
            )
            yield* TestClock.adjust("5 seconds")
            assert.deepStrictEqual(
              (yield* runs.record(outcomes.slice(0, 2))).map(({ _tag }) => _tag),
              ["Recorded", "Recorded"]
            )
            const { balance, held: kept } = yield* (yield* CreditLedger).account(held)
            assert.deepStrictEqual([balance, kept], [98, 0])
          }),
        timeout
      )
    }

    for (const table of ["deliveries", "subscriptions"] as const) {
      it.effect(
        `attempts of others are recorded and renewed (${table})`,
        () =>
          Effect.gen(function* () {
            const store = yield* DeliveryStore
            const [held, other] = [yield* freshOrganization({ credits: 9 }), yield* freshOrganization({ credits: 9 })]
            for (const { id } of [held, other]) yield* newDeliveries(id)
            const now = yield* DateTime.now
            const claims = yield* store.claimDue({ now, limit: 10, lease: Duration.minutes(1) })
            const ordered = [held, other].flatMap(({ id }) =>
              claims.filter(({ delivery }) => delivery.organizationId === id)
            )
            assert.lengthOf(ordered, 2)
            const ends = ordered.map((claim) => ({
              claim,
              decision: decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, now)
            }))
            const recorded = yield* whileHeld(
              table,
              held.id,
              Effect.andThen(store.renew(ordered, Duration.minutes(1)), (renewed) => {
                assert.deepStrictEqual(renewed, [true, true])
                return store.record(ends)
              })
            )
            assert.deepStrictEqual(recorded, [null, true])
            yield* TestClock.adjust("5 seconds")
            assert.deepStrictEqual(yield* store.record(ends.slice(0, 1)), [true])
            assert.deepStrictEqual(yield* store.record(ends), [false, false])
          }),
        timeout
      )
    }

    it.effect(
      "pages of others are claimed, and batches of others ended",
      () =>
        Effect.gen(function* () {
          const store = yield* BatchWorkStore
          const [held, other] = [yield* freshOrganization({ credits: 9 }), yield* freshOrganization({ credits: 9 })]
          const [ofHeld, ofOther] = [yield* accepted(held.id, items(2)), yield* accepted(other.id, items(2))]
          const now = yield* DateTime.now
          const lease = Duration.minutes(1)
          const claims = yield* whileHeld("batches", held.id, store.claimDue({ now, limit: 10, lease }))
          const own = claims.filter(({ batch }) => batch.id === ofOther.id)
          assert.lengthOf(own, 2)
          yield* record(
            writeOf(
              ofOther,
              own.map((one) => outcomeOf(one))
            )
          )
          const end = Effect.flatMap(found(ofHeld), (stored) =>
            settled(stored!, { failure: { code: "stalled", message: "It stands." } })
          )
          assert.isFalse(yield* whileHeld("accounts", held.id, end))
          assert.strictEqual((yield* found(ofHeld))!.batch.end, null)
          assert.isTrue(yield* settled((yield* found(ofOther))!))
        }),
      timeout
    )

    it.effect(
      "the batch whose row is held has begun when its pages were claimed, as soon as that can be written",
      () =>
        Effect.gen(function* () {
          const store = yield* BatchWorkStore
          const { id } = yield* freshOrganization({ credits: 9 })
          const [batch, claimedAgain] = [yield* accepted(id, items(2)), yield* accepted(id, items(2))]
          const begunAt = yield* DateTime.now
          const claiming = store.claimDue({ now: begunAt, limit: 10, lease: Duration.minutes(1) })
          const all = yield* whileHeld("batches", id, claiming)
          const claims = all.filter((one) => one.batch.id === batch.id)
          assert.lengthOf(claims, 2)
          assert.deepInclude((yield* found(batch))!.batch, { status: "queued", startedAt: null })
          yield* TestClock.adjust("10 seconds")
          const [given] = all.filter((one) => one.batch.id === claimedAgain.id)
          yield* store.renew([given!], Duration.zero)
          yield* store.claimDue({ now: yield* DateTime.now, limit: 10, lease: Duration.minutes(1) })
          assert.deepInclude((yield* found(claimedAgain))!.batch, { status: "running", startedAt: begunAt })
          yield* record(writeOf(batch, [outcomeOf(claims[0]!)]))
          assert.deepInclude((yield* found(batch))!.batch, { status: "running", startedAt: begunAt })
          yield* record(writeOf(batch, [outcomeOf(claims[1]!)]))
          assert.isTrue(yield* settled((yield* found(batch))!))
          assert.deepInclude((yield* found(batch))!.batch, { status: "completed", startedAt: begunAt })
        }),
      timeout
    )

    it.effect(
      "expired holds of others are given back",
      () =>
        Effect.gen(function* () {
          const ledger = yield* CreditLedger
          const now = yield* DateTime.now
          const organizations = [yield* freshOrganization({ credits: 9 }), yield* freshOrganization({ credits: 9 })]
          for (const { id: organizationId } of organizations) {
            const cause = { kind: "request", id: freshId("req") } as const
            yield* ledger.hold({ id: freshId("hold"), organizationId, cause, credits: 5, expiresAt: now })
          }
          const [held, other] = organizations
          yield* whileHeld("accounts", held!.id, ledger.expire(now, 10))
          assert.strictEqual((yield* ledger.account(other!.id)).held, 0)
          assert.strictEqual((yield* ledger.account(held!.id)).held, 5)
          yield* ledger.expire(now, 10)
          assert.strictEqual((yield* ledger.account(held!.id)).held, 0)
        }),
      timeout
    )
  })
})
