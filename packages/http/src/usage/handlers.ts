/** Answers the operations on usage. */
import { Credits } from "@kittiwake/core/credits/Credits"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Replies } from "../Replies.ts"
import { historyRecord } from "./HistoryRecord.ts"
import { historyRequest } from "./historyRequest.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "usage",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage
    const credits = yield* Credits
    const { answer } = yield* Replies

    return handlers.handleAll({
      credits: () => answer(({ organization }) => credits.usage(organization)),
      history: ({ query }) =>
        answer(({ organization }) => Effect.map(usage.history(organization.id, historyRequest(query)), historyRecord))
    })
  })
)
