/** The operations on the log of calls, as values (contract/org-logs.md, GET /logs). */
import { logLimits } from "@kittiwake/core/usage/domain/LogFilter"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { idSuchAs, QueryBoolean, queryInteger, queryList, Tags, TimestampInput, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { LogRecord, LogSummaryRecord } from "./LogRecord.ts"

/** The log tells everything that a reply to it could: kept as well, every look at it would make it grow by itself. */
const logs = (summary: string) => access({ summary, scope: "logs:read", bucket: "logs", keepsReply: false })

const listQuery = {
  page: Schema.optionalKey(queryInteger(logLimits.page.minimum, logLimits.page.maximum)),
  limit: Schema.optionalKey(queryInteger(logLimits.limit.minimum, logLimits.limit.maximum)),
  from: Schema.optionalKey(TimestampInput),
  to: Schema.optionalKey(TimestampInput),
  path: Schema.optionalKey(text(1, 2_048)),
  status_code: Schema.optionalKey(queryInteger(100, 599)),
  error_code: Schema.optionalKey(text(1, 100)),
  errors_only: Schema.optionalKey(QueryBoolean),
  key_id: Schema.optionalKey(text(1, 200)),
  grant_id: Schema.optionalKey(text(1, 200)),
  dashboard: Schema.optionalKey(QueryBoolean),
  search: Schema.optionalKey(text(1, logLimits.searchLength)),
  tags: Schema.optionalKey(queryList(Tags))
}

export const LogsApi = HttpApiGroup.make("logs")
  .add(
    HttpApiEndpoint.get("list", "/logs", {
      query: listQuery,
      success: Schema.Struct({
        data: Schema.Array(LogSummaryRecord),
        page: Schema.Int,
        limit: Schema.Int,
        has_more: Schema.Boolean,
        ...callFields
      }).annotate({ identifier: "LogPage" })
    }).annotateMerge(logs("List logged calls, newest first; the last 24 hours unless told otherwise")),
    HttpApiEndpoint.get("get", "/logs/:request_id", {
      params: { request_id: idSuchAs("01a1c0de-…") },
      success: Schema.Struct({ data: LogRecord, ...callFields }).annotate({ identifier: "Log" }),
      error: errorsWith(404)
    }).annotateMerge(logs("One logged call with what was sent and answered"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Logs",
      description:
        "What was called, and what came of it. Pages count from the newest call, and a look at the log is one: who reads several sends the same `to` with each."
    })
  )
