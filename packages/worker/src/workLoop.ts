/** A loop that takes work as long as there is room for it. */
import { type Duration, Effect, Fiber, FiberSet, Latch, type Scope } from "effect"
import { type Loop, Pulse } from "./Pulse.ts"

export interface WorkLoopOptions<E> {
  readonly loop: Loop
  /** Claims up to `limit` pieces of work; the answer holds one effect for each. */
  readonly take: (limit: number) => Effect.Effect<ReadonlyArray<Effect.Effect<void, E>>, E>
  /** Ends early the wait for the next look. */
  readonly woken: Effect.Effect<void>
  /** Wait between two looks that found nothing. */
  readonly every: Duration.Duration
  /** Most pieces of work under way at once. */
  readonly maxInFlight: number
  /** Most pieces of work claimed at once. */
  readonly maxClaim: number
  /** How long work that has begun may go on when the loop ends. */
  readonly grace: Duration.Duration
}

/** A loop that is full claims again when an eighth of its places is free: one by one would cost a database far more. */
const leastShare = 8

/** Claims go in steps of this many where there is room for more, so that a store meets few different sizes. */
const claimStep = 25

const inSteps = (room: number): number => (room > claimStep ? room - (room % claimStep) : room)

/**
 * Begins the loop; it ends with its scope: first it stops claiming, then what has begun is finished, and what is not
 * finished after `grace` is interrupted, so that its lease ends and somebody else does it.
 */
export const workLoop = <E>(options: WorkLoopOptions<E>): Effect.Effect<void, never, Scope.Scope | Pulse> =>
  Effect.gen(function* () {
    const pulse = yield* Pulse
    const inFlight = yield* FiberSet.make<void, never>()
    const roomAgain = yield* Latch.make(false)
    const least = Math.max(1, Math.floor(options.maxInFlight / leastShare))
    let leastNow = least
    let underWay = 0
    const begin = (work: Effect.Effect<void, E>) =>
      FiberSet.run(
        inFlight,
        work.pipe(
          Effect.catchCause((cause) => Effect.logError(`${options.loop}: work failed`, cause)),
          Effect.interruptible,
          Effect.ensuring(
            Effect.sync(() => {
              underWay -= 1
              if (options.maxInFlight - underWay >= least) roomAgain.openUnsafe()
            })
          )
        )
      )

    // A claim whose work is not begun would stand idle until its lease ends, so the two are one step.
    const claim = Effect.uninterruptible(
      Effect.gen(function* () {
        roomAgain.closeUnsafe()
        const room = options.maxInFlight - underWay
        if (room < leastNow) return "full" as const
        leastNow = least
        const limit = inSteps(Math.min(options.maxClaim, room))
        const taken = yield* options.take(limit)
        for (const work of taken) {
          underWay += 1
          yield* begin(work)
        }
        return taken.length === limit ? ("more" as const) : ("done" as const)
      })
    )

    const turn = Effect.gen(function* () {
      yield* pulse.beat(options.loop)
      const outcome = yield* claim.pipe(
        Effect.catchCause((cause) =>
          Effect.logError(`${options.loop}: claim failed`, cause).pipe(Effect.as("done" as const))
        )
      )
      if (outcome === "more") return
      // A loop that is full still goes round, so that long work is not taken for silence, and then claims what it can.
      const waited = Effect.sync(() => {
        leastNow = 1
      }).pipe(Effect.delay(options.every))
      yield* Effect.raceFirst(waited, outcome === "full" ? roomAgain.await : options.woken)
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
