/** `kittiwake.web.answers`: what pages of the web say to a task, as a promise. */
import { type Answer, Answers } from "@kittiwake/core/answers/Answers"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { answerFields } from "@kittiwake/http/internal/answers/api"
import { answerRequest, rulesOfAnswer } from "@kittiwake/http/internal/answers/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `answers` takes: a task, an example of the answer, and how much may be done for it. */
export const AnswersInput = Schema.Struct({ ...answerFields, ...callFields })

export type AskTask = typeof AnswersInput.Encoded

/** Answers. Options are those of the HTTP API. */
export interface AnswerMethods {
  /** What pages of the web say to a task, in the shape of an example, with the passage that says each value. */
  readonly answers: (input: AskTask, options?: CallOptions) => Promise<Answer & Spent>
}

const readAnswers = reads(AnswersInput)

/** The methods for one organization, run by `run`. */
export const answerMethods = (run: Run<Answers>, organizationId: OrganizationId): AnswerMethods => ({
  answers: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = yield* readAnswers(given)
        const wanted = yield* answerRequest(input)
        const call = yield* newCall(organizationId, "/web/answers", input, rulesOfAnswer(wanted), wantedBy(options))
        const { credits, value } = yield* (yield* Answers).answer(call, wanted)
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
