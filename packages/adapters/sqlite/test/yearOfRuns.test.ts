/** What lists read of a year of runs: how each statement finds its rows, whatever the filter and wherever the list goes on. */
import { assert, describe, it } from "@effect/vitest"
import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Part, Slice } from "@kittiwake/core/paging/domain/Page"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Effect, Layer } from "effect"
import {
  changeFilters,
  deliveryFilters,
  monitorFilters,
  type Named,
  readWhole,
  runFilters,
  triageFilters
} from "../../../core/src/testing/listFilters.ts"
import type { Connection } from "../src/Connection.ts"
import { sumUp } from "../src/migrations/0014_run_spend.ts"
import * as Stores from "../src/Stores.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

const count = 300_000

/** One row in so many is what hardly another is, of the first organization. */
const rareEach = 99_999
const rareRows = [3 * rareEach, 2 * rareEach, rareEach]

/** The id of the n-th row. All have as many digits, so that their order is that of their numbers. */
const idOf = (prefix: string, n: number) => `${prefix}_${count + n}`
const idSql = (prefix: string, n: string) => `'${prefix}_' || (${count} + ${n})`

const yearStart = Date.UTC(2025, 0, 1)
const apart = 105_120
const at = `${yearStart} + n * ${apart}`

const numbers = (from: number, to: number) =>
  `with recursive n (n) as (select ${from} union all select n + 1 from n where n < ${to})`

/** Every third run found a change and was told of, and so was what is rare. */
const told = `n where n / 3 % 3 = 0 or n % ${rareEach} = 0`

/** Monitors of each organization that have run. */
const monitorsOfEach = 25

/** The monitor of the n-th run. */
const ofMonitor = idSql("mon", `n % ${3 * monitorsOfEach}`)

const tables: Readonly<Record<string, string>> = {
  monitors: `${numbers(0, 39_999)} insert into monitors (id, organization_id, name, target, target_type, change_detection,
      change_detection_type, schedule, tags, status, target_version, anchor_at, failures_in_a_row, skips_in_a_row, created_at,
      updated_at, name_words, url_words, instructions_words, tags_words, run_price)
    select ${idSql("mon", "n")}, ${idSql("org", "n % 3")}, 'Prices', '{"type":"page","url":"https://example.com/","instructions":null,
      "normalizeWhitespace":true,"includeSelectors":[],"excludeSelectors":[],"actions":[]}', 'page', '{"type":"exact"}', 'exact',
      '{"type":"interval","frequency":1,"unit":"hours"}', '["shop"]', 'active', 1, ${at}, 0, 0, ${at}, ${at}, ' prices ',
      ' https example com ', ' ', ' shop ', 1 from n`,
  runs: `${numbers(1, count)} insert into runs (id, organization_id, monitor_id, status, run_type, trigger, target_type,
      change_detection_type, target_version, queued_at, started_at, completed_at, change_detected, baseline_created,
      credits_charged, trace)
    select ${idSql("run", "n")}, ${idSql("org", "n % 3")}, ${ofMonitor},
      iif(n % ${rareEach} = 0, 'failed', 'completed'), 'scheduled', 'schedule', 'page', 'exact', 1, ${at}, ${at}, ${at}, 0, 0, 1, '[]'
    from n`,
  deliveries: `${numbers(1, count)} insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id,
      event, event_id, body, url, delays_seconds, status, created_at, delivered_at, trigger, attempts, automatic_failures)
    select ${idSql("whd", "n")}, ${idSql("org", "n % 3")}, ${ofMonitor}, 'monitor', ${ofMonitor},
      ${idSql("run", "n")}, 'run.completed', 'evt', '{}', 'https://receiver.example/', '[60]',
      iif(n % ${rareEach} = 0, 'failed', 'delivered'), ${at}, ${at}, 'initial', 1, 0 from ${told}`,
  changes: `${numbers(1, count)} insert into changes (id, organization_id, monitor_id, run_id, target_type, change_detection_type,
      title, summary, detected_at, url, tags, diff, before_text_excerpt, after_text_excerpt, triage, triaged_at)
    select ${idSql("chg", "n")}, ${idSql("org", "n % 3")}, ${ofMonitor}, ${idSql("run", "n")}, 'page',
      iif(n % ${rareEach} = 0, 'semantic', 'exact'), 'title', 'summary', ${at}, 'https://example.com/',
      case when n % ${rareEach} = 0 then '["rare"]' when n / 27 % 2 = 0 then '["shop"]' else '[]' end, 'diff', 'before', 'after',
      case when n % ${rareEach} = 0 then 'not_useful' when n / 81 % 2 = 0 then 'open' else 'done' end, ${at}
    from ${told}`
}

