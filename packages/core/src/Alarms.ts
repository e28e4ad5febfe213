/** What is to be done when something lasts too long, for many things at once of which hardly any does. */
import { Clock, Context, Duration, Effect, Fiber, FiberSet, Layer } from "effect"

/** Runs an effect; when it lasts longer than `after`, against `other`, which begins only then. Whichever ends first counts. */
export type Late = <A2, E2, R2>(
  after: Duration.Duration,
  other: Effect.Effect<A2, E2, R2>
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A | A2, E | E2, R | R2>

/** Calls `ring` after a time, unless what it gives is called before. */
type SetAlarm = (millis: number, ring: () => void) => () => void

/** Alarms that ring before whoever else waits for the thread gets it: what ends then takes some tenths of a millisecond each. */
const rungAtOnce = 8

interface Alarm {
  readonly atMillis: number
  readonly ring: () => void
}

const makeLate =
  (setAlarm: SetAlarm): Late =>
  <A2, E2, R2>(after: Duration.Duration, other: Effect.Effect<A2, E2, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | A2, E | E2, R | R2> => {
    if (!Duration.isFinite(after)) return effect
    return Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A | A2, E | E2, R2>((resume) => {
        const fiber = Effect.runForkWith(context)(effect)
        const end = Fiber.interrupt(fiber)
        const stop = setAlarm(Duration.toMillis(after), () =>
          resume(Effect.ensuring(Effect.raceFirst(Fiber.join(fiber), other), end))
        )
        fiber.addObserver((exit) => {
          stop()
          resume(exit)
        })
        return Effect.andThen(Effect.sync(stop), end)
      })
    )
  }

const makeSetAlarm = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const fork = yield* FiberSet.makeRuntime()
  /** Alarms that stand, by how long they were set for: each set is in the order of their times. */
  const standing = new Map<number, Set<Alarm>>()
  /** When a fiber wakes, the earliest last. */
  const wakings: Array<number> = []
  // Whoever sets the clock on the wall makes nothing late.
  const nowMillis = () => Math.floor(Number(clock.monotonicTimeNanosUnsafe()) / 1e6)

  const wakeAt = (atMillis: number) => {
    if (atMillis >= (wakings.at(-1) ?? Number.POSITIVE_INFINITY)) return
    wakings.push(atMillis)
    fork(Effect.andThen(Effect.sleep(Duration.millis(Math.max(0, atMillis - nowMillis()))), wake))
  }

  /** Those that are due, as many as ring at once; the others go on standing, and may still be called off. */
  const takeDue = (now: number) => {
    const due: Array<Alarm> = []
    let next = Number.POSITIVE_INFINITY
    for (const [millis, alarms] of standing) {
      for (const alarm of alarms) {
        if (alarm.atMillis > now || due.length === rungAtOnce) {
          next = Math.min(next, alarm.atMillis)
          break
        }
        due.push(alarm)
        alarms.delete(alarm)
      }
      if (alarms.size === 0) standing.delete(millis)
    }
    return { due, next }
  }

  const ringDue = () => {
    const { due, next } = takeDue(nowMillis())
    for (const { ring } of due) ring()
    return next
  }

  const wake = Effect.gen(function* () {
    wakings.pop()
    for (;;) {
      const next = ringDue()
      if (next > nowMillis()) return wakeAt(next)
      yield* Effect.yieldNow
    }
  })

  const setAlarm: SetAlarm = (millis, ring) => {
    const alarm: Alarm = { atMillis: nowMillis() + Math.ceil(millis), ring }
    const alarms = standing.get(millis) ?? new Set()
    standing.set(millis, alarms)
    alarms.add(alarm)
    wakeAt(alarm.atMillis)
    return () => {
      if (alarms.delete(alarm) && alarms.size === 0) standing.delete(millis)
    }
  }
  return setAlarm
})

/**
 * Alarms that share their timers.
 *
 * **Details.** `late` is `Effect.raceFirst` against a delayed effect, without what that costs each time: a second fiber, a timer
 * of the system, and their end. What ends in time leaves nothing behind. A fiber sleeps until the first alarm that stood when
 * it began. Of those that ring at one time, few do before others have the thread.
 */
export class Alarms extends Context.Service<Alarms, { readonly late: Late }>()("@kittiwake/core/Alarms") {
  static readonly layer = Layer.effect(
    Alarms,
    Effect.map(makeSetAlarm, (setAlarm) => Alarms.of({ late: makeLate(setAlarm) }))
  )
}
