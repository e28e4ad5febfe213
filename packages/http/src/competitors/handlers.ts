import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { rulesOf } from "../web/requests.ts"
import { competitorsRecord } from "./records.ts"
import { competitorRequest } from "./requests.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "competitors",
  Effect.fn(function* (handlers) {
    const competitors = yield* Competitors
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handle("competitors", ({ query, request }) =>
      answer((caller) =>
        Effect.map(
          calls.run(request, caller, query, rulesOf.site, (call) => competitors.find(call, competitorRequest(query))),
          competitorsRecord
        )
      )
    )
  })
)