/** What the trigger and who records runs would have written. */
const derived = `
  insert into change_tags select organization_id, tags ->> 0, detected_at, id, monitor_id, target_type, change_detection_type
    from changes where tags <> '[]' order by organization_id, tags, detected_at;
  ${sumUp}
  ${numbers(1, 30_000)} insert into request_logs (organization_id, request_id, at, method, path, route, status_code, error_code,
      credits_used, latency_ms, tags, zdr, search, input)
    select ${idSql("org", "n % 3")}, ${idSql("req", "n")}, ${at}, 'GET', '/v1/monitors', '/monitors',
      iif(n % 9999 = 0, 429, 200), iif(n % 9999 = 0, 'RATE_LIMITED', null), 0, 1, '[]', 0, '', '{}' from n;
  ${numbers(1, 50_000)} insert into organizations (id, name, plan, disabled, overrides, created_at, billing, auto_topup)
    select ${idSql("org", "n")}, '', 'developer', 0, '{}', ${at}, '{"anchorAt":"2025-01-01T00:00:00.000Z"}',
      '{"enabled":true,"blockCredits":10000}' from n;
  ${numbers(1, 50_000)} insert into accounts (organization_id, balance, held, period_start)
    select ${idSql("org", "n")}, iif(n % 20000 = 0, 0, 1000), 0, ${at} from n;`

/** Rows first, and indexes over all of them afterwards: in a fraction of the time. */
const fill = (db: Connection) => {
  const parts = db.all<{ readonly type: string; readonly name: string; readonly sql: string }>(
    `select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null
    and tbl_name in ('monitors', 'runs', 'deliveries', 'changes')`
  )
  db.exec("pragma cache_size = -200000; pragma temp_store = memory")
  for (const { name, type } of parts) db.exec(`drop ${type} ${name}`)
  db.atomically(() => {
    for (const statement of Object.values(tables)) db.exec(statement)
    for (const { sql } of parts) db.exec(sql)
    db.exec(derived)
  })
}

const organizationId = OrganizationId.make(idOf("org", 0))
const atDay = (month: number, day = 1) => DateTime.makeUnsafe(Date.UTC(2025, month, day))

const named: Named = {
  monitorId: idOf("mon", 0) as MonitorId,
  runIds: [idOf("run", rareEach), idOf("run", 3)],
  early: atDay(1),
  late: atDay(10)
}

const first = { limit: 26, after: null }

const listed = Effect.gen(function* () {
  const list = Effect.fnUntraced(function* <F, E, R>(
    filters: ReadonlyArray<F>,
    look: (organizationId: OrganizationId, filter: F, slice: Slice) => Effect.Effect<Part<unknown>, E, R>
  ) {
    const after = { at: atDay(6), id: "x" }
    for (const filter of filters) yield* look(organizationId, filter, { limit: 26, after })
  })
  yield* list(runFilters(named), (yield* RunStore).list)
  const { recent } = yield* RunStore
  const last = yield* recent(organizationId, [named.monitorId!], 30)
  assert.lengthOf(last.get(named.monitorId!) ?? [], 30)
  yield* list(changeFilters(named), (yield* ChangeStore).list)
  yield* list(triageFilters(named), (yield* ChangeStore).list)
  const { count } = yield* ChangeStore
  yield* list(triageFilters(named), (owner, filter) =>
    Effect.as(count(owner, filter, 1_000), { rows: [], endedAt: null })
  )
  yield* list(deliveryFilters(named), (yield* DeliveryStore).list)
  yield* list(monitorFilters, (yield* MonitorStore).list)
})

