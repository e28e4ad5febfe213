/** Work that several ask for at the same time is done once. */
import { Duration, Effect, Fiber, type Scope } from "effect"

/** Work under way, and who waits for it. */
interface Flight<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  waiting: number
}

/** Asks for `work`; see `makeFlights`. */
export type Join<A, E> = <R>(
  key: string,
  work: (isWanted: () => boolean) => Effect.Effect<A, E, R>,
  options?: { readonly takesPart: boolean }
) => Effect.Effect<A, E, R>

/**
 * Gives everybody who asks under one key while work for it is under way what that work gives.
 *
 * **Details**
 *
 * The work belongs to nobody: it goes on when who asked first is interrupted, and is interrupted itself when nobody waits
 * for it and `lingers` has passed. `isWanted` tells it, when it has something to settle, whether anybody still waits. Who
 * does not take part (`takesPart: false`) begins work of its own, which later callers join.
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
        const departed: Flight<A, E> = { fiber, waiting: 0 }
        flight.current = departed
        flights.set(key, departed)
        return departed
      })

    const leave = (key: string, flight: Flight<A, E>) =>
      Effect.suspend(() => {
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

    return (key, work, { takesPart } = { takesPart: true }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const found = takesPart ? flights.get(key) : undefined
          const flight = found ?? (yield* depart(key, work))
          flight.waiting += 1
          return yield* Effect.ensuring(restore(Fiber.join(flight.fiber)), leave(key, flight))
        })
      )
  })
