/** What a claim in shares reads. */
import { assert, describe, it } from "@effect/vitest"
import { hostOf, type Shares } from "@kittiwake/core/Shares"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import * as DeliveryStores from "../src/DeliveryStore.ts"
import { type DueRows, pickedRows } from "../src/dueRows.ts"
import { hostIn } from "../src/migrations/0012_waiting_lines.ts"
import { planned } from "../src/plannedRuns.ts"
import { needsServer } from "./databases.ts"
import { onOneConnection } from "./mostRead.ts"
import { readSoFar } from "./readSoFar.ts"

const spellings = [
  "https://a.example",
  "https://A.Example/x",
  "http://a.example:8080/x?y#z",
  "https://a.example?y=http://b.example/",
  "https://a.example#z",
  "https://user@a.example/@x",
  "https://user:secret@a.example:1/",
  "https://a.example./x",
  "https://127.0.0.1:80/[x]",
  "https://[::1]/x",
  "https://user@[2001:DB8::1]:8080/x"
]

const count = 10_000

/** A step of a plan that was carried out. */
interface Step {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Step>
}

const stepsOf = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const explain = Effect.fnUntraced(function* (statement: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ "QUERY PLAN": readonly [{ Plan: Step }] }>`explain (analyze, format json) ${statement}`
  return row!["QUERY PLAN"][0].Plan
})

/** What is due of three organizations at one host in the same hour, and one behind. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create temp table due as
    select 'x' || lpad((n * 7919 % 100000)::text, 6, '0') as id, n,
      case when n > ${count} then 'org_behind' else 'org_crowd' || n % 3 end as org,
      case when n > ${count} then 'behind.example' else 'crowd.example' end as host,
      now() - interval '2 hours' + n * interval '360 milliseconds' as at
    from generate_series(1, ${count} + 1) n`
  yield* sql`
    insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type,
      schedule, tags, status, target_version, anchor_at, next_run_at, failures_in_a_row, skips_in_a_row, created_at,
      updated_at, name_words, url_words, instructions_words, tags_words, run_price, host)
    select id, org, 'Prices', jsonb_build_object('type', 'page', 'url', 'https://' || host || '/page/' || n),
      'page', '{"type":"exact"}', 'exact', '{}', '{}', 'active', 1, now(), at, 0, 0, now(), now(), '', '', '', '', 1, host
    from due`
  yield* sql`insert into subscriptions (id, organization_id, url, events, secret)
    select org, org, 'https://' || min(host) || '/', '{}', 'whsec' from due group by org`
  yield* sql`
    insert into deliveries (id, organization_id, subscription_id, source_type, event, event_id, body, url, delays_seconds,
      status, created_at, trigger, attempts, automatic_failures, due_at, host)
    select id, org, org, 'monitor', 'run.completed', id, '{}', 'https://' || host || '/', '{60}', 'pending', at, 'initial', 0, 0,
      at, host
    from due`
  yield* sql`analyze`
})

const room = (each: number, full: ReadonlyArray<string>) => ({ each, of: new Map(full.map((key) => [key, 0])) })

const crowds = ["org_crowd0", "org_crowd1", "org_crowd2"]

const withoutRoom: Readonly<Record<string, Shares>> = {
  organizations: { organizations: room(10, crowds), hosts: room(10, []) },
  hosts: { organizations: room(10, []), hosts: room(10, ["crowd.example"]) }
}

/** What a claim picks. */
const picked = (sql: SqlClient.SqlClient, rows: Pick<DueRows, "table" | "shares">) => {
  const [limit, columns] = [sql.literal("25"), sql.literal("t.id, t.organization_id, t.host, t.due_at")]
  const wanted = { ...rows, now: DateTime.nowUnsafe(), limit, columns, lease: Duration.minutes(1) }
  return sql`
    with recursive clock as materialized (select clock_timestamp() as at), ${pickedRows(sql, wanted)}
    select * from picked`
}

const readBy = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const before = yield* readSoFar
  const found = yield* work
  return { found, rows: (yield* readSoFar) - before }
})