const findsTheRare = Effect.gen(function* () {
  const [runs, changes, deliveries] = [yield* RunStore, yield* ChangeStore, yield* DeliveryStore]
  const ids = ({ endedAt, rows }: Part<{ readonly id: string }>) => [rows.map(({ id }) => id), endedAt]
  const rare = (prefix: string) => rareRows.map((n) => idOf(prefix, n))
  assert.deepStrictEqual(ids(yield* runs.list(organizationId, { status: "failed" }, first)), [rare("run"), null])
  const undelivered = { type: "monitor", status: "failed" } as const
  assert.deepStrictEqual(ids(yield* deliveries.list(organizationId, undelivered, first)), [rare("whd"), null])
  assert.deepStrictEqual(ids(yield* changes.list(organizationId, { tag: "rare" }, first)), [rare("chg"), null])

  const useless = yield* changes.list(organizationId, { triage: "not_useful" }, first)
  assert.deepStrictEqual(ids(useless), [rare("chg"), null])
  const { rowsRead } = yield* Watched
  const start = rowsRead()
  const open = { triage: "open" } as const
  assert.deepStrictEqual(yield* changes.count(organizationId, open, 1_000), { count: 1_000, isMore: true })
  assert.isAtMost(rowsRead() - start, 1)

  const semantic = yield* readWhole(
    (slice) => changes.list(organizationId, { changeDetectionType: "semantic" }, slice),
    ({ detectedAt, id }) => ({ at: detectedAt, id })
  )
  assert.deepStrictEqual(
    semantic.rows.map(({ id }) => id as string),
    rare("chg")
  )
  // A third of a hundred thousand, ten thousand at a time.
  assert.strictEqual(semantic.looks, 4)
})

const sums = Effect.gen(function* () {
  const [runs, { rowsRead }] = [yield* RunStore, yield* Watched]
  const runsOf = (spent: ReadonlyArray<{ readonly runs: number }>) => spent.reduce((sum, one) => sum + one.runs, 0)
  const start = rowsRead()
  assert.strictEqual(runsOf(yield* runs.spend(organizationId, { since: null, until: null })), count / 3)
  // From a sum for each month and monitor; of runs there are so many that they would be read in five.
  assert.isAtMost(rowsRead() - start, 2 + monitorsOfEach)
  const [since, until] = [Date.UTC(2025, 0, 5, 13), Date.UTC(2025, 11, 29, 1)]
  const before = rowsRead()
  const spent = yield* runs.spend(organizationId, {
    since: DateTime.makeUnsafe(since),
    until: DateTime.makeUnsafe(until)
  })
  const placeOf = (millis: number) => Math.ceil((millis - yearStart) / apart)
  assert.strictEqual(runsOf(spent), Math.floor((placeOf(until) - 1) / 3) - Math.floor((placeOf(since) - 1) / 3))
  // Five stretches, none of which has so many rows that it is read in two.
  assert.isAtMost(rowsRead() - before, 5 * (2 + monitorsOfEach))
})

/** Calls that failed are found without a look at those that did not, of which one statement looks at two thousand. */
const errors = Effect.gen(function* () {
  const [usage, { rowsRead }] = [yield* UsageStore, yield* Watched]
  const window = { from: atDay(0), to: atDay(11) }
  for (const filter of [{ errorsOnly: true }, { statusCode: 429 }, { errorsOnly: true, errorCode: "RATE_LIMITED" }]) {
    const before = rowsRead()
    assert.lengthOf(yield* usage.logs(organizationId, { ...window, ...filter }, { skip: 0, limit: 26 }), 3)
    // Where the stretch ends, which calls it has, and each of these.
    assert.isAtMost(rowsRead() - before, 1 + 4 + 3)
  }
})

/** Who runs short among many who top up is found in looks at some of them. */
const dueCredits = Effect.gen(function* () {
  const due = yield* (yield* BillingLedger).due(atDay(11), 10)
  assert.deepStrictEqual(due as ReadonlyArray<string>, [idOf("org", 20_000), idOf("org", 40_000)])
})

/** Sorts of the deliveries of a page of runs, and a count of what a bounded part found. */
const isMeant = (text: string, plan: ReadonlyArray<string>): boolean =>
  text.includes("d.run_id in (select value from json_each(?))") ||
  (text.startsWith("select count(*) as found from (select 1 from changes") && plan.join() === "SCAN (subquery-1)")

describe("lists of a year of runs of three organizations", () => {
  it.live(
    "walk through no table, whatever they are filtered by",
    () =>
      Effect.gen(function* () {
        const { db, walks } = yield* Watched
        fill(db)
        walks()
        yield* listed
        yield* findsTheRare
        yield* sums
        yield* dueCredits
        yield* errors
        assert.deepStrictEqual(
          walks().filter(([text, plan]) => !isMeant(text, plan)),
          []
        )
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    600_000
  )
})
