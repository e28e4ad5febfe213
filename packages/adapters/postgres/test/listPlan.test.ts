/** What lists read of a year of runs: counted by the server, whatever the filter and wherever the list goes on. */
import { assert, describe, it } from "@effect/vitest"
import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { BacklogStore, mostCounted } from "@kittiwake/core/measures/BacklogStore"
import { type ChangeFilter, ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Part, Slice } from "@kittiwake/core/paging/domain/Page"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  changeFilters,
  deliveryFilters,
  monitorFilters,
  type Named,
  readWhole,
  runFilters,
  triageFilters
} from "../../../core/src/testing/listFilters.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"
import { readSoFar } from "./readSoFar.ts"
import { apart, count, fill, idOf, monitorsOfEach, rareEach, toppingUp } from "./yearOfRuns.ts"

const readBy = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const before = yield* readSoFar
  const found = yield* work
  return { found, rows: (yield* readSoFar) - before }
})

/** A look and the search for its end, and what the rows of a page are told with. Who gathers what there is reads more. */
const mostRead = 20_100

const organizationId = OrganizationId.make(idOf("org", 0))
const atDay = (month: number, day = 1) => DateTime.makeUnsafe(Date.UTC(2025, month, day))
const middle = { at: atDay(6), id: "x" }

const named: Named = {
  monitorId: idOf("mon", 0) as MonitorId,
  runIds: [idOf("run", rareEach), idOf("run", 3)],
  early: atDay(1),
  late: atDay(10)
}

const readLittle = Effect.fnUntraced(function* <F, E, R>(
  name: string,
  filters: ReadonlyArray<F>,
  list: (organizationId: OrganizationId, filter: F, slice: Slice) => Effect.Effect<Part<unknown>, E, R>,
  most: (filter: F) => number = () => mostRead
) {
  for (const filter of filters) {
    const { rows } = yield* readBy(list(organizationId, filter, { limit: 26, after: middle }))
    assert.isAtMost(rows, most(filter), `${name} ${JSON.stringify(filter)}`)
  }
})

/** The name of a monitor is looked up for each change that is looked at by its words; by a tag, the change as well. */
const mostOf = ({ tag, words }: ChangeFilter): number => (words === undefined && tag === undefined ? 1 : 3) * mostRead

/** What waits for somebody is found and counted by its index. */
const countsLittle = Effect.gen(function* () {
  const changes = yield* ChangeStore
  const open = { triage: "open" } as const
  const page = yield* readBy(changes.list(organizationId, open, { limit: 26, after: middle }))
  assert.lengthOf(page.found.rows, 26)
  assert.isAtMost(page.rows, 60)
  const counted = yield* readBy(changes.count(organizationId, open, 1_000))
  assert.deepStrictEqual(counted.found, { count: 1_000, isMore: true })
  assert.isAtMost(counted.rows, 1_100)
  const rare = yield* readBy(changes.count(organizationId, { triage: "not_useful" }, 1_000))
  assert.deepStrictEqual(rare.found, { count: 3, isMore: false })
  assert.isAtMost(rare.rows, 10)
  for (const filter of triageFilters(named)) {
    const { rows } = yield* readBy(changes.count(organizationId, filter, 1_000))
    assert.isAtMost(rows, mostOf(filter) + 2_000, `count ${JSON.stringify(filter)}`)
  }
})

/** The last runs of monitors are found by the index on each, and no others are read. */
const tellsTheLast = Effect.gen(function* () {
  const ids = Array.from({ length: 20 }, (_, n) => idOf("mon", n) as MonitorId)
  const { found, rows } = yield* readBy((yield* RunStore).recent(organizationId, ids, 30))
  const runs = [...found.values()].reduce((sum, of) => sum + of.length, 0)
  assert.isAbove(runs, 30)
  assert.isAtMost(rows, 10 * runs + 200)
})

const rareRows = [3 * rareEach, 2 * rareEach, rareEach]

/** What is rare is found, at once where an index knows of it and otherwise in as many looks as it takes. */
const findsTheRare = Effect.gen(function* () {
  const [runs, changes, deliveries] = [yield* RunStore, yield* ChangeStore, yield* DeliveryStore]
  const failed = yield* runs.list(organizationId, { status: "failed" }, { limit: 26, after: null })
  assert.deepStrictEqual(
    [failed.rows.map(({ id }) => id as string), failed.endedAt],
    [rareRows.map((n) => idOf("run", n)), null]
  )
  const undelivered = yield* deliveries.list(
    organizationId,
    { type: "monitor", status: "failed" },
    { limit: 26, after: null }
  )
  assert.deepStrictEqual(
    [undelivered.rows.map(({ id }) => id as string), undelivered.endedAt],
    [rareRows.map((n) => idOf("whd", n)), null]
  )
  const changeIds = rareRows.map((n) => idOf("chg", n))
  const tagged = yield* changes.list(organizationId, { tag: "rare" }, { limit: 26, after: null })
  assert.deepStrictEqual([tagged.rows.map(({ id }) => id as string), tagged.endedAt], [changeIds, null])

  const semantic = yield* readWhole(
    (slice) => changes.list(organizationId, { changeDetectionType: "semantic" }, slice),
    ({ detectedAt: at, id }) => ({ at, id })
  )
  assert.deepStrictEqual(
    semantic.rows.map(({ id }) => id as string),
    changeIds
  )
  // A third of a hundred thousand, ten thousand at a time.
  assert.strictEqual(semantic.looks, 4)
})

