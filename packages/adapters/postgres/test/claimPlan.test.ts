/** What a claim in shares reads, and how it tells hosts apart. */
import { assert, describe, it } from "@effect/vitest"
import { hostOf, type Shares } from "@kittiwake/core/Shares"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { hostIn, withRoom } from "../src/claimInShares.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"

const spellings = [
  "https://a.example",
  "https://A.Example/x",
  "http://a.example:8080/x?y#z",
  "https://a.example?y=http://b.example/",
  "https://a.example#z",
  "https://user@a.example/@x",
  "https://user:secret@a.example:1/",
  "https://one@two@a.example/",
  "https://127.0.0.1:80/[x]",
  "https://[::1]/x",
  "https://user@[2001:DB8::1]:8080/x",
  "no address"
]

const count = 10_000

/** A step of a plan that was carried out. */
interface Step {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Step>
}

const stepsOf = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const onServer = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(newDatabase, (url) => Effect.provide(work, postgres.layer({ url }))).pipe(Effect.scoped)

const explain = Effect.fnUntraced(function* (statement: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ "QUERY PLAN": readonly [{ Plan: Step; "Execution Time": number }] }>`
    explain (analyze, format json) ${statement}`
  return row!["QUERY PLAN"][0]
})

/** Monitors that are due, of three organizations at one host, and one behind them. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type,
      schedule, tags, status, target_version, anchor_at, next_run_at, failures_in_a_row, skips_in_a_row, created_at,
      updated_at, name_words, url_words, instructions_words, tags_words, run_price)
    select 'mon_' || n * 7919 % 100000, case when n > ${count} then 'org_behind' else 'org_crowd' || n % 3 end, 'Prices',
      jsonb_build_object('type', 'page', 'url',
        'https://' || case when n > ${count} then 'behind' else 'crowd' end || '.example/page/' || n),
      'page', '{"type":"exact"}', 'exact', '{}', '{}', 'active', 1, now(), now() - interval '1 day' + n * interval '1 second',
      0, 0, now(), now(), '', '', '', '', 1
    from generate_series(1, ${count} + 1) n`
  yield* sql`analyze`
})

const room = (each: number, full: ReadonlyArray<string>) => ({ each, of: new Map(full.map((key) => [key, 0])) })

/** What a claim would look at. */
const picked = (sql: SqlClient.SqlClient, shares: Shares) => sql`
  select m.id, ${hostIn(sql, "m.target ->> 'url'")} as host from monitors m
  where m.due_at <= now() ${withRoom(sql, shares, { organization: "m.organization_id", url: "m.target ->> 'url'" })}
  order by m.due_at, m.id limit 25 for update skip locked`

describe("claims in shares on a Postgres server", needsServer, () => {
  it.live("tell hosts apart as the rest of the product does", () =>
    onServer(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ host: string }>`
          select ${hostIn(sql, "u.url")} as host from unnest(${spellings}::text[]) with ordinality u (url, n) order by n`
        assert.deepStrictEqual(
          rows.map(({ host }) => host),
          spellings.map(hostOf)
        )
      })
    )
  )

  it.live(
    "pass over ten thousand rows that have no room by the index, with little more than reading them",
    () =>
      onServer(
        Effect.gen(function* () {
          yield* fill
          const sql = yield* SqlClient.SqlClient
          const crowds = ["org_crowd0", "org_crowd1", "org_crowd2"]
          const plans = [
            picked(sql, { organizations: room(10, crowds), hosts: room(10, []) }),
            picked(sql, { organizations: room(10, []), hosts: room(10, ["crowd.example"]) })
          ]
          for (const plan of plans) {
            const steps = stepsOf((yield* explain(plan)).Plan)
            assert.strictEqual(steps[0]!["Actual Rows"], 1)
            const reads = steps.filter((step) => step["Rows Removed by Filter"] !== undefined)
            assert.deepStrictEqual(
              reads.map((step) => [step["Index Name"], step["Rows Removed by Filter"]]),
              [["monitors_due", count]]
            )
          }
          const least = Effect.fnUntraced(function* (statement: Statement.Fragment) {
            const times: Array<number> = []
            for (let n = 0; n < 5; n++) times.push((yield* explain(statement))["Execution Time"])
            return Math.min(...times)
          })
          // By the regular expression it took twenty times as long.
          const reading = yield* least(sql`select count(*) from monitors m where m.target ->> 'url' <> ''`)
          assert.isBelow((yield* least(plans[1]!)) / reading, 12)
        })
      ),
    60_000
  )
})
