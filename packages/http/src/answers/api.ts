/** The operation that answers tasks, as a value (contract/extract-answers.md §2). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { TimeoutBehavior, timeoutMillis, Zdr } from "../web/query.ts"
import { AnswerRecord } from "./records.ts"

const Timeout = closed({
  milliseconds: timeoutMillis(1_000),
  behavior: Schema.optionalKey(TimeoutBehavior)
})

/** What is asked, beside how the call is made: the same at every door. */
export const answerFields = {
  task: text(1, 4_000),
  json_format: Schema.optionalKey(Schema.JsonObject),
  mode: Schema.optionalKey(Schema.Literals(["fast", "ultra"]).annotate({ default: "ultra" }))
}

/** The body of `POST /web/answers`. */
export const AnswersBody = Schema.Struct({
  ...answerFields,
  timeoutOpts: Schema.optionalKey(Timeout),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), Timeout])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}).annotate({ identifier: "AnswersRequest" })

export const AnswersApi = HttpApiGroup.make("answers")
  .add(
    HttpApiEndpoint.post("answers", "/web/answers", {
      payload: AnswersBody,
      success: AnswerRecord,
      error: errorsWith(415, 504)
    }).annotateMerge(
      access({
        summary: "What pages of the web say to a task, in the shape of an example",
        scope: "data:execute",
        bucket: "default",
        labels: "body",
        weight: 1,
        keepsReply: false
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Answers", description: "Answers from pages of the web." }))