const sums = Effect.gen(function* () {
  const runs = yield* RunStore
  const all = yield* readBy(runs.spend(organizationId, { since: null, until: null }))
  assert.lengthOf(all.found, monitorsOfEach)
  assert.strictEqual(
    all.found.reduce((sum, one) => sum + one.runs, 0),
    count / 3
  )
  // A row for each month and monitor, and the names.
  assert.isAtMost(all.rows, 60_000)
  const window = {
    since: DateTime.makeUnsafe(Date.UTC(2025, 0, 5, 13)),
    until: DateTime.makeUnsafe(Date.UTC(2025, 11, 29, 1))
  }
  const year = yield* readBy(runs.spend(organizationId, window))
  const inWindow = (millis: number) => Math.ceil((millis - Date.UTC(2025, 0, 1)) / apart)
  const [first, end] = [inWindow(window.since.epochMilliseconds), inWindow(window.until.epochMilliseconds)]
  const expected = Math.floor((end - 1) / 3) - Math.floor((first - 1) / 3)
  assert.strictEqual(
    year.found.reduce((sum, one) => sum + one.runs, 0),
    expected
  )
  assert.isAtMost(year.rows, 60_000)
})

/** Calls that failed are found without a look at those that did not. */
const errors = Effect.gen(function* () {
  const usage = yield* UsageStore
  const window = { from: atDay(0), to: atDay(11) }
  for (const filter of [{ errorsOnly: true }, { statusCode: 429 }, { errorsOnly: true, errorCode: "RATE_LIMITED" }]) {
    const { found, rows } = yield* readBy(usage.logs(organizationId, { ...window, ...filter }, { skip: 0, limit: 26 }))
    assert.lengthOf(found, 3)
    assert.isAtMost(rows, 30)
  }
})

/** What was called is found without a look at what screens asked. */
const called = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const usage = yield* UsageStore
  const window = { from: atDay(0), to: atDay(11) }
  yield* sql`update request_logs set of_dashboard = status_code < 400`
  yield* sql`vacuum (analyze) request_logs`
  for (const filter of [{}, { keyId: "key_none" }]) {
    const page = { skip: 0, limit: 26 }
    const asked = { ...window, ...filter, ofDashboard: false }
    const { found, rows } = yield* readBy(usage.logs(organizationId, asked, page))
    assert.lengthOf(found, "keyId" in filter ? 0 : 3)
    assert.isAtMost(rows, 30)
  }
})

/** Who runs short is found by one look at each who tops up: at its row, its account, and an entry for both. */
const dueCredits = Effect.gen(function* () {
  const due = (yield* BillingLedger).due(atDay(11), 10)
  const { found, rows } = yield* readBy(due)
  assert.deepStrictEqual(found as ReadonlyArray<string>, [idOf("org", 20_000), idOf("org", 40_000)])
  assert.isAtMost(rows, 2.1 * toppingUp)
})

