/** The operation that takes what callers say of the service (contract/org-logs.md). */
import { feedbackLimits, Rating } from "@kittiwake/core/feedback/domain/FeedbackNote"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"

/** The body of `POST /feedback`. */
export const FeedbackBody = Schema.Struct({
  message: text(1, feedbackLimits.characters).annotate({ logged: "never" }),
  request_id: Schema.optionalKey(text(1, 100).annotate({ logged: "id" })),
  rating: Schema.optionalKey(Rating),
  tags: Schema.optionalKey(Tags)
}).annotate({ identifier: "SayFeedback" })
export type FeedbackBody = typeof FeedbackBody.Type

export const FeedbackApi = HttpApiGroup.make("feedback")
  .add(
    HttpApiEndpoint.post("say", "/feedback", {
      payload: FeedbackBody,
      success: Schema.Struct(callFields).annotate({ identifier: "SaidFeedback" }).pipe(HttpApiSchema.status(202)),
      error: errorsWith(413, 415)
    }).annotateMerge(
      access({
        summary: "Say what works and what does not, to whoever runs the installation",
        scope: null,
        scopeNote: "Needs a valid key, whatever its scopes. What is said stays in the installation.",
        bucket: "default",
        labels: "body"
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Feedback", description: "What callers say of the service." }))
