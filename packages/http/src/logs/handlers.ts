/** Answers the operations on the log of calls. */
import type { LogRequest } from "@kittiwake/core/usage/domain/LogFilter"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { momentOrUndefined } from "../moments.ts"
import { Replies } from "../Replies.ts"
import { logRecord, logSummaryRecord } from "./LogRecord.ts"

interface ListQuery extends Pick<LogRequest, "page" | "limit" | "path" | "search" | "tags"> {
  readonly from?: string
  readonly to?: string
  readonly status_code?: number
  readonly error_code?: string
  readonly errors_only?: boolean
  readonly key_id?: string
}

const requestOf = ({ error_code, errors_only, from, key_id, status_code, to, ...rest }: ListQuery): LogRequest => ({
  ...rest,
  from: momentOrUndefined(from),
  to: momentOrUndefined(to),
  statusCode: status_code,
  errorCode: error_code,
  errorsOnly: errors_only,
  keyId: key_id
})

export const layer = HttpApiBuilder.group(
  Api,
  "logs",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage
    const { answer } = yield* Replies

    return handlers.handleAll({
      list: ({ query }) =>
        answer(({ organization }) =>
          Effect.map(usage.logs(organization.id, requestOf(query)), ({ data, hasMore, limit, page }) => ({
            data: data.map(logSummaryRecord),
            page,
            limit,
            has_more: hasMore
          }))
        ),
      get: ({ params }) =>
        answer(({ organization }) =>
          Effect.map(usage.log(organization.id, params.request_id), (log) => ({ data: logRecord(log) }))
        )
    })
  })
)
