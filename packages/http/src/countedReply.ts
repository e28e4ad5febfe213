/** Large answers are counted before they are made, and made a few at a time for each organization. */
import type { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { makePlaces, type Place } from "@kittiwake/core/internal/SharedPlaces"
import { Duration, Effect, Option, Schedule } from "effect"
import { HttpServerResponse } from "effect/http"
import { Exchange, type ExchangeState } from "./Exchange.ts"
import { refusalOf as wireOf } from "./errors.ts"
import { type CallFields, errorBody } from "./Replies.ts"
import { countedFromBytes, countsForAnswer, refusalOf, takeForAnswer } from "./requestMemory.ts"

/** Answers of an organization that are made at once. Its others wait for their turn, of which nothing is made yet. */
const answersAtOnce = 4

/** How long an answer waits for its turn and for room: what it is made of is there, and has been paid for. */
export const answerWaitsForRoom = Duration.seconds(30)
const looksEvery = Duration.millis(50)

const places = new WeakMap<MemoryCounter, (owner: string) => Place>()

const placesOf = (memory: MemoryCounter) => {
  const known = places.get(memory)
  if (known !== undefined) return known
  const made = makePlaces(Number.MAX_SAFE_INTEGER, (held) => held < answersAtOnce)
  places.set(memory, made)
  return made
}

/** The envelope for an answer that there is no room for. What was charged is told. */
const refused = (exchange: ExchangeState, bytes: number): HttpServerResponse.HttpServerResponse => {
  const refusal = wireOf(refusalOf(exchange, bytes))
  const { creditsLeft, creditsUsed, requestId } = exchange
  const call: CallFields = {
    request_id: requestId,
    ...(creditsLeft === null ? {} : { key_metadata: { credits_consumed: creditsUsed, credits_remaining: creditsLeft } })
  }
  const body = errorBody(refusal, call)
  exchange.errorCode = refusal.code
  exchange.reply = body
  return HttpServerResponse.jsonUnsafe(body, {
    status: refusal.status,
    ...(refusal.headers === undefined ? {} : { headers: refusal.headers })
  })
}

/**
 * Makes an answer of some `expectedBytes` when it is its turn and there is room for it, which it keeps until it was sent; else the answer says so.
 * What acted on a page is answered in any case: nobody is told to do it again.
 */
export const countedReply = <E, R>(
  make: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  expectedBytes: number
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.flatMap(Exchange, (exchange) => {
    if (expectedBytes < countedFromBytes || countsForAnswer(exchange, expectedBytes)) return make
    const room = Effect.suspend(() => takeForAnswer(exchange, expectedBytes)).pipe(
      Effect.retry({ schedule: Schedule.spaced(looksEvery), while: ({ _tag }) => _tag === "TooBusy" }),
      Effect.isSuccess
    )
    return Effect.acquireUseRelease(
      Effect.sync(() => placesOf(exchange.memory)(exchange.caller?.organization.id ?? "")),
      ({ turn }) =>
        Effect.andThen(turn, room).pipe(
          Effect.timeoutOption(answerWaitsForRoom),
          Effect.flatMap((found) =>
            Option.getOrElse(found, () => false) || exchange.acting.hasActed
              ? make
              : Effect.sync(() => refused(exchange, expectedBytes))
          )
        ),
      ({ leave }) => Effect.sync(leave)
    )
  })
