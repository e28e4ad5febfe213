import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { largeInPieces } from "../inPieces.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { ExtractBody } from "./api.ts"
import { ExtractRecord, extractRecord } from "./records.ts"
import { extractRequest, rulesOfExtract, withExtractAge } from "./requests.ts"

const readBody = decodeBody(ExtractBody, "The body")

/** A reply may be of megabytes: data of long lists, with a passage for each value. */
const inPieces = Effect.flatMap(largeInPieces(ExtractRecord))

export const layer = HttpApiBuilder.group(
  Api,
  "extraction",
  Effect.fn(function* (handlers) {
    const { extractData } = yield* Extraction
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleRaw("extract", ({ request }) =>
      answer((caller) =>
        Effect.gen(function* () {
          const input = withExtractAge(yield* Effect.flatMap(readJson(request), readBody))
          const wanted = yield* extractRequest(caller, input)
          const found = yield* calls.run(request, caller, input, rulesOfExtract(wanted), (call) =>
            extractData(call, wanted)
          )
          return extractRecord(found)
        })
      ).pipe(inPieces)
    )
  })
)
