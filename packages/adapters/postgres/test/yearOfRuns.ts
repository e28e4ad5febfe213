/**
 * A database with a year of runs of three organizations, and a third of as many deliveries and changes: so many that each
 * organization has more of everything, and more before the middle of the year, than one look reads.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sumUp } from "../src/migrations/0014_run_spend.ts"

/** Runs in all, and how many milliseconds lie between two of them. */
export const count = 300_000
export const apart = 105_120

/** The id of the n-th row. All have as many digits, so that their order is that of their numbers. */
export const idOf = (prefix: string, n: number) => `${prefix}_${count + n}`

/** One row in so many is what hardly another is, of the first organization. */
export const rareEach = 99_999

const idSql = (prefix: string, n: string) => `'${prefix}_' || ${count} + ${n}`

/** Every third run found a change and was told of, and so was what is rare. */
const told = `generate_series(1, ${count}) n where n / 3 % 3 = 0 or n % ${rareEach} = 0`

/** Monitors of each organization that have run. */
export const monitorsOfEach = 25

/** Organizations that top up by themselves; one in twenty thousand runs short. */
export const toppingUp = 50_000

const at = (n: string) => `timestamptz '2025-01-01 00:00:00+00' + ${n} * interval '${apart} milliseconds'`

/** The monitor of the n-th run. */
const ofMonitor = idSql("mon", `n % ${3 * monitorsOfEach}`)

const tables: Readonly<Record<string, string>> = {
  monitors: `insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type, schedule,
      tags, status, target_version, anchor_at, failures_in_a_row, skips_in_a_row, created_at, updated_at, name_words, url_words,
      instructions_words, tags_words, run_price)
    select ${idSql("mon", "n")}, ${idSql("org", "n % 3")}, 'Prices', '{"type":"page","url":"https://example.com/","instructions":null,
      "normalizeWhitespace":true,"includeSelectors":[],"excludeSelectors":[],"actions":[]}', 'page', '{"type":"exact"}', 'exact',
      '{"type":"interval","frequency":1,"unit":"hours"}', '{shop}', 'active', 1, ${at("n")}, 0, 0, ${at("n")}, ${at("n")}, ' prices ',
      ' https example com ', ' ', ' shop ', 1 from generate_series(0, 39999) n`,
  runs: `insert into runs (id, organization_id, monitor_id, status, run_type, trigger, target_type, change_detection_type,
      target_version, queued_at, started_at, completed_at, change_detected, baseline_created, credits_charged, trace)
    select ${idSql("run", "n")}, ${idSql("org", "n % 3")}, ${ofMonitor},
      case n % ${rareEach} when 0 then 'failed' else 'completed' end, 'scheduled', 'schedule', 'page', 'exact', 1, ${at("n")},
      ${at("n")}, ${at("n")}, false, false, 1, '[]' from generate_series(1, ${count}) n`,
  deliveries: `insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id, event, event_id,
      body, url, delays_seconds, status, created_at, delivered_at, trigger, attempts, automatic_failures)
    select ${idSql("whd", "n")}, ${idSql("org", "n % 3")}, ${ofMonitor}, 'monitor', ${ofMonitor},
      ${idSql("run", "n")}, 'run.completed', 'evt', '{}', 'https://receiver.example/', '{60}',
      case n % ${rareEach} when 0 then 'failed' else 'delivered' end, ${at("n")}, ${at("n")}, 'initial', 1, 0
    from ${told}`,
  changes: `insert into changes (id, organization_id, monitor_id, run_id, target_type, change_detection_type, title, summary,
      detected_at, url, tags, diff, before_text_excerpt, after_text_excerpt, triage, triaged_at)
    select ${idSql("chg", "n")}, ${idSql("org", "n % 3")}, ${ofMonitor}, ${idSql("run", "n")}, 'page',
      case n % ${rareEach} when 0 then 'semantic' else 'exact' end, 'title', 'summary', ${at("n")}, 'https://example.com/', case when n % ${rareEach} = 0 then '{rare}' when n / 27 % 2 = 0 then '{shop}' else '{}' end::text[],
      'diff', 'before', 'after',
      case when n % ${rareEach} = 0 then 'not_useful' when n / 81 % 2 = 0 then 'open' else 'done' end, ${at("n")} from ${told}`
}

/** Rows first, tightly and unlogged, and indexes over all of them afterwards: in a fraction of the time. */
const filled = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const indexes = yield* sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = ${table}::regclass and not i.indisprimary`
  yield* sql.unsafe(`alter table ${table} set unlogged, set (fillfactor = 100), disable trigger user`)
  for (const { name } of indexes) yield* sql.unsafe(`drop index ${name}`)
  yield* sql.unsafe(tables[table]!)
  for (const { definition } of indexes) yield* sql.unsafe(definition)
  yield* sql.unsafe(`alter table ${table} enable trigger user`)
  yield* sql.unsafe(`vacuum (analyze) ${table}`)
})

/** What the trigger and who records runs would have written, and the ledger of the days at both ends. */
const derived = [
  `insert into change_tags select organization_id, tags[1], detected_at, id, monitor_id, target_type, change_detection_type
  from changes where tags <> '{}'`,
  ...sumUp,
  `insert into request_logs (organization_id, request_id, at, method, path, route, status_code, error_code, credits_used, latency_ms,
    tags, zdr, search, input)
  select ${idSql("org", "n % 3")}, ${idSql("req", "n")}, ${at("n")}, 'GET', '/v1/monitors', '/monitors',
    case n % 9999 when 0 then 429 else 200 end, case n % 9999 when 0 then 'RATE_LIMITED' end, 0, 1, '{}', false, '', '{}'
  from generate_series(1, 30000) n`,
  `insert into organizations (id, name, plan, disabled, overrides, created_at, billing, auto_topup)
  select ${idSql("org", "n")}, '', 'developer', false, '{}', ${at("n")}, '{"anchorAt":"2025-01-01T00:00:00.000Z"}',
    '{"enabled":true,"blockCredits":10000}' from generate_series(1, ${toppingUp}) n`,
  `insert into accounts (organization_id, balance, held, period_start)
  select ${idSql("org", "n")}, case when n % 20000 = 0 then 0 else 1000 end, 0, ${at("n")} from generate_series(1, ${toppingUp}) n`,
  `insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
  select id, organization_id, 'run', id, -1, completed_at from runs where n_of(id) < 6000 or n_of(id) > ${count} - 6000`.replaceAll(
    "n_of(id)",
    `substr(id, 5)::integer % ${count}`
  )
]

export const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set maintenance_work_mem = '256MB'`
  yield* sql`set work_mem = '256MB'`
  yield* sql`set synchronous_commit = off`
  for (const table of Object.keys(tables)) {
    yield* filled(table)
  }
  for (const statement of derived) yield* sql.unsafe(statement)
  yield* sql`analyze`
})
