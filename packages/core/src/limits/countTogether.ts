/**
 * Requests counted by all processes together, and by each for itself while what they share does not answer.
 *
 * **Model.** Every process also counts what it admitted itself. While the store answers, a call needs the leave of both; while it
 * does not, that of the process alone.
 *
 * **Invariants**
 *
 * - While the store answers and keeps its counts, no more is admitted than the limit, by all processes together.
 * - Whatever becomes of the store, a process by itself never admits more than the limit: what is lost with the store costs at most as
 *   many times the limit as there are processes, until the window ends.
 * - A slot is given back in any case: at once, as soon as the store answers again, or when its lease ends. A lease is renewed
 *   while its call lasts.
 */
import { Clock, Duration, Effect } from "effect"
import { keepPlaces, placeLease } from "../sharing/keepPlaces.ts"
import { makeBreaker } from "../sharing/makeBreaker.ts"
import { OwnCounts } from "./domain/OwnCounts.ts"
import type { Draw, LimitStore, Slot } from "./LimitStore.ts"

type DrawOptions = Parameters<LimitStore["Service"]["draw"]>[0]

/** A slot that was asked for under a token. */
interface SlotRequest {
  readonly subject: string
  readonly token: string
  readonly limit: number
}

/** Counts as `LimitStore` does, and always answers. */
export interface Counting {
  readonly draw: (options: DrawOptions) => Effect.Effect<Draw>
  readonly enter: (request: SlotRequest) => Effect.Effect<Slot>
  readonly leave: (request: SlotRequest) => Effect.Effect<void>
}

const words = {
  use: "limits",
  lost: "limits: what the processes share does not answer; each counts for itself meanwhile",
  found: "limits: all processes count together again"
} as const

/** What is renewed where all share it. */
const leaseMillis = Duration.toMillis(placeLease)

/** Longest time a call can hold a slot: twice the longest deadline of a call. */
const longestMillis = 600_000

/** Counts over a store until the scope ends. */
export const countTogether = Effect.fnUntraced(function* (store: LimitStore["Service"]) {
  const breaker = makeBreaker(words)
  const places = yield* keepPlaces
  const own = new OwnCounts()

  const draw = (options: DrawOptions): Effect.Effect<Draw> =>
    Clock.clockWith((clock) => {
      const drawOwn = () => own.draw(options, clock.currentTimeMillisUnsafe())
      const together = Effect.map(store.draw(options), (drawn) => {
        if (!drawn.admitted) return drawn
        const { admitted, used } = drawOwn()
        return { admitted, used: Math.max(used, drawn.used) }
      })
      return breaker(together, () => Effect.sync(drawOwn))
    })

  const giveBack = ({ subject, token }: SlotRequest) => {
    const leave = store.leave(subject, token)
    return breaker(leave, () => Effect.sync(() => places.owe(token, leave)))
  }

  const enter = (request: SlotRequest): Effect.Effect<Slot> =>
    Clock.clockWith((clock) => {
      const { subject, token } = request
      const enterOwn = () => own.enter({ ...request, leaseMillis: longestMillis }, clock.currentTimeMillisUnsafe())
      const ask = store.enter({ ...request, leaseMillis })
      const alone = (wasAsked: boolean) =>
        Effect.sync(() => {
          // It may have been taken there all the same.
          if (wasAsked) places.owe(token, store.leave(subject, token))
          return { shared: null, slot: enterOwn() }
        })
      const together = Effect.map(ask, (shared) => ({ shared, slot: shared.admitted ? enterOwn() : shared }))
      return Effect.flatMap(breaker(together, alone), ({ shared, slot }) => {
        if (shared === null || !shared.admitted) return Effect.succeed(slot)
        if (!slot.admitted) return Effect.as(giveBack(request), slot)
        places.hold(token, ask)
        return Effect.succeed({ admitted: true, taken: Math.max(shared.taken, slot.taken) })
      })
    })

  const leave = (request: SlotRequest): Effect.Effect<void> =>
    Effect.suspend(() => {
      own.leave(request.subject, request.token)
      places.drop(request.token)
      return giveBack(request)
    })

  const counting: Counting = { draw, enter, leave }
  return counting
})
