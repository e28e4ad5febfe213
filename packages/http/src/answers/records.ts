/** What is answered to a task (contract/extract-answers.md §2). */
import type { Answer } from "@kittiwake/core/answers/Answers"
import { Schema } from "effect"
import { EvidenceRecord, evidenceRecord } from "../extraction/records.ts"
import { callFields } from "../Replies.ts"

export const AnswerRecord = Schema.Struct({
  json_content: Schema.JsonObject,
  sources: Schema.Array(Schema.String),
  evidence: Schema.Array(EvidenceRecord),
  unread: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        url: Schema.String,
        error_code: Schema.Literals(["WEBSITE_NOT_FOUND", "WEBSITE_BLOCKED", "WEBSITE_ACCESS_ERROR"]),
        message: Schema.String
      })
    )
  ),
  partial: Schema.optionalKey(Schema.Literal(true)),
  ...callFields
}).annotate({ identifier: "Answer" })

/** As it is answered. */
export const answerRecord = ({ content, evidence, isPart, sources, unread }: Answer) => ({
  json_content: content,
  sources,
  evidence: evidence.map(evidenceRecord),
  ...(unread.length === 0
    ? {}
    : { unread: unread.map(({ code, message, url }) => ({ url, error_code: code, message })) }),
  ...(isPart ? { partial: true as const } : {})
})