/** One in forty of the monitors and one in ten of the deliveries, which is more than is counted. */
const makeDue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update monitors set next_run_at = created_at where substr(id, 5)::integer % 40 = 0`
  yield* sql`update deliveries set due_at = created_at where substr(id, 5)::integer % 3 = 0`
})

/** What one grant made is found by the index of what grants made, alone or with another condition. */
const ofOneGrant = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const monitors = yield* MonitorStore
  const made = [0, 15_000, 30_000].map((n) => idOf("mon", n))
  yield* sql`update monitors set grant_id = 'grant_1', grant_daily_credits = 5 where id = any(${made}::text[])`
  for (const filter of [{ grantId: "grant_1" }, { grantId: "grant_1", status: "active" } as const]) {
    const { found, rows } = yield* readBy(monitors.list(organizationId, filter, { limit: 26, after: null }))
    assert.deepStrictEqual(
      found.rows.map(({ id }) => id as string),
      made.toReversed()
    )
    assert.isAtMost(rows, 60)
  }
})

/** What no row is, where one organization has nearly all of them: a server that knows that would rather read them all. */
const neverOf = (organizationId: OrganizationId) =>
  Effect.gen(function* () {
    const [monitors, sql] = [yield* MonitorStore, yield* SqlClient.SqlClient]
    yield* sql`create table others as select id, organization_id from monitors where organization_id <> ${organizationId}`
    yield* sql`update monitors set organization_id = ${organizationId}`
    yield* sql`vacuum (analyze) monitors`
    for (const filter of [{ targetType: "sitemap" }, { tag: "never" }, { changeDetectionType: "semantic" }] as const) {
      const { found, rows } = yield* readBy(monitors.list(organizationId, filter, { limit: 26, after: null }))
      assert.lengthOf(found.rows, 0)
      assert.isAtMost(rows, mostRead, JSON.stringify(filter))
    }
    yield* sql`update monitors m set organization_id = o.organization_id from others o where o.id = m.id`
    yield* sql`drop table others`
    yield* sql`vacuum (analyze) monitors`
  })

/** What is due is counted by the index of what is, and no further than is told. */
const backlog = Effect.gen(function* () {
  const store = yield* BacklogStore
  const none = yield* readBy(store.look(atDay(11)))
  assert.deepStrictEqual([none.found.runs.due, none.found.deliveries.due], [0, 0])
  assert.isAtMost(none.rows, 10)
  yield* makeDue
  const { found, rows } = yield* readBy(store.look(atDay(11)))
  assert.deepStrictEqual([found.runs.due, found.deliveries.due], [1_000, mostCounted])
  assert.isAtMost(rows, 2 * (1_000 + mostCounted) + 100)
  const early = yield* readBy(store.look(DateTime.makeUnsafe(Date.UTC(2025, 0, 1) + 1)))
  assert.deepStrictEqual([early.found.runs.due, early.found.deliveries.due], [1, 0])
  assert.isAtMost(early.rows, 10)
  const refusing = yield* readBy(store.refusing)
  assert.isAtMost(refusing.rows, 2 * mostCounted + 100)
})

/** How monitors stand is told by the indexes of those that are not well and of what comes next, and no further than is counted. */
const standing = Effect.gen(function* () {
  const [monitors, sql] = [yield* MonitorStore, yield* SqlClient.SqlClient]
  yield* sql`update monitors set status = 'failed' where substr(id, 5)::integer % 999 = 0`
  yield* sql`update monitors set status = 'paused', next_run_at = null where substr(id, 5)::integer % 1500 = 0`
  const asked = { lateBefore: atDay(11), counted: 100, next: 5 }
  const { found, rows } = yield* readBy(monitors.summary(organizationId, asked))
  assert.deepStrictEqual([found.late.count, found.late.isMore, found.next.length], [100, true, 5])
  assert.deepStrictEqual([found.paused.count, found.failed.count], [27, 40])
  assert.isAtMost(rows, 2 * (100 + 27 + 40 + 5) + 50)
  for (const status of ["paused", "failed"] as const) {
    const listed = yield* readBy(
      monitors.list(organizationId, { status, targetType: "page" }, { limit: 100, after: null })
    )
    assert.strictEqual(listed.found.endedAt, null)
    // Each with its subscription.
    assert.isAtMost(listed.rows, 4 * listed.found.rows.length + 50)
  }
})

/** What the server cleans and counts by itself meanwhile keeps it from cleaning what a test has it clean. */
const cleansNothingByItself = SqlClient.SqlClient.use(
  (sql) => sql`
    do $$ declare name text; begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$`
)

describe("lists of a year of runs of three organizations on a Postgres server", needsServer, () => {
  it.live(
    "read some thousand rows at once, whatever they are filtered by",
    () =>
      Effect.scoped(
        Effect.flatMap(newDatabase, (url) =>
          Effect.andThen(
            Effect.provide(
              Effect.andThen(cleansNothingByItself, fill),
              postgres.layer({ url, statementTimeout: Duration.minutes(2) })
            ),
            Effect.provide(
              Effect.gen(function* () {
                yield* readLittle("runs", runFilters(named), (yield* RunStore).list)
                yield* readLittle("changes", changeFilters(named), (yield* ChangeStore).list)
                yield* readLittle("changes by how they stand", triageFilters(named), (yield* ChangeStore).list, mostOf)
                yield* tellsTheLast
                yield* countsLittle
                yield* readLittle("deliveries", deliveryFilters(named), (yield* DeliveryStore).list)
                yield* readLittle("monitors", monitorFilters, (yield* MonitorStore).list)
                yield* neverOf(organizationId)
                yield* ofOneGrant
                yield* findsTheRare
                yield* sums
                yield* dueCredits
                yield* errors
                yield* called
                yield* backlog
                yield* standing
              }),
              // One connection, which counts what it did and tells when it is asked.
              postgres.layer({ url, poolSize: 1 })
            )
          )
        )
      ),
    600_000
  )
})
