/** Work that several ask for at the same time is done once. */
import { Duration, Effect, Fiber, type Scope } from "effect"

/** Somebody who asked for work. */
interface Seat {
  isLeft: boolean
}

/** Work under way, and who waits for it. */
interface Flight<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  waiting: number
  /** Who asked, in that order; the last of them is looked for from the end. */
  readonly seats: Array<Seat>
}

/** Who asked last of those who still wait. */
const newestIn = (seats: Array<Seat>): Seat | undefined => {
  while (seats.at(-1)?.isLeft === true) seats.pop()
  return seats.at(-1)
}

/** Asks for `work`; see `makeFlights`. */
export type Join<A, E> = <R>(
  key: string,
  work: (isWanted: () => boolean) => Effect.Effect<A, E, R>,
  options?: {
    readonly takesPart: boolean
    /** Another key, work under which gives the same. */
    readonly orUnder?: string
    readonly onLanding?: (isNewest: boolean) => void
  }
) => Effect.Effect<A, E, R>

/**
 * Gives everybody who asks under one key while work for it is under way what that work gives.
 *
 * **Details**
 *
 * The work belongs to nobody: it goes on when who asked first is interrupted, and is interrupted itself when nobody waits
 * for it and `lingers` has passed. `isWanted` tells it, when it has something to settle, whether anybody still waits. Who
 * does not take part (`takesPart: false`) begins work of its own, which later callers join. Who would also do with the work under another
 * key (`orUnder`) joins that, and begins none under it. `onLanding` is told, when a caller
 * gets what the work gave, whether nobody who still waits for it asked later.
 */
export const makeFlights = <A, E>(options: {
  readonly lingers: Duration.Duration
}): Effect.Effect<Join<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const flights = new Map<string, Flight<A, E>>()

    const depart = <R>(key: string, work: (isWanted: () => boolean) => Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const flight: { current: Flight<A, E> | null } = { current: null }
        const isWanted = () => flight.current === null || flight.current.waiting > 0
        const fiber = yield* Effect.forkIn(
          Effect.interruptible(Effect.suspend(() => work(isWanted))).pipe(
            Effect.ensuring(
              Effect.sync(() => {
                if (flights.get(key) === flight.current) flights.delete(key)
              })
            )
          ),
          scope
        )
        const departed: Flight<A, E> = { fiber, waiting: 0, seats: [] }
        flight.current = departed
        flights.set(key, departed)
        return departed
      })

    const leave = (key: string, flight: Flight<A, E>, seat: Seat) =>
      Effect.suspend(() => {
        seat.isLeft = true
        flight.waiting -= 1
        if (flight.waiting > 0 || flight.fiber.pollUnsafe() !== undefined) return Effect.void
        const giveUp = Effect.suspend(() => {
          if (flight.waiting > 0) return Effect.void
          if (flights.get(key) === flight) flights.delete(key)
          return Fiber.interrupt(flight.fiber)
        })
        const later = Duration.isZero(options.lingers) ? giveUp : Effect.delay(giveUp, options.lingers)
        return Effect.asVoid(Effect.forkIn(Effect.interruptible(later), scope))
      })

    return (own, work, { onLanding, orUnder, takesPart } = { takesPart: true }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const key = orUnder !== undefined && !flights.has(own) && flights.has(orUnder) ? orUnder : own
          const found = takesPart ? flights.get(key) : undefined
          const flight = found ?? (yield* depart(key, work))
          const seat: Seat = { isLeft: false }
          flight.seats.push(seat)
          flight.waiting += 1
          const landed = Effect.tap(restore(Fiber.join(flight.fiber)), () =>
            Effect.sync(() => onLanding?.(newestIn(flight.seats) === seat))
          )
          return yield* Effect.ensuring(landed, leave(key, flight, seat))
        })
      )
  })
