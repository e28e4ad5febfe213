import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { Replies } from "../Replies.ts"
import { FeedbackBody } from "./api.ts"
import { saidOf } from "./saidOf.ts"

const decode = decodeBody(FeedbackBody)

export const layer = HttpApiBuilder.group(
  Api,
  "feedback",
  Effect.fn(function* (handlers) {
    const feedback = yield* Feedback
    const { answer } = yield* Replies

    return handlers.handleRaw("say", ({ request }) =>
      answer(({ id, organization }) =>
        readJson(request).pipe(
          Effect.flatMap(decode),
          Effect.flatMap((body) => feedback.say(organization.id, id, saidOf(body))),
          Effect.as({})
        )
      )
    )
  })
)
