/** A loop that takes work as long as there is room for it, in fair shares. */
import { ClockSkew, isTooFar } from "@kittiwake/core/internal/ClockSkew"
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { type Counted, fullIn, type Shares, sharesAfter, sharesOf } from "@kittiwake/core/Shares"
import { Duration, Effect, Fiber, FiberSet, Latch, Option, type Scope } from "effect"
import { type Loop, Pulse } from "./Pulse.ts"
import { makeUnderWay } from "./underWay.ts"

export interface LoopWork<E> extends Counted {
  readonly work: Effect.Effect<void, E>
}

/** How a loop goes round that takes what is due. */
export interface LoopOptions {
  /** Wait between two looks that found nothing, while work is under way or somebody may not be heard. */
  readonly every: Duration.Duration
  /** Longest wait otherwise, in case that what was due was made so by nobody who wakes, or time went on while the machine slept. */
  readonly idle: Duration.Duration
  /** Most pieces of work under way at once. */
  readonly maxInFlight: number
  /** Most pieces of work claimed at once. */
  readonly maxClaim: number
  /** How long a claim is kept from others. */
  readonly lease: Duration.Duration
  /** How long work that has begun may go on when the loop ends. */
  readonly grace: Duration.Duration
}

export interface WorkLoopOptions<E> extends Omit<LoopOptions, "lease"> {
  readonly loop: Loop
  /** Claims up to `limit` pieces of work within `shares`; the answer holds one effect for each, and whom it counts for. */
  readonly take: (limit: number, shares: Shares) => Effect.Effect<ReadonlyArray<LoopWork<E>>, E>
  /** Ends early the wait for the next look. */
  readonly woken: Effect.Effect<void>
  /** Whether everybody who makes work due wakes this loop now. */
  readonly hears: Effect.Effect<boolean>
  /** Time until there is something to take, by what is stored; none when nothing waits for its time. */
  readonly untilDue: Effect.Effect<Option.Option<Duration.Duration>, E>
  /** Whether the end of all that is under way is a reason to look: something may be whole then, which `take` ends. */
  readonly looksAtEnd?: boolean
  /** A loop that is full claims again when one in so many places is free; in eight unless given. */
  readonly leastShare?: number
  /** Most pieces of work that take long and therefore hold none of `maxInFlight`; none unless given. */
  readonly maxLong?: number
}

/** Work that goes on for longer waits for somebody else, and keeps nothing busy here. */
const longMillis = 1_000

/** Claims of single pieces of work would cost a database far more. */
const defaultLeastShare = 8

/**
 * Where less than that has ended, a loop that was full or passed somebody over claims again after this, and after so many times what the last
 * claim took, up to a bound: places that hang do not end, and the few beside them are all that there is for who does not. A claim that takes
 * longer has waited for somebody else, and is no reason to let everybody wait.
 */
const pauseMillis = 50
const pausePerClaim = 4
const mostPauseMillis = 250

const pauseAfter = (claim: Duration.Duration): Duration.Duration =>
  Duration.clamp(Duration.times(claim, pausePerClaim), {
    minimum: Duration.millis(pauseMillis),
    maximum: Duration.millis(mostPauseMillis)
  })

/** Claims go in steps of this many where there is room for more, so that a store meets few different sizes. */
const claimStep = 25

/** Pieces of work begun before whoever else waits for the thread gets it: each costs up to half a millisecond until it waits. */
const begunAtOnce = 8

const inSteps = (room: number): number => (room > claimStep ? room - (room % claimStep) : room)

/**
 * Begins the loop; it ends with its scope: first it stops claiming, then what has begun is finished, and what is not
 * finished after `grace` is interrupted, so that its lease ends and somebody else does it.
 */