/** Rows that were read of a table. */
const readOf = (table: string, steps: ReadonlyArray<Step>): number =>
  steps
    .filter((step) => step["Relation Name"] === table)
    .reduce(
      (sum, step) => sum + (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"],
      0
    )

describe("what is planned anew on a Postgres server", needsServer, () => {
  it.live(
    "is read along the index of what is due, a batch at a time",
    () =>
      onOneConnection(
        Effect.gen(function* () {
          yield* fill
          const sql = yield* SqlClient.SqlClient
          const [middle] = yield* sql<{ at: Date }>`select now() - interval '1 hour 30 minutes' as at`
          const place = { dueAt: DateTime.makeUnsafe(middle!.at), id: "" }
          const plans = yield* readBy(planned(sql, place, 100))
          assert.lengthOf(plans.found, 100)
          assert.isAtLeast(plans.rows, 100)
          assert.isAtMost(plans.rows, 110)
          const now = yield* DateTime.now
          const recall = DeliveryStore.use((store) => store.recall({ now, after: now, place, limit: 100 }))
          const recalled = yield* readBy(Effect.provide(recall, DeliveryStores.layer))
          assert.strictEqual(recalled.found.count, 0)
          assert.isNotNull(recalled.found.last)
          // Each row is looked at, and looked up to be locked.
          assert.isAtMost(recalled.rows, 220)
        })
      ),
    60_000
  )
})

describe("claims in shares on a Postgres server", needsServer, () => {
  it.live("know the hosts of what was stored before", () =>
    onOneConnection(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ host: string }>`
          select ${sql.literal(hostIn("u.url"))} as host from unnest(${spellings}::text[]) with ordinality u (url, n) order by n`
        assert.deepStrictEqual(
          rows.map(({ host }) => host),
          spellings.map(hostOf)
        )
      })
    )
  )

  it.live(
    "read no more of ten thousand rows that have no room than some in order and some steps from line to line",
    () =>
      onOneConnection(
        Effect.gen(function* () {
          yield* fill
          const sql = yield* SqlClient.SqlClient
          for (const table of ["monitors", "deliveries"] as const) {
            for (const [whose, shares] of Object.entries(withoutRoom)) {
              const plan = yield* explain(picked(sql, { table, shares }))
              assert.strictEqual(plan["Actual Rows"], 1, "who has room stands behind what is read in order")
              // In order; two walks through an hour of three organizations at one host, and one more; and what is picked.
              const steps = 2 * (3 * 61 + 10)
              assert.isBelow(readOf(table, stepsOf(plan)), 525 + steps + 10, `${table}, ${whose} without room`)
            }
            yield* sql`update ${sql(table)} set host = id || host`
            yield* sql`analyze ${sql(table)}`
            const plan = yield* explain(picked(sql, { table, shares: withoutRoom.organizations }))
            assert.strictEqual(plan["Actual Rows"], 1)
            assert.isBelow(readOf(table, stepsOf(plan)), 525 + 2 * (3 * 61 + 10) + 10, `${table} at many hosts`)
          }
        })
      ),
    60_000
  )

  it.live(
    "find who has nothing under way behind ten thousand rows of others who have room, and pick those first",
    () =>
      onOneConnection(
        Effect.gen(function* () {
          yield* fill
          const sql = yield* SqlClient.SqlClient
          const underWay = {
            organizations: new Map(crowds.map((id) => [id, 5])),
            hosts: new Map([["crowd.example", 15]]),
            lanes: new Map(crowds.map((id) => [`${id} crowd.example`, 5]))
          }
          const shares = { organizations: room(10, []), hosts: { ...room(30, []), lanes: room(10, []) }, underWay }
          for (const table of ["monitors", "deliveries"] as const) {
            const plan = yield* explain(picked(sql, { table, shares }))
            assert.isBelow(readOf(table, stepsOf(plan)), 525 + 1_000 + 1_010 + 50)
            const rows = yield* sql<{ organization_id: string }>`${picked(sql, { table, shares })}`
            assert.lengthOf(rows, 25)
            assert.strictEqual(rows[0]?.organization_id, "org_behind")
          }
        })
      ),
    60_000
  )
})
