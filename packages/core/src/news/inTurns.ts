/** Work on many things that lets others have the thread between them. */
import { Effect } from "effect"
import { passedMillis } from "../passedMillis.ts"

/** How long things are read before others have a turn. */
const turnMillis = 5

/** A place to give others a turn: it does where the last is too long ago. */
export const makeTurns = Effect.gen(function* () {
  let begunMillis = yield* passedMillis
  const give = Effect.andThen(
    Effect.yieldNow,
    Effect.map(passedMillis, (now) => {
      begunMillis = now
    })
  )
  return {
    give,
    giveIfLate: Effect.flatMap(passedMillis, (now) => (now - begunMillis < turnMillis ? Effect.void : give))
  }
})

/** What is made of each, in their order. */
export const inTurns = Effect.fnUntraced(function* <A, B>(items: ReadonlyArray<A>, make: (item: A) => B) {
  const { giveIfLate } = yield* makeTurns
  const made: Array<B> = []
  for (const item of items) {
    made.push(make(item))
    yield* giveIfLate
  }
  return made
})
