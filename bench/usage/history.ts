/**
 * How long the history of usage takes of an organization that makes ten million requests a year, on Postgres.
 *
 * `node bench/usage/history.ts [rounds]` fills the sums of a year, beside those of three organizations like it, and the
 * calls of the last two hours; then it asks for every kind of history. `DATABASE_URL` names a server to use.
 */
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { GroupBy, HistoryQuery } from "@kittiwake/core/usage/domain/History"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import * as postgres from "@kittiwake/postgres/postgres"
import { DateTime, Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { median, percentile } from "../measure.ts"
import { openPostgres } from "../postgres.ts"

const organizationId = OrganizationId.make("org_of_the_bench")
const now = DateTime.makeUnsafe("2026-03-10T12:34:56.789Z")
const days = 366

/** Requests of an hour, and the routes, callers and statuses they come by. */
const hourly = { requests: 1_140, path: 25, key_id: 4, status_code: 8 } as const

/** Sums of a whole year, split by one thing. */
const fillSums = (sql: SqlClient.SqlClient, unit: "hour" | "day", split: GroupBy) => sql`
  insert into ${sql.literal(`usage_${unit}s`)} (organization_id, split_by, start, value, credits_used, request_count)
  select o.id, ${split}, s.start, '/value/' || g, g,
    ${hourly.requests}::integer * ${unit === "day" ? 24 : 1}::integer / ${hourly[split]}::integer
  from (values (${organizationId}::text), ('org_a'), ('org_b'), ('org_c')) o(id),
    generate_series(date_trunc('day', ${now}::timestamptz - ${days}::integer * interval '1 day', 'UTC'), ${now}::timestamptz,
      ${`1 ${unit}`}::interval) s(start),
    generate_series(0, ${hourly[split]}::integer - 1) g
  order by s.start, o.id, g`

/** Calls of the hours at whose edges only the calls themselves tell, with answers of two kilobytes. */
const fillLogs = (sql: SqlClient.SqlClient) => sql`
  insert into request_logs (organization_id, request_id, at, key_id, method, path, route, status_code, credits_used,
    latency_ms, tags, zdr, search, input, response)
  select ${organizationId}, 'req_' || n, ${now}::timestamptz - n * interval '1 second' * 7200 / ${hourly.requests * 2}::float8,
    'key_' || n % 4, 'GET', '/v1/operation/' || n % 25, '/operation/' || n % 25, 200, 1, 12, '{}', false, 'search',
    '{"query":{}}', to_json(repeat(md5(n::text), 64))
  from generate_series(1, ${hourly.requests * 2}::integer) n`

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const split of ["path", "key_id", "status_code"] as const) {
    yield* fillSums(sql, "day", split)
    yield* fillSums(sql, "hour", split)
  }
  yield* fillLogs(sql)
  yield* sql`analyze`.unprepared
  const [sums] = yield* sql<{ requests: number; days: number; hours: number }>`
    select (sum(request_count) / 3)::bigint as requests, count(*) as days,
      (select count(*) from usage_hours where organization_id = ${organizationId}) as hours
    from usage_days where organization_id = ${organizationId}`
  console.log(`${sums!.requests} requests of a year in ${sums!.days} sums of days and ${sums!.hours} of hours`)
})

const ask = Effect.fnUntraced(function* (
  query: Omit<HistoryQuery, "from" | "to">,
  length: Duration.Duration,
  rounds: number
) {
  const store = yield* UsageStore
  const range = { from: DateTime.subtractDuration(now, length), to: now }
  const took: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    yield* store.history(organizationId, { ...range, ...query })
    took.push(performance.now() - began)
  }
  const name = `${Duration.toDays(length)} days by ${query.interval}, split by ${query.groupBy ?? "nothing"}`
  console.log(`${name.padEnd(45)} median ${median(took).toFixed(1)} ms, p95 ${percentile(took, 0.95).toFixed(1)} ms`)
})

const rounds = Number(process.argv[2] ?? 30)
const server = await openPostgres(process.env.DATABASE_URL || undefined)
try {
  const url = Redacted.make(await server.database())
  await Effect.runPromise(
    Effect.gen(function* () {
      yield* fill
      for (const groupBy of [null, "path", "key_id", "status_code"] as const) {
        yield* ask({ interval: "month", groupBy }, Duration.days(366), rounds)
        yield* ask({ interval: "day", groupBy }, Duration.days(366), rounds)
        yield* ask({ interval: "day", groupBy }, Duration.days(30), rounds)
        yield* ask({ interval: "hour", groupBy }, Duration.days(7), rounds)
      }
    }).pipe(Effect.provide(postgres.layer({ url, statementTimeout: Duration.minutes(5) })))
  )
} finally {
  await server.end()
}
