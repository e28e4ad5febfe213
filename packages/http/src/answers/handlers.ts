import { Answers } from "@kittiwake/core/answers/Answers"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { ResearchTimedOut } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { AnswersBody } from "./api.ts"
import { answerRecord } from "./records.ts"
import { answerRequest, rulesOfAnswer } from "./requests.ts"

const readBody = decodeBody(AnswersBody, "The body")

export const layer = HttpApiBuilder.group(
  Api,
  "answers",
  Effect.fn(function* (handlers) {
    const answers = yield* Answers
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleRaw("answers", ({ request }) =>
      answer((caller) =>
        Effect.gen(function* () {
          const input = yield* Effect.flatMap(readJson(request), readBody)
          const wanted = yield* answerRequest(input)
          const found = yield* calls.run(request, caller, input, rulesOfAnswer(wanted), (call) =>
            answers.answer(call, wanted)
          )
          return answerRecord(found)
        }).pipe(Effect.catchTag("DeadlinePassed", () => Effect.fail(new ResearchTimedOut())))
      )
    )
  })
)
