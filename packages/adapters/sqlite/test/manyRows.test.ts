import { assert, describe, it } from "@effect/vitest"
import { BacklogStore, mostCounted } from "@kittiwake/core/measures/BacklogStore"
import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { RunId } from "@kittiwake/core/monitors/domain/RunId"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Shares } from "@kittiwake/core/Shares"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DeliveryId, decideAttempt } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { completed, rowsOf } from "../../../core/src/testing/arrangements.ts"
import {
  changeOf,
  deliveryOf,
  freshId,
  monitorOf,
  queuedRunOf,
  subscriptionOf
} from "../../../core/src/testing/builders.ts"
import type { Connection } from "../src/Connection.ts"
import * as Stores from "../src/Stores.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

const count = 100_000

const lease = Duration.minutes(1)

const page = { limit: 25, after: null }

const id = (prefix: string, n: number) => `${prefix}_seed${String(n).padStart(28, "0")}`

const organizationId = OrganizationId.make(id("org", 1))

/** `count` rows of each table, of three organizations and a thousand monitors; ids are unlike the order of moments. */
const fill = (db: Connection) =>
  db.exec(`
    create temp table n as with recursive n (n) as (select 1 union all select n + 1 from n where n < ${count}) select n,
      printf('org_seed%028d', n % 3) as org, printf('mon_seed%028d', n * 7919 % ${count}) as mon,
      printf('mon_seed%028d', n % 1000) as owner from n;
    insert into accounts (organization_id, balance, held) select distinct org, 1000000, 0 from n;
    insert into monitor_counts select org, count(*) from n group by org;
    insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type,
        schedule, tags, status, target_version, anchor_at, next_run_at, failures_in_a_row, skips_in_a_row, created_at,
        updated_at, name_words, url_words, instructions_words, tags_words, run_price)
      select mon, org, 'Prices', '{"type":"page","url":"https://example.com","instructions":null,
        "normalizeWhitespace":true,"includeSelectors":[],"excludeSelectors":[],"actions":[]}', 'page',
        '{"type":"exact"}', 'exact', '{"type":"interval","frequency":1,"unit":"hours"}', '[]', 'active', 1, 0, n, 0, 0,
        n, n, ' prices ', ' https example com ', ' ', ' ', 1 from n;
    update monitors set status = 'paused', next_run_at = null where created_at in (40000, 70000);
    update monitors set status = 'failed' where created_at = 30001;
    insert into subscriptions (id, organization_id, url, events, secret)
      select mon, org, 'https://receiver.example/hook', '["run.completed"]', 'whsec' from n;
    insert into runs (id, organization_id, monitor_id, status, run_type, trigger, target_type, change_detection_type,
        target_version, queued_at, started_at, completed_at, change_detected, baseline_created, credits_charged, trace)
      select printf('run_seed%028d', n), org, owner, iif(n % 40000 = 0, 'failed', 'completed'), 'scheduled', 'schedule',
        'page', 'exact', 1, n, n, n, 0, 0, 1, '[]' from n;
    insert into changes (id, organization_id, monitor_id, run_id, target_type, change_detection_type, title, summary,
        detected_at, url, tags, diff, before_text_excerpt, after_text_excerpt)
      select printf('chg_seed%028d', n), org, owner, printf('run_seed%028d', n), 'page', 'exact', 'title', 'summary', n, 'url',
        iif(n % 40000 = 0, '["rare"]', '[]'), 'diff', 'before', 'after' from n;
    insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id, event, event_id, body,
        url, delays_seconds, status, created_at, next_attempt_at, trigger, attempts, automatic_failures, due_at)
      select printf('whd_seed%028d', n), org, mon, 'monitor', mon, printf('run_seed%028d', n), 'run.completed', 'evt', '{}',
        'https://receiver.example/hook', '[60]', iif(n % 40000 = 0, 'failed', 'pending'), n, n, 'initial', 0, 0,
        iif(n % 40000 = 0, null, n) from n;
    drop table n;
  `)

/** Room for one of each, but none for one organization. */
const shares: Shares = {
  organizations: { each: 1, of: new Map([[id("org", 2), 0]]) },
  hosts: { each: 100, of: new Map() }
}

const claimRuns = Effect.fnUntraced(function* (limit: number, within?: Shares) {
  const now = yield* DateTime.now
  return yield* (yield* RunStore).claimDue({
    now,
    limit,
    lease,
    holdUntil: DateTime.add(now, { minutes: 15 }),
    runIds: Array.from({ length: limit }, () => freshId("run")),
    ...(within === undefined ? {} : { shares: within })
  })
})

