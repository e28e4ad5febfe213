/** A model that rests when it does not answer: whoever asks it meanwhile hears so at once, and goes on without one. */
import { Clock, Duration, Effect } from "effect"
import { type Cooldown, cooledDown, restOf, warm } from "../web/domain/Cooldown.ts"
import { LanguageModel, type ModelAnswer, ModelFailed, type ModelRequest } from "./LanguageModel.ts"

const pause = { firstMillis: 15_000, mostMillis: 300_000 } as const

/** Questions one after the other that get no answer before it rests. */
const mostFailures = 3

/** Who gives it less time than this learns nothing of it. */
const fairMillis = 10_000

const resting = new ModelFailed({ reason: "unavailable", message: "The model rests, since it did not answer." })

const late = new ModelFailed({ reason: "deadline", message: "The model took too long." })

/**
 * A model with its rests.
 *
 * **Details.** It rests after three questions in a row that were not answered in time, or did not reach it, longer each time; after a rest
 * one is enough. Questions that began before it rested last count no more: many hang at once. Every question ends with its deadline,
 * whatever the model does.
 */
export const restingModel = (model: LanguageModel["Service"]): LanguageModel["Service"] => {
  let state: Cooldown = warm
  let failures = 0
  /** How often it rested. */
  let rests = 0

  const note = Effect.fnUntraced(function* (reason: ModelFailed["reason"]) {
    failures += 1
    if (failures < mostFailures) return
    state = cooledDown(state, pause, null, yield* Clock.currentTimeMillis)
    failures = mostFailures - 1
    rests += 1
    yield* Effect.logWarning("the language model gives no answer, and rests").pipe(Effect.annotateLogs({ reason }))
  })

  const complete = Effect.fnUntraced(function* <A>(
    request: ModelRequest<A>
  ): Effect.fn.Return<ModelAnswer<A>, ModelFailed> {
    if (restOf(state, yield* Clock.currentTimeMillis) > 0) return yield* resting
    const before = rests
    const answer = yield* model.complete(request).pipe(
      Effect.timeoutOrElse({ duration: request.deadline, orElse: () => Effect.fail(late) }),
      Effect.tapError(({ reason }) => {
        const isFair = reason === "unavailable" || Duration.toMillis(request.deadline) >= fairMillis
        return (reason === "deadline" || reason === "unavailable") && isFair && before === rests
          ? note(reason)
          : Effect.void
      })
    )
    state = warm
    failures = 0
    return answer
  })

  return LanguageModel.of({ complete })
}
