import { News } from "@kittiwake/core/news/News"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { Replies } from "../Replies.ts"
import { type CallInput, WebCalls } from "../web/call.ts"
import { NewsBody } from "./api.ts"
import { newsRecord } from "./records.ts"
import { newsRequest, rulesOfNews } from "./requests.ts"

const readBody = decodeBody(NewsBody, "The body")

export const layer = HttpApiBuilder.group(
  Api,
  "news",
  Effect.fn(function* (handlers) {
    const news = yield* News
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleRaw("search", ({ request }) =>
      answer((caller) =>
        Effect.gen(function* () {
          const input: CallInput & typeof NewsBody.Type = yield* Effect.flatMap(readJson(request), readBody)
          const wanted = yield* newsRequest(input)
          return newsRecord(yield* calls.run(request, caller, input, rulesOfNews, (call) => news.search(call, wanted)))
        })
      )
    )
  })
)