const runsEndToEnd = Effect.gen(function* () {
  const [runs, now] = [yield* RunStore, yield* DateTime.now]
  const claims = yield* claimRuns(10)
  assert.strictEqual(claims.length, 10)
  assert.deepStrictEqual(
    yield* runs.renew(claims, lease),
    Array.from({ length: 10 }, () => true)
  )
  const outcomes = claims.map((claim) =>
    completed(claim, now, { change: changeOf(claim.run, now), deliveries: [deliveryOf(claim.run, now)] })
  )
  for (const { _tag } of yield* runs.record(outcomes)) assert.strictEqual(_tag, "Recorded")
  assert.strictEqual((yield* runs.record(outcomes))[0]?._tag, "ClaimLost")
  assert.strictEqual((yield* claimRuns(10, shares)).length, 2)
})

const deliveriesEndToEnd = Effect.gen(function* () {
  const [store, now] = [yield* DeliveryStore, yield* DateTime.now]
  const claims = yield* store.claimDue({ now, limit: 10, lease })
  assert.strictEqual(claims.length, 10)
  assert.strictEqual((yield* store.claimDue({ now, limit: 10, lease, shares })).length, 2)
  const ends = claims.map((claim) => ({
    claim,
    decision: decideAttempt(claim, { _tag: "Answered", httpStatus: 500 }, now)
  }))
  assert.isTrue((yield* store.record(ends)).every((isWritten) => isWritten))
  const stored = Option.getOrThrow(yield* store.get(claims[0]!.delivery.organizationId, claims[0]!.delivery.id))
  yield* store.requeue(stored, { ...stored.delivery, status: "retrying", nextAttemptAt: now }, null)
  assert.strictEqual(
    (yield* store.attempts(stored.delivery.organizationId, stored.delivery.id, { limit: 5, before: null })).length,
    1
  )
})

const monitorsEndToEnd = Effect.gen(function* () {
  const [monitors, now] = [yield* MonitorStore, yield* DateTime.now]
  const bare = monitorOf(organizationId, now)
  const monitor = { ...bare, subscription: subscriptionOf(bare) }
  yield* monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: count, kept: null })
  const stored = Option.getOrThrow(yield* monitors.get(organizationId, monitor.id))
  yield* (yield* RunStore).enqueue(stored, queuedRunOf(monitor, now), null)
  yield* monitors.update({
    stored,
    next: monitor,
    queue: queuedRunOf(monitor, now),
    skipQueued: { reason: "monitor_paused", at: now },
    cancelDeliveries: false,
    clearFailure: false
  })
  assert.isTrue(yield* monitors.remove(organizationId, monitor.id, now))
  assert.isAbove(yield* monitors.count(organizationId), 30_000)
})

/** All of them are due: no more are counted than are told of. */
const backlog = Effect.gen(function* () {
  const [{ look, refusing }, { rowsRead }] = [yield* BacklogStore, yield* Watched]
  const { deliveries, runs } = yield* look(yield* DateTime.now)
  assert.deepStrictEqual([runs.due, deliveries.due], [mostCounted, mostCounted])
  const start = rowsRead()
  assert.isAtMost((yield* refusing).length, 1)
  assert.isAtMost(rowsRead() - start, mostCounted + 10)
})

/** All monitors wait since long ago, and of those that are not well there are few: what is told is counted, and no more. */
const standing = Effect.gen(function* () {
  const [monitors, { rowsRead }] = [yield* MonitorStore, yield* Watched]
  const asked = { lateBefore: yield* DateTime.now, counted: 10_000, next: 5 }
  const start = rowsRead()
  const { failed, late, next, paused } = yield* monitors.summary(organizationId, asked)
  assert.isAtMost(rowsRead() - start, 3 + 1 + 5)
  assert.deepStrictEqual([late.count, late.isMore, paused.count, failed.count], [10_000, true, 2, 1])
  const moments = next.map(({ at }) => at.epochMilliseconds)
  assert.lengthOf(moments, 5)
  assert.deepStrictEqual(
    moments,
    moments.toSorted((a, b) => a - b)
  )
  for (const [status, found] of [
    ["paused", 2],
    ["failed", 1]
  ] as const) {
    const before = rowsRead()
    const { endedAt, rows } = yield* monitors.list(organizationId, { status, targetType: "page" }, page)
    assert.deepStrictEqual([rows.length, endedAt], [found, null])
    // Where the stretch ends, and which monitors it has.
    assert.isAtMost(rowsRead() - before, 2 + found)
  }
})

