/** Logged calls and charges between rows and the domain. */
import { searchText } from "@kittiwake/core/usage/domain/LogFilter"
import { RequestLog } from "@kittiwake/core/usage/domain/RequestLog"
import { callerOf, type UsageCount } from "@kittiwake/core/usage/domain/UsageCount"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Schema, Struct } from "effect"
import type { ColumnValue } from "./arrayRows.ts"
import { recordColumns } from "./recordColumns.ts"

/** All that is written of a call. */
export const logTypes = {
  organization_id: "text",
  request_id: "text",
  at: "timestamptz",
  key_id: "text",
  grant_id: "text",
  of_dashboard: "boolean",
  method: "text",
  path: "text",
  route: "text",
  status_code: "integer",
  error_code: "text",
  credits_used: "bigint",
  latency_ms: "integer",
  tags: "text[]",
  zdr: "boolean",
  user_agent: "text",
  search: "text",
  input: "json",
  response: "json"
}

export const logWriteColumns = recordColumns(logTypes)

/** A call column by column, as `logTypes` has them. */
export const logFields = (log: RequestLog): ReadonlyArray<ColumnValue> => [
  log.organizationId,
  log.requestId,
  log.at,
  log.keyId,
  log.grantId,
  log.ofDashboard,
  log.method,
  log.path,
  log.route,
  log.statusCode,
  log.errorCode,
  log.creditsUsed,
  log.latencyMs,
  log.tags,
  log.zdr,
  log.userAgent,
  searchText(log.input),
  storableJson(log.input),
  log.response === null ? null : storableJson(log.response)
]

/** A call as the JSON that `logWriteColumns` reads. Not through its codec, which would walk through what was answered. */
export const logJson = (log: RequestLog) => ({
  ...log,
  at: DateTime.formatIso(log.at),
  search: searchText(log.input)
})

/** All that is written of a charge. */
export const chargeWriteColumns = recordColumns({
  organization_id: "text",
  id: "text",
  at: "timestamptz",
  path: "text",
  key_id: "text",
  status_code: "integer",
  credits_used: "bigint",
  request_count: "integer",
  corrects_request_id: "text"
})

/** A charge as the JSON that `chargeWriteColumns` reads. */
export const chargeJson = (charge: UsageCount) => ({ ...charge, at: DateTime.formatIso(charge.at) })

const nobody = callerOf({ keyId: null, grantId: null })

/** What a call counts for, as `requestUsage` says it. */
export const logCounts = `organization_id, at, route as path, coalesce(key_id, grant_id, '${nobody}') as key_id, status_code,
  0::bigint as credits_used, 1 as request_count`

/** What a charge counts for. */
export const chargeCounts = "organization_id, at, path, key_id, status_code, credits_used, request_count"

/** Selects a call `l` as a list shows it by the names of the domain, with the corrections that name it. */
export const logSummaryColumns = `
  l.request_id as "requestId", l.organization_id as "organizationId", l.key_id as "keyId", l.grant_id as "grantId",
  l.of_dashboard as "ofDashboard", l.at, l.method, l.path, l.route, l.status_code as "statusCode", l.error_code as "errorCode",
  l.credits_used + coalesce((
    select sum(c.credits_used)::bigint from usage_charges c
    where c.organization_id = l.organization_id and c.corrects_request_id = l.request_id
  ), 0) as "creditsUsed",
  l.latency_ms as "latencyMs", l.tags, l.zdr`

/** Selects all of a call `l`. */
export const logColumns = `${logSummaryColumns}, l.user_agent as "userAgent", l.input, l.response`

/** Reads a row of `logColumns`. */
export const toLog = Schema.decodeUnknownSync(Schema.toCodecJson(RequestLog))

/** Reads a row of `logSummaryColumns`. */
export const toLogSummary = Schema.decodeUnknownSync(
  Schema.toCodecJson(Schema.Struct(Struct.omit(RequestLog.fields, ["input", "response", "userAgent"])))
)
