import { Industries } from "@kittiwake/core/industries/Industries"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { rulesOf } from "../web/requests.ts"
import { industryRequest } from "./requests.ts"

const partial = (isPart: boolean) => (isPart ? { partial: true as const } : {})

export const layer = HttpApiBuilder.group(
  Api,
  "industry",
  Effect.fn(function* (handlers) {
    const industries = yield* Industries
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleAll({
      naics: ({ query, request }) =>
        answer((caller) =>
          Effect.map(
            calls.run(request, caller, query, rulesOf.site, (call) =>
              industries.name(call, industryRequest("naics_2022", query))
            ),
            ({ codes, domain, isPart }) => ({
              status: "ok" as const,
              domain,
              type: "naics" as const,
              codes,
              ...partial(isPart)
            })
          )
        ),
      sic: ({ query, request }) =>
        answer((caller) => {
          const { type: list = "original_sic" } = query
          return Effect.map(
            calls.run(request, caller, query, rulesOf.site, (call) =>
              industries.name(call, industryRequest(list, query))
            ),
            ({ codes, domain, isPart }) => ({
              status: "ok" as const,
              domain,
              type: "sic" as const,
              classification: list,
              codes,
              ...partial(isPart)
            })
          )
        })
    })
  })
)
