/** Large answers are counted before they are made, and made a few at a time for each organization. */
import type { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { makePlaces, type Place } from "@kittiwake/core/internal/SharedPlaces"
import { Duration, Effect, Option, Schedule } from "effect"
import type { HttpServerResponse } from "effect/http"
import { Exchange } from "./Exchange.ts"
import { refusalReply } from "./refusalReply.ts"
import { countedFromBytes, countsForAnswer, refusalOf, takeForAnswer, takesNow } from "./requestMemory.ts"

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

/**
 * Makes an answer of some `expectedBytes` when it is its turn and there is room for it, which it keeps until it was sent; else the answer says so.
 * What acted on a page is answered in any case: nobody is told to do it again.
 */
export const countedReply = <A, E, R>(
  make: Effect.Effect<A, E, R>,
  expectedBytes: number
): Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R> => {
  type Answer = Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R>
  return Effect.flatMap(Exchange, (exchange): Answer => {
    if (expectedBytes < countedFromBytes || countsForAnswer(exchange, expectedBytes)) return make
    const room = Effect.suspend(() => takeForAnswer(exchange, expectedBytes)).pipe(
      Effect.retry({ schedule: Schedule.spaced(looksEvery), while: ({ _tag }) => _tag === "TooBusy" }),
      Effect.isSuccess
    )
    return Effect.acquireUseRelease(
      Effect.sync(() => placesOf(exchange.memory)(exchange.caller?.organization.id ?? "")),
      ({ hasTurn, turn }): Answer => {
        if (hasTurn() && takesNow(exchange, expectedBytes)) return make
        // What waits for room keeps no small answer of its organization waiting.
        exchange.callTurn?.leave(null)
        return Effect.andThen(turn, room).pipe(
          Effect.timeoutOption(answerWaitsForRoom),
          Effect.flatMap(
            (found): Answer =>
              Option.getOrElse(found, () => false) || exchange.acting.hasActed
                ? make
                : Effect.sync(() => refusalReply(exchange, refusalOf(exchange, expectedBytes)))
          )
        )
      },
      ({ leave }) => Effect.sync(leave)
    )
  })
}
