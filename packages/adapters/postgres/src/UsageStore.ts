import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { foldCase, type LogFilter } from "@kittiwake/core/usage/domain/LogFilter"
import { TooManyCalls } from "@kittiwake/core/usage/errors"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { addCharges, appendLogs } from "./countUsage.ts"
import { pruneUsage } from "./pruneUsage.ts"
import { orUnavailable } from "./storeFailure.ts"
import { usageHistory } from "./usageHistory.ts"
import { logColumns, logSummaryColumns, toLog, toLogSummary } from "./usageRows.ts"

const asksForErrors = ({ errorsOnly, statusCode }: LogFilter): boolean =>
  errorsOnly === true || (statusCode ?? 0) >= 400

/** The window of a list. */
const windowOf = (sql: SqlClient.SqlClient, organizationId: OrganizationId, filter: LogFilter) => [
  sql`organization_id = ${organizationId}`,
  sql`at between ${filter.from}::timestamptz and ${filter.to}::timestamptz`,
  // In these words, by which the index of errors is known.
  ...(asksForErrors(filter) ? [sql`status_code >= 400`] : []),
  // And in these, by which that of what is not the dashboard's own is.
  ...(filter.ofDashboard === false && !asksForErrors(filter) ? [sql`not of_dashboard`] : [])
]

/** What `isShown` says beyond the window, as conditions on a call. */
const conditionsOf = (sql: SqlClient.SqlClient, filter: LogFilter) => [
  sql`true`,
  ...(filter.paths === undefined ? [] : [sql`path = any (${filter.paths}::text[])`]),
  ...(filter.statusCode === undefined ? [] : [sql`status_code = ${filter.statusCode}`]),
  ...(filter.errorCode === undefined ? [] : [sql`error_code = ${filter.errorCode}`]),
  ...(filter.keyId === undefined ? [] : [sql`key_id = ${filter.keyId}`]),
  ...(filter.grantId === undefined ? [] : [sql`grant_id = ${filter.grantId}`]),
  ...(filter.ofDashboard === undefined ? [] : [sql`of_dashboard = ${filter.ofDashboard}`]),
  ...(filter.search === undefined ? [] : [sql`strpos(search, ${foldCase(filter.search)}) > 0`]),
  ...(filter.tags === undefined || filter.tags.length === 0 ? [] : [sql`tags && ${filter.tags}::text[]`])
]

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return UsageStore.of({
    append: Effect.fn("UsageStore.append")(
      (logs) => (logs.length === 0 ? Effect.void : Effect.asVoid(appendLogs(sql, logs))),
      orUnavailable("UsageStore.append")
    ),

    add: Effect.fn("UsageStore.add")(
      (charges) => (charges.length === 0 ? Effect.void : Effect.asVoid(addCharges(sql, charges))),
      orUnavailable("UsageStore.add")
    ),

    history: Effect.fn("UsageStore.history")(
      (organizationId, query) => usageHistory(sql, organizationId, query),
      orUnavailable("UsageStore.history")
    ),

    logs: Effect.fn("UsageStore.logs")(function* (organizationId, filter, { limit, mostLooked, skip }) {
      const window = sql.and(windowOf(sql, organizationId, filter))
      const newest = sql`select * from request_logs where ${window} order by at desc, request_id desc`
      const looked = mostLooked === undefined ? newest : sql`${newest} limit ${mostLooked}`
      // Corrections are looked up for the page alone, and not for the calls before it.
      const rows = yield* sql`
        select ${sql.literal(logSummaryColumns)}
        from (
          select * from (${looked}) looked where ${sql.and(conditionsOf(sql, filter))}
          order by at desc, request_id desc limit ${limit} offset ${skip}
        ) l
        order by l.at desc, l.request_id desc`.pipe(orUnavailable("UsageStore.logs"))
      if (mostLooked !== undefined && rows.length < limit) {
        const [last, more] = yield* sql<{ readonly at: Date }>`
          select at from (${newest}) looked offset ${Math.max(0, mostLooked - 1)} limit 2`.pipe(
          orUnavailable("UsageStore.logs")
        )
        if (last !== undefined && more !== undefined) {
          return yield* new TooManyCalls({ lookedTo: DateTime.makeUnsafe(last.at) })
        }
      }
      return rows.map((row) => toLogSummary(row))
    }),

    log: (organizationId, requestId) =>
      sql`
        select ${sql.literal(logColumns)} from request_logs l
        where l.organization_id = ${organizationId} and l.request_id = ${requestId}`.pipe(
        Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toLog(row)))),
        orUnavailable("UsageStore.log")
      ),

    prune: Effect.fn("UsageStore.prune")((options) => pruneUsage(sql, options), orUnavailable("UsageStore.prune"))
  })
})

/** `UsageStore` on Postgres. */
export const layer: Layer.Layer<UsageStore, never, SqlClient.SqlClient> = Layer.effect(UsageStore, make)
