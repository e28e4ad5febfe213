/**
 * What a process keeps for a while, by the time that has passed. By the clock on the wall, what was kept while it was ahead would be kept
 * until it has caught up: a revoked key would work for a month.
 */
import { Cache, Clock, type Duration, Effect, type Exit, type Option } from "effect"

/** A clock that nobody sets, of which the one on the wall is known. */
class PassedClock implements Clock.Clock {
  readonly onWall: Clock.Clock
  readonly currentTimeMillis: Effect.Effect<number>
  readonly currentTimeNanos: Effect.Effect<bigint>
  readonly monotonicTimeNanos: Effect.Effect<bigint>

  constructor(onWall: Clock.Clock) {
    this.onWall = onWall
    this.currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
    this.currentTimeNanos = this.monotonicTimeNanos = onWall.monotonicTimeNanos
  }

  currentTimeMillisUnsafe(): number {
    return Number(this.onWall.monotonicTimeNanosUnsafe() / 1_000_000n)
  }

  currentTimeNanosUnsafe(): bigint {
    return this.onWall.monotonicTimeNanosUnsafe()
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.onWall.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return this.onWall.sleep(duration)
  }
}

const passedClocks = new WeakMap<Clock.Clock, PassedClock>()

const passedClockOf = (clock: Clock.Clock): Clock.Clock => {
  if (clock instanceof PassedClock) return clock
  const known = passedClocks.get(clock) ?? new PassedClock(clock)
  passedClocks.set(clock, known)
  return known
}

/** Runs what notes and compares moments of its own by a clock that nobody sets. */
export const byPassedTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => Effect.provideService(effect, Clock.Clock, passedClockOf(fiber.getRef(Clock.Clock))))

/** Within `byPassedTime`: work of somebody else, for which the time is that on the wall. */
export const byTimeOnWall = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    return clock instanceof PassedClock ? Effect.provideService(effect, Clock.Clock, clock.onWall) : effect
  })

/** As Effect's `Cache`, whatever is done to the clock. */
export interface PassedCache<Key, A, E, R> {
  readonly get: (key: Key) => Effect.Effect<A, E, R>
  /** What is kept under a key; nothing is looked up. */
  readonly getOption: (key: Key) => Effect.Effect<Option.Option<A>, E>
  readonly set: (key: Key, value: A) => Effect.Effect<void>
  readonly entries: Effect.Effect<Iterable<[Key, A]>>
  readonly invalidate: (key: Key) => Effect.Effect<void>
}

/** Keeps what is looked up for as long as `timeToLive` says; what was used longest ago goes first beyond `capacity`. */
export const makePassedCache = <Key, A, E = never, R = never>(
  lookup: (key: Key) => Effect.Effect<A, E, R>,
  options: {
    readonly capacity: number
    readonly timeToLive: (exit: Exit.Exit<A, E>) => Duration.Duration
  }
): Effect.Effect<PassedCache<Key, A, E, R>> =>
  Effect.map(
    Cache.makeWith<Key, A, E, R, "lookup">((key) => byTimeOnWall(lookup(key)), {
      ...options,
      requireServicesAt: "lookup"
    }),
    (cache) => ({
      get: (key) => byPassedTime(Cache.get(cache, key)),
      getOption: (key) => byPassedTime(Cache.getOption(cache, key)),
      set: (key, value) => byPassedTime(Cache.set(cache, key, value)),
      entries: byPassedTime(Cache.entries(cache)),
      invalidate: (key) => Cache.invalidate(cache, key)
    })
  )

/** As `Effect.cachedWithTTL`, whatever is done to the clock. */
export const cachedWhilePassed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  timeToLive: (exit: Exit.Exit<A, E>) => Duration.Duration
): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.map(Effect.cachedWithTTL(byTimeOnWall(effect), timeToLive), (cached) => byPassedTime(cached))
