/** Work that several ask for at the same time is done once. */
import { Duration, Effect, Exit, Fiber, type Scope } from "effect"
import { type Acting, CurrentActing, newActing, noteMayAct } from "./CurrentActing.ts"
import { CurrentLease, type LeaseApart, type MemoryLease } from "./MemoryBudget.ts"

/** Somebody who asked for work. */
interface Seat {
  /** Counts what he holds. */
  readonly lease: MemoryLease
  /** Is told what the work did. */
  readonly acting: Acting
  isLeft: boolean
}

/** Work under way, and who waits for it. */
interface Flight<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  /** Whether the work has acted on a page. */
  readonly acting: Acting
  /** Until when it has time. */
  readonly untilMillis: number
  waiting: number
  /** Who asked, in that order; the last of them is looked for from the end. */
  readonly seats: Array<Seat>
}

/** Who asked last of those who still wait. */
const newestIn = (seats: Array<Seat>): Seat | undefined => {
  while (seats.at(-1)?.isLeft === true) seats.pop()
  return seats.at(-1)
}

/** What those hold who wait for work: the least of it. What would find room for one of them is not refused to all for good. */
const leastHeld = (seats: ReadonlyArray<Seat>): number => {
  const held = seats.flatMap(({ isLeft, lease }) => (isLeft ? [] : [lease.heldBytes?.() ?? 0]))
  return held.length === 0 ? 0 : Math.min(...held)
}

/** How much time there is, in milliseconds since 1970. */
export interface FlightTime {
  /** Work that has less than this is not joined. */
  readonly neededUntilMillis: number
  /** What work that is begun has. */
  readonly givenUntilMillis: number
}

/** Callers who go on with what was done in one turn of the event loop: a crowd that begins to answer at once holds everybody else. */
const perTurn = 16

/** Lets those pass who asked before, some in each turn. */
const afterTurns = (place: number): Effect.Effect<void> =>
  place < perTurn ? Effect.void : Effect.repeat(Effect.yieldNow, { times: Math.floor(place / perTurn) - 1 })

const noTime: FlightTime = { neededUntilMillis: 0, givenUntilMillis: Number.POSITIVE_INFINITY }

interface JoinOptions {
  readonly takesPart?: boolean
  /** Another key, work under which gives the same. */
  readonly orUnder?: string
  readonly time?: FlightTime
  readonly onLanding?: (isNewest: boolean) => void
}

/** Asks for `work`; see `makeFlights`. */
export type Join<A, E> = <R>(
  key: string,
  work: (isWanted: () => boolean) => Effect.Effect<A, E, R>,
  options?: JoinOptions
) => Effect.Effect<A, E, R>

/**
 * Gives everybody who asks under one key while work for it is under way what that work gives.
 *
 * **Details**
 *
 * The work belongs to nobody: it goes on when who asked first is interrupted, and is interrupted itself when nobody waits
 * for it and `lingers` has passed. `isWanted` tells it, when it has something to settle, whether anybody still waits. Who
 * does not take part (`takesPart: false`) begins work of its own, which later callers join. Who would also do with the work under another
 * key (`orUnder`) joins that, and begins none under it. Work that has less `time` than a caller needs is not joined, and his
 * own takes its place. `onLanding` is told, when a caller
 * gets what the work gave, whether nobody who still waits for it asked later.
 *
 * What the work takes of the `CurrentLease` is counted for its owner as long as the work lasts, whoever leaves, and then as that of
 * the first who still waits. What it does to a page (`CurrentActing`) it does for all who waited for it, and who leaves work that goes on for others counts as one for whom it may. All else that is the caller's own, such as for whom the work is done, it has of who asked first: a key
 * must tell those apart who are not to share that.
 */
export const makeFlights = <A, E>(options: {
  readonly lingers: Duration.Duration
}): Effect.Effect<Join<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const flights = new Map<string, Flight<A, E>>()

    const depart = <R>(
      key: string,
      work: (isWanted: () => boolean) => Effect.Effect<A, E, R>,
      untilMillis: number,
      first: Seat
    ) =>
      Effect.gen(function* () {
        const flight: { current: Flight<A, E> | null } = { current: null }
        const seats = [first]
        const isWanted = () => flight.current === null || flight.current.waiting > 0
        const lease = first.lease.apart?.(() => leastHeld(seats))
        const acting = newActing(() => seats.map((seat) => seat.acting))
        const begun = Effect.interruptible(Effect.suspend(() => work(isWanted))).pipe(
          Effect.provideService(CurrentActing, acting)
        )
        const fiber = yield* Effect.forkIn(
          (lease === undefined ? begun : Effect.provideService(begun, CurrentLease, lease)).pipe(
            Effect.ensuring(
              Effect.sync(() => {
                if (flights.get(key) === flight.current) flights.delete(key)
              })
            )
          ),
          scope
        )
        if (lease !== undefined) fiber.addObserver((exit) => bequeath(lease, Exit.isSuccess(exit) ? seats : []))
        const departed: Flight<A, E> = { fiber, acting, untilMillis, waiting: 0, seats }
        flight.current = departed
        flights.set(key, departed)
        return departed
      })

    const leave = (key: string, flight: Flight<A, E>, seat: Seat) =>
      Effect.suspend(() => {
        seat.isLeft = true
        seat.acting.hasActed ||= flight.acting.hasActed
        flight.waiting -= 1
        if (flight.fiber.pollUnsafe() !== undefined) return Effect.void
        if (flight.waiting > 0) {
          // It goes on for others, and may act a moment later.
          noteMayAct(seat.acting)
          return Effect.void
        }
        const giveUp = Effect.suspend(() => {
          if (flight.waiting > 0) return Effect.void
          if (flights.get(key) === flight) flights.delete(key)
          return Fiber.interrupt(flight.fiber)
        })
        const later = Duration.isZero(options.lingers) ? giveUp : Effect.delay(giveUp, options.lingers)
        return Effect.asVoid(Effect.forkIn(Effect.interruptible(later), scope))
      })

    const find = (key: string | undefined, { neededUntilMillis }: FlightTime): Flight<A, E> | undefined => {
      const flight = key === undefined ? undefined : flights.get(key)
      return flight !== undefined && flight.untilMillis >= neededUntilMillis ? flight : undefined
    }

    return (own, work, { onLanding, orUnder, takesPart = true, time = noTime } = {}) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const acting = (yield* CurrentActing) ?? newActing()
          const seat: Seat = { lease: yield* CurrentLease, acting, isLeft: false }
          const isUnder = find(own, time) === undefined && find(orUnder, time) !== undefined
          const key = isUnder && orUnder !== undefined ? orUnder : own
          const found = takesPart ? find(key, time) : undefined
          if (found !== undefined) found.seats.push(seat)
          const flight = found ?? (yield* depart(key, work, time.givenUntilMillis, seat))
          const place = flight.waiting
          flight.waiting += 1
          if (flight.acting.mayAct) noteMayAct(acting)
          const done = Effect.tap(Fiber.await(flight.fiber), () => afterTurns(place))
          const landed = Effect.tap(restore(Effect.flatten(done)), () =>
            Effect.sync(() => onLanding?.(newestIn(flight.seats) === seat))
          )
          return yield* Effect.ensuring(landed, leave(key, flight, seat))
        })
      )
  })

/** Ends the lease of work that is done; what that left is held by who waits for it. */
const bequeath = (lease: LeaseApart, seats: ReadonlyArray<Seat>) => {
  const heir = seats.find(({ isLeft }) => !isLeft)
  if (heir === undefined) lease.close()
  else lease.leaveTo(heir.lease)
}
