/** `kittiwake.feedback`: what callers say of the service, as promises. */
import { feedbackLimits } from "@kittiwake/core/feedback/domain/FeedbackNote"
import { type FeedbackRecord, feedbackRecord } from "@kittiwake/core/feedback/domain/FeedbackRecord"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { FeedbackBody } from "@kittiwake/http/internal/feedback/api"
import { saidOf } from "@kittiwake/http/internal/feedback/saidOf"
import { Effect } from "effect"
import { reads } from "./input.ts"
import type { Run } from "./run.ts"

/** What `say` takes. */
export type SayFeedback = typeof FeedbackBody.Encoded

/** What callers say of the service, for whoever runs it. */
export interface FeedbackMethods {
  /** Keeps what is said, as `POST /v1/feedback` does. */
  readonly say: (input: SayFeedback) => Promise<void>
  /** What the organization said, by whichever door, newest first: all that is kept. */
  readonly list: () => Promise<ReadonlyArray<FeedbackRecord>>
}

const readSay = reads(FeedbackBody)

/** The methods for one organization, run by `run`. */
export const feedbackMethods = (run: Run<Feedback>, id: OrganizationId): FeedbackMethods => ({
  say: (input) =>
    run(
      Effect.gen(function* () {
        const body = yield* readSay(input)
        yield* (yield* Feedback).say(id, null, saidOf(body))
      })
    ),
  list: () =>
    run(
      Feedback.use((feedback) => feedback.newest(id, feedbackLimits.kept)).pipe(
        Effect.map((notes) => notes.map(feedbackRecord))
      )
    )
})
