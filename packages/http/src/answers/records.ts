/** What is answered to a task (contract/extract-answers.md §2). */
import type { Answer } from "@kittiwake/core/answers/Answers"
import { Schema } from "effect"
import { EvidenceRecord, evidenceRecord } from "../extraction/records.ts"
import { callFields } from "../Replies.ts"
import { unreadField, unreadRecords } from "../web/unreadRecords.ts"

export const AnswerRecord = Schema.Struct({
  json_content: Schema.JsonObject,
  sources: Schema.Array(Schema.String),
  evidence: Schema.Array(EvidenceRecord),
  ...unreadField,
  partial: Schema.optionalKey(Schema.Literal(true)),
  ...callFields
}).annotate({ identifier: "Answer" })

/** As it is answered. */
export const answerRecord = ({ content, evidence, isPart, sources, unread }: Answer) => ({
  json_content: content,
  sources,
  evidence: evidence.map(evidenceRecord),
  ...unreadRecords(unread),
  ...(isPart ? { partial: true as const } : {})
})