export const workLoop = <E>(options: WorkLoopOptions<E>): Effect.Effect<void, never, Scope.Scope | Pulse> =>
  Effect.gen(function* () {
    const pulse = yield* Pulse
    const { offsetMillis } = yield* ClockSkew
    const inFlight = yield* FiberSet.make<void, never>()
    const roomAgain = yield* Latch.make(false)
    const someRoom = yield* Latch.make(false)
    const least = Math.max(1, Math.floor(options.maxInFlight / (options.leastShare ?? defaultLeastShare)))
    let leastNow = least
    /** Pieces of work that ended since the last claim, and how many must before there is reason for another. */
    let endedSince = 0
    let leastSince = least
    /** Something was made due since the last claim. */
    let isWoken = false
    const woken = Effect.andThen(
      options.woken,
      Effect.sync(() => {
        isWoken = true
      })
    )
    let pause = Duration.millis(pauseMillis)
    /** How many may be under way. */
    let places = options.maxInFlight
    const underWay = yield* makeUnderWay(options.loop)
    const begin = (one: LoopWork<E>) =>
      FiberSet.run(
        inFlight,
        one.work.pipe(
          Effect.catchCause((cause) => Effect.logError(`${options.loop}: work failed`, cause)),
          Effect.interruptible,
          Effect.ensuring(
            Effect.sync(() => {
              underWay.remove(one)
              endedSince += 1
              someRoom.openUnsafe()
              if (endedSince >= leastSince) roomAgain.openUnsafe()
            })
          )
        )
      )

    /** Nothing more can be claimed. Who looks at the end goes on with the last piece of work, or at once when all have ended meanwhile. */
    const done = (): "done" | "more" => {
      if (options.looksAtEnd !== true) return "done"
      if (underWay.count() === 0) return endedSince > 0 ? "more" : "done"
      roomAgain.closeUnsafe()
      leastSince = endedSince + underWay.count()
      return "done"
    }

    // A claim whose work is not begun would stand idle until its lease ends, so the two are one step.
    const claim = Effect.uninterruptible(
      Effect.gen(function* () {
        if (isTooFar(offsetMillis())) return "failed" as const
        roomAgain.closeUnsafe()
        someRoom.closeUnsafe()
        endedSince = 0
        const nowMillis = yield* passedMillis
        places = options.maxInFlight + underWay.countSince(nowMillis - longMillis, options.maxLong ?? 0)
        const room = places - underWay.count()
        leastSince = least - room
        if (room < leastNow) return "full" as const
        leastNow = least
        isWoken = false
        // Several that each take their share at once would leave no place: half of them stay for who is not known yet.
        const isShared = underWay.counts.organizations.size > 1 || room < options.maxInFlight / 2
        const free = isShared ? Math.ceil(room / 2) : room
        const limit = inSteps(Math.min(options.maxClaim, free))
        const shares = sharesOf(underWay.counts, room)
        const [lasted, taken] = yield* Effect.timed(options.take(limit, shares))
        pause = pauseAfter(lasted)
        for (const [n, one] of taken.entries()) {
          if (n > 0 && n % begunAtOnce === 0) yield* Effect.yieldNow
          underWay.add(one, nowMillis)
          yield* begin(one)
        }
        if (taken.length === limit) return "more" as const
        const { hosts, organizations } = taken.length === 0 ? shares : sharesAfter(shares, taken)
        if (fullIn(organizations).length + fullIn(hosts).length === 0) return done()
        // What was passed over can be claimed when some of what is under way is done.
        leastSince = Math.min(least, underWay.count())
        return taken.length > 0 && endedSince >= leastSince ? ("more" as const) : ("crowded" as const)
      })
    )

    const reasonToLook = (outcome: "full" | "crowded" | "done" | "failed") => {
      if (outcome === "full") return roomAgain.await
      const isEndAwaited = outcome === "done" && options.looksAtEnd === true && underWay.count() + endedSince > 0
      return outcome === "crowded" || isEndAwaited ? Effect.raceFirst(roomAgain.await, woken) : woken
    }

    /** A loop that is full has some places all the same, or some again, and somebody to take them. */
    const fewPlaces = Effect.suspend(() => {
      if (underWay.count() >= places) return someRoom.await
      return isWoken ? Effect.void : Effect.raceFirst(someRoom.await, woken)
    })

    /** Nothing is under way whose end could make something due, and whoever else does is heard. */
    const isIdle = Effect.map(options.hears, (hears) => hears && underWay.count() === 0 && endedSince === 0)

    /** Time until the next piece of work takes long, and so leaves its place to others; no shorter than a pause. */
    const untilLong = Effect.map(passedMillis, (nowMillis) => {
      const long = places - options.maxInFlight
      const nextAt = long < (options.maxLong ?? 0) ? underWay.begunAt(long) : undefined
      if (nextAt === undefined) return options.every
      return Duration.max(pause, Duration.millis(Math.max(0, nextAt + longMillis - nowMillis)))
    })

    /** How long the loop rests when it is not woken. */
    const restAfter = Effect.fnUntraced(function* (outcome: "full" | "crowded" | "done" | "failed") {
      if (outcome === "full" || outcome === "crowded") return Duration.min(options.every, yield* untilLong)
      if (outcome !== "done" || !(yield* isIdle)) return options.every
      const left = Option.getOrElse(yield* options.untilDue, () => options.idle)
      // What is due already, and was not taken, is somebody else's for a moment.
      return Duration.isZero(left) ? options.every : Duration.min(left, options.idle)
    })

    const turn = Effect.gen(function* () {
      yield* pulse.beat(options.loop)
      const outcome = yield* claim.pipe(
        Effect.catchCause((cause) =>
          Effect.logError(`${options.loop}: claim failed`, cause).pipe(Effect.as("failed" as const))
        )
      )
      if (outcome === "more") return
      // A loop that is full still goes round, so that long work is not taken for silence, and then claims what it can.
      const rest = yield* restAfter(outcome).pipe(
        Effect.catchCause((cause) =>
          Effect.logError(`${options.loop}: looking failed`, cause).pipe(Effect.as(options.every))
        )
      )
      yield* pulse.beat(options.loop, Duration.toMillis(rest))
      const takesFew = Effect.sync(() => {
        leastNow = 1
      })
      const waited = Effect.delay(takesFew, rest)
      const someEnded =
        outcome === "full" || outcome === "crowded"
          ? Effect.delay(Effect.andThen(fewPlaces, takesFew), pause)
          : Effect.never
      yield* Effect.raceAllFirst([waited, someEnded, reasonToLook(outcome)])
    })
    const loop = yield* Effect.forkDetach(Effect.forever(turn))
    yield* Effect.addFinalizer(() =>
      // A claim that hangs must not hold the end up either.
      Fiber.interrupt(loop).pipe(
        Effect.andThen(FiberSet.awaitEmpty(inFlight)),
        Effect.interruptible,
        Effect.timeoutOption(options.grace),
        Effect.interruptible
      )
    )
  })
