/**
 * Whether a server that has not answered for a while is there at all.
 *
 * **Details.** A statement that takes long and a server that has gone silent look alike on their connection. So after a while in which no
 * statement of this process was answered, a connection is made for it: a server that is there answers that, whatever it is busy with. One
 * that does not is asked again and again until it does, and whoever has a statement for it meanwhile waits a second at most.
 */
import { Clock, Duration, Effect, Exit, Fiber, Latch, type Scope } from "effect"

/** How long a statement waits for a server that is known to be silent. */
const hope = Duration.seconds(1)

/** Time between two attempts to reach it. */
const again = Duration.millis(250)

/** Waking so much later than was asked for is having stood still, and nothing is known of what came meanwhile. */
const lateMillis = 100

/** So many attempts in a row say the same, however late each of them woke: a process that is always late hears of a silent server too. */
const attempts = 3

export interface Silence {
  /** Called when the server has answered anything. */
  readonly hear: () => void
  /** Milliseconds of the monotonic clock. */
  readonly nowMillis: () => number
  /** When it last did. */
  readonly heardAtMillis: () => number
  /** When it was heard of again after it had been silent; before all time where it never was. */
  readonly endedAtMillis: () => number
  /** Asks whether it is there. */
  readonly isThere: Effect.Effect<boolean>
  /** Fails where the server is silent, unless it answers within a second. */
  readonly pass: <E>(silent: () => E) => Effect.Effect<void, E>
}

const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** `reach` makes a connection and gives whether the server answered, within `patience`. */
export const makeSilence = Effect.fnUntraced(function* (
  reach: Effect.Effect<boolean, never, Scope.Scope>,
  patience: Duration.Duration
) {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const answers = Latch.makeUnsafe(true)
  let heardAt = millisOf(clock)
  let isSilent = false
  let endedAt = Number.NEGATIVE_INFINITY
  let asking: Fiber.Fiber<boolean> | null = null

  const hear = () => {
    heardAt = millisOf(clock)
    if (!isSilent) return
    isSilent = false
    endedAt = heardAt
    answers.openUnsafe()
  }

  const askWithin = Effect.fnUntraced(function* (attemptsLeft: number): Effect.fn.Return<boolean> {
    const began = millisOf(clock)
    const exit = yield* Effect.exit(Effect.scoped(reach))
    if (Exit.isSuccess(exit) && exit.value) {
      hear()
      return true
    }
    const stoodStill = millisOf(clock) - began > Duration.toMillis(patience) + lateMillis
    return stoodStill && attemptsLeft > 1 ? yield* askWithin(attemptsLeft - 1) : heardAt >= began
  })

  const ask = askWithin(attempts)

  const untilHeard = Effect.repeat(Effect.delay(ask, again), { until: (isThere) => isThere || !isSilent })

  const isThere = Effect.gen(function* () {
    asking ??= yield* Effect.forkIn(ask, scope)
    const own = asking
    const answered = yield* Fiber.join(own)
    if (asking === own) {
      asking = null
      if (!answered && !isSilent) {
        isSilent = true
        answers.closeUnsafe()
        yield* Effect.forkIn(untilHeard, scope)
      }
    }
    return answered
  })

  const silence: Silence = {
    hear,
    nowMillis: () => millisOf(clock),
    heardAtMillis: () => heardAt,
    endedAtMillis: () => endedAt,
    isThere,
    pass: (silent) =>
      Effect.suspend(() =>
        isSilent
          ? Effect.timeoutOrElse(answers.await, { duration: hope, orElse: () => Effect.fail(silent()) })
          : Effect.void
      )
  }
  return silence
})
