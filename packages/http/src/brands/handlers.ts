import { Brands } from "@kittiwake/core/brands/Brands"
import { brandResult } from "@kittiwake/core/brands/domain/BrandResult"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { ZeroRetentionNotSupported } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { rulesOf } from "../web/requests.ts"
import { brandSearch } from "./records.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "brands",
  Effect.fn(function* (handlers) {
    const brands = yield* Brands
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handle("search", ({ query, request }) =>
      answer((caller) =>
        Effect.gen(function* () {
          if (query.zdr === "enabled") return yield* new ZeroRetentionNotSupported()
          const found = yield* calls.run(request, caller, query, rulesOf.site, (call) =>
            brands.search(call, caller.organization, brandSearch(query))
          )
          return { results: found.map(brandResult) }
        })
      )
    )
  })
)
