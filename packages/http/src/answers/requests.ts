/** What is asked of answers, as the core takes it: every door maps here. */
import type { AnswerRequest } from "@kittiwake/core/answers/Answers"
import { readExample } from "@kittiwake/core/answers/domain/AnswerShape"
import { modes } from "@kittiwake/core/answers/domain/Mode"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Effect } from "effect"
import type { DeadlineRules } from "../web/call.ts"

interface AnswerAsked {
  readonly task: string
  readonly json_format?: unknown
  readonly mode?: "fast" | "ultra"
}

/** A text by the name of `result`, unless somebody says otherwise. */
const usualExample = { result: "" }

export const answerRequest = Effect.fnUntraced(function* ({ json_format, mode = "ultra", task }: AnswerAsked) {
  const shape = yield* Effect.fromResult(readExample(json_format ?? usualExample)).pipe(
    Effect.mapError(({ message }) => new InvalidInput({ field: "json_format", message }))
  )
  return { task, shape, mode } satisfies AnswerRequest
})

/** The time that the mode has, of which a part is an answer; a longer one has no effect (contract/extract-answers.md §2). */
export const rulesOfAnswer = ({ mode }: AnswerRequest): DeadlineRules => ({
  partialNeedsTime: false,
  usual: { milliseconds: modes[mode].millis, behavior: "return-partial" }
})
