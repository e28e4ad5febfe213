/** Answers of a model, kept for whoever may ask the same again: a backtest, a run that is tried again. */
import { Duration, Effect, Option } from "effect"
import { makeFlights } from "../budget/makeFlights.ts"
import type { ModelAnswer, ModelFailed } from "../models/LanguageModel.ts"
import { makePassedCache } from "../passedCache.ts"

/** Answers for each organization, organizations, and how long one stands. A question has up to some 14,000 characters. @internal */
export const answerLimits = { each: 32, organizations: 32, age: Duration.hours(1) } as const

type Ask<A> = Effect.Effect<ModelAnswer<A>, ModelFailed>

/**
 * Makes what asks once: the same question of the same organization is answered as before, and who asks while it is asked
 * waits for that answer.
 *
 * **Details**
 *
 * A failure is that of all who waited for it, and is not kept: the next to ask may have more luck. Who is interrupted takes
 * the question along only when nobody else waits. Nothing is kept without an organization, and none gets an
 * answer of another: whether somebody asked the same is nobody's business.
 */
export const makeRememberingAnswers = <A>() =>
  Effect.gen(function* () {
    const empty = makePassedCache<string, ModelAnswer<A>>(
      () => Effect.die("an answer is put there, and never looked up"),
      { capacity: answerLimits.each, timeToLive: () => answerLimits.age }
    )
    const shelves = yield* makePassedCache((_: string) => empty, {
      capacity: answerLimits.organizations,
      timeToLive: () => Duration.infinity
    })
    const join = yield* makeFlights<ModelAnswer<A>, ModelFailed>({ lingers: Duration.zero })
    return Effect.fnUntraced(function* (organizationId: string | undefined, question: string, ask: Ask<A>) {
      if (organizationId === undefined) return yield* ask
      const shelf = yield* shelves.get(organizationId)
      const known = yield* shelf.getOption(question)
      if (Option.isSome(known)) return known.value
      // No id has a line break, so that no two pairs make one key.
      return yield* join(`${organizationId}\n${question}`, () =>
        Effect.tap(ask, (answer) => shelf.set(question, answer))
      )
    })
  })
