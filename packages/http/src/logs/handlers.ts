/** Answers the operations on the log of calls. */
import { Usage } from "@kittiwake/core/usage/Usage"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Replies } from "../Replies.ts"
import { logPageRecord, logRecord } from "./LogRecord.ts"
import { logRequest } from "./logRequest.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "logs",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage
    const { answer } = yield* Replies

    return handlers.handleAll({
      list: ({ query }) =>
        answer(({ organization }) => Effect.map(usage.logs(organization.id, logRequest(query)), logPageRecord)),
      get: ({ params }) =>
        answer(({ organization }) =>
          Effect.map(usage.log(organization.id, params.request_id), (log) => ({ data: logRecord(log) }))
        )
    })
  })
)