const lists = Effect.gen(function* () {
  const [monitors, runs, changes, deliveries] = [
    yield* MonitorStore,
    yield* RunStore,
    yield* ChangeStore,
    yield* DeliveryStore
  ]
  const monitorId = MonitorId.make(id("mon", 1))
  const own = MonitorId.make(id("mon", 4))
  assert.isTrue(Option.isSome(yield* runs.get(organizationId, RunId.make(id("run", 1)))))
  assert.isTrue(Option.isSome(yield* changes.get(organizationId, ChangeId.make(id("chg", 1)))))
  assert.isTrue(Option.isSome(yield* deliveries.get(organizationId, DeliveryId.make(id("whd", 1)))))
  yield* monitors.baseline(organizationId, monitorId)
  for (const after of [null, { at: DateTime.makeUnsafe(50_000), id: "x" }]) {
    const slice = { limit: 25, after }
    assert.lengthOf(yield* rowsOf(monitors.list(organizationId, {}, slice)), 25)
    assert.lengthOf(yield* rowsOf(runs.list(organizationId, {}, slice)), 25)
    assert.isNotEmpty(yield* rowsOf(runs.list(organizationId, { monitorId }, slice)))
    assert.lengthOf(yield* rowsOf(changes.list(organizationId, {}, slice)), 25)
    assert.isNotEmpty(yield* rowsOf(changes.list(organizationId, { monitorId }, slice)))
    yield* rowsOf(deliveries.list(organizationId, { type: "monitor", monitorId: own }, slice))
  }
  const window = { since: DateTime.makeUnsafe(10), until: DateTime.makeUnsafe(1_000) }
  assert.lengthOf(yield* rowsOf(changes.list(organizationId, window, page)), 25)
})

const searches = Effect.gen(function* () {
  const [monitors, runs, changes, deliveries] = [
    yield* MonitorStore,
    yield* RunStore,
    yield* ChangeStore,
    yield* DeliveryStore
  ]
  const monitorId = MonitorId.make(id("mon", 0))
  const owner = OrganizationId.make(id("org", 40_000 % 3))
  const search = { terms: ["harbour"], fields: ["name", "tags"], match: "prefix" } as const
  assert.lengthOf(yield* rowsOf(monitors.list(owner, { search, tag: "a", anyTag: ["b"] }, page)), 0)
  // Two of the hundred thousand are of this organization or none is: rows that are far from each other are all found.
  const failed = yield* rowsOf(runs.list(owner, { status: "failed" }, page))
  assert.deepStrictEqual(
    failed.map((run) => run.id),
    [id("run", 40_000)]
  )
  assert.lengthOf(yield* rowsOf(runs.list(owner, { monitorId, status: "failed" }, page)), 1)
  assert.lengthOf(yield* rowsOf(changes.list(owner, { tag: "rare" }, page)), 1)
  assert.lengthOf(yield* rowsOf(changes.list(owner, { monitorId, tag: "rare", targetType: "page" }, page)), 1)
  assert.lengthOf(yield* rowsOf(deliveries.list(owner, { type: "monitor", status: "failed" }, page)), 1)
  assert.lengthOf(yield* rowsOf(deliveries.list(owner, { type: "batch", batchId: "batch_1" }, page)), 0)
  assert.lengthOf(yield* rowsOf(deliveries.list(owner, { type: "monitor", runIds: [id("run", 40_000)] }, page)), 1)
  assert.lengthOf(yield* rowsOf(deliveries.list(owner, { type: "monitor", monitorId, status: "pending" }, page)), 1)
})

/** More runs than one read looks at, so that sums are put together. */
const sums = Effect.gen(function* () {
  const window = { since: null, until: DateTime.makeUnsafe(count + 1) }
  const spent = yield* (yield* RunStore).spend(organizationId, window)
  assert.lengthOf(spent, 1_000)
  assert.strictEqual(
    spent.reduce((sum, { credits }) => sum + credits, 0),
    Math.ceil(count / 3)
  )
})

/**
 * The walks that are meant: through the batches that have not ended, through what waits, to cancel it, and sorts of the deliveries of a page of runs, and of what a
 * claim in shares has chosen.
 */
const isMeant = (text: string): boolean =>
  text.includes("indexed by batches_standing") ||
  text.includes("indexed by deliveries_due") ||
  text.includes(".rowid in (select value from json_each(?))") ||
  text.includes("d.run_id in (select value from json_each(?))")

describe("the stores of monitors and deliveries among a hundred thousand rows", () => {
  it.live(
    "find what they look for by an index, and walk through no table",
    () =>
      Effect.gen(function* () {
        const { db, walks } = yield* Watched
        fill(db)
        for (const statistics of [false, true]) {
          if (statistics) db.exec("analyze")
          yield* runsEndToEnd
          yield* deliveriesEndToEnd
          yield* monitorsEndToEnd
          yield* backlog
          yield* lists
          yield* standing
          yield* searches
          yield* sums
          assert.deepStrictEqual(
            walks().filter(([text]) => !isMeant(text)),
            [],
            statistics ? "with statistics" : "without statistics"
          )
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    120_000
  )
})
