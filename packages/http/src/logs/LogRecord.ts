/** A logged call on the wire (contract/org-logs.md, GET /logs). */
import { Timestamp } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import type { RequestLog, RequestLogSummary } from "@kittiwake/core/usage/domain/RequestLog"
import type { LogPage } from "@kittiwake/core/usage/Usage"
import { DateTime, Schema } from "effect"
import { KeyMetadata } from "../errors.ts"

export const LogSummaryRecord = Schema.Struct({
  request_id: Schema.String,
  /** When the call was answered. */
  timestamp: Timestamp,
  method: Schema.String,
  path: Schema.String,
  status_code: Schema.Int,
  error_code: Schema.NullOr(Schema.String),
  credits_used: Schema.Int,
  latency_ms: Schema.Int,
  /** The key that called; null where a program called by a grant. */
  key_id: Schema.NullOr(Schema.String),
  /** What the calling program was allowed; null where a key called, or the operator. */
  grant_id: Schema.NullOr(Schema.String),
  /** Whether a screen of the dashboard asked it by itself, to show something. */
  dashboard: Schema.Boolean,
  tags: Schema.Array(Schema.String),
  zdr: Schema.Boolean
})
export type LogSummaryRecord = typeof LogSummaryRecord.Type

export const LogRecord = Schema.Struct({
  ...LogSummaryRecord.fields,
  input: Schema.Struct({ query: Schema.JsonObject, body: Schema.optionalKey(Schema.Json) }),
  user_agent: Schema.NullOr(Schema.String),
  response: Schema.Json,
  /** What the logged call was charged, and what was left then. */
  key_metadata: Schema.optionalKey(KeyMetadata)
})
export type LogRecord = typeof LogRecord.Type

/** A logged call as a list shows it. */
const logSummaryRecord = (log: RequestLogSummary): LogSummaryRecord => ({
  request_id: log.requestId,
  timestamp: DateTime.formatIso(log.at),
  method: log.method,
  path: log.path,
  status_code: log.statusCode,
  error_code: log.errorCode,
  credits_used: log.creditsUsed,
  latency_ms: log.latencyMs,
  key_id: log.keyId,
  grant_id: log.grantId,
  dashboard: log.ofDashboard,
  tags: log.tags,
  zdr: log.zdr
})

/** A page of the log. */
export const logPageRecord = ({ data, hasMore, limit, page }: LogPage) => ({
  data: data.map(logSummaryRecord),
  page,
  limit,
  has_more: hasMore
})

const isKeyMetadata = Schema.is(KeyMetadata)

/** A logged call in full. */
export const logRecord = (log: RequestLog): LogRecord => {
  const keyMetadata: unknown = Reflect.get(Object(log.response), "key_metadata")
  return {
    ...logSummaryRecord(log),
    input: log.input,
    user_agent: log.userAgent,
    response: log.response,
    ...(isKeyMetadata(keyMetadata) ? { key_metadata: keyMetadata } : {})
  }
}
