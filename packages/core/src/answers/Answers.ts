/**
 * All a caller may ask of answers: what pages of the web say to a task, in the shape of an example.
 *
 * Sites that the task names are read by their topic, as `extraction` does, and the web is searched as `search` does; how a task is read and
 * which sentences answer it stands in `domain`.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { FactReader } from "../extraction/FactReader.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { SearchUnavailable } from "../search/errors.ts"
import type { Search } from "../search/Search.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Answer, type AnswerRequest, answerTask } from "./answerTask.ts"

export type { Answer, AnswerRequest } from "./answerTask.ts"

/** Everything that answering stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type AnswersPorts = CapturePorts | ChargePorts | DomainNames | FactReader | Search | SitemapReader

/**
 * Answers tasks for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered, whatever was found; what is not answered costs nothing.
 * Without a model an answer is made of extracts.
 */
export class Answers extends Context.Service<
  Answers,
  {
    /** What pages say to a task, with what says each value. */
    readonly answer: (
      call: Call,
      request: AnswerRequest
    ) => Effect.Effect<Charged<Answer>, SearchUnavailable | WebError>
  }
>()("@kittiwake/core/answers/Answers") {
  static readonly layer = Layer.effect(
    Answers,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<AnswersPorts>())
      return Answers.of({ answer: bound(answerTask) })
    })
  )
}
