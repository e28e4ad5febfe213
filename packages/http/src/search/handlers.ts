import { Search } from "@kittiwake/core/search/Search"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { largeInPieces } from "../inPieces.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { rulesOf } from "../web/requests.ts"
import { SearchBody } from "./api.ts"
import { SearchRecord, searchRecord } from "./records.ts"
import { searchRequest, withSearchAge } from "./requests.ts"

const readBody = decodeBody(SearchBody, "The body")

/** A reply may be of megabytes: the Markdown of a hundred pages. */
const inPieces = Effect.flatMap(largeInPieces(SearchRecord))

export const layer = HttpApiBuilder.group(
  Api,
  "search",
  Effect.fn(function* (handlers) {
    const { search } = yield* Search
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleRaw("search", ({ request }) =>
      answer((caller) =>
        Effect.gen(function* () {
          const input = withSearchAge(yield* Effect.flatMap(readJson(request), readBody))
          const wanted = yield* searchRequest(input)
          return searchRecord(yield* calls.run(request, caller, input, rulesOf.site, (call) => search(call, wanted)))
        })
      ).pipe(inPieces)
    )
  })
)
