import { People } from "@kittiwake/core/people/People"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { Replies } from "../Replies.ts"
import { deadlineOf, WebCalls } from "../web/call.ts"
import { EnrichBody } from "./api.ts"
import { enrichedRecord } from "./records.ts"
import { checkPeoplePlan, personClues, rulesOfPeople } from "./requests.ts"

const readBody = decodeBody(EnrichBody, "The body")

export const layer = HttpApiBuilder.group(
  Api,
  "people",
  Effect.fn(function* (handlers) {
    const people = yield* People
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleRaw("enrich", ({ request }) =>
      answer((caller) =>
        Effect.gen(function* () {
          const input = yield* Effect.flatMap(readJson(request), readBody)
          const clues = yield* personClues(input)
          // What is wrong with the call is told before what the plan lacks (contract/people.md, order of checks).
          yield* deadlineOf(input, 0, rulesOfPeople)
          yield* checkPeoplePlan(caller.organization)
          const found = yield* calls.run(request, caller, input, rulesOfPeople, (call) => people.enrich(call, clues))
          return enrichedRecord(found)
        })
      )
    )
  })
)
