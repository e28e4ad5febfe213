/**
 * Places for large sitemaps: few are held at once, because few are read at once.
 *
 * **Details.** How large a sitemap is shows when it comes. One that turns out to be large takes a place if one is free; where none is, the
 * fetch ends, and is begun again when its turn has come. What waits for a thread would be held meanwhile, six times for each call. Sitemaps
 * of a site are alike: after a large one, the next is asked for when there is a place for it, so that few are asked for twice.
 */
import { Context, Duration, Effect } from "effect"
import { CurrentLease, type MemoryLease } from "../budget/MemoryBudget.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { allButOne, makePlaces, type Place } from "../SharedPlaces.ts"

/**
 * A sitemap that takes more than this is large, with what came of it on the wire. Most have less, and six of them have room beside each other;
 * its place is held as long as it comes, so that those of slow sites had better need none.
 */
export const largeBytes = 8 * 1024 * 1024

/**
 * Large sitemaps that are fetched or read at once, by all and by one organization: one is read by the thread that it gets, and another comes
 * meanwhile. The last place is for whoever has none, so that servers which take their time hold up no other's.
 */
const largeAtOnce = { all: 6, ofOne: 2 } as const

/** The places of a process. */
export const LargeSitemaps = Context.Reference<(owner: string) => Place>("@kittiwake/core/sites/LargeSitemaps", {
  defaultValue: () => makePlaces(largeAtOnce.all, (held, free) => held < largeAtOnce.ofOne && allButOne(held, free))
})

/** One fetch of a sitemap, as far as it has come. */
interface Attempt {
  readonly place: () => Place
  takenBytes: number
  /** Whether it turned out to be large where there was no place for it. */
  isBarred: boolean
}

/** The lease of a fetch that has no room for a large sitemap while there is no place for it. */
const placed = (lease: MemoryLease, attempt: Attempt): MemoryLease => {
  const takeUpTo: MemoryLease["takeUpTo"] = (bytes, least) => {
    attempt.takenBytes += bytes
    attempt.isBarred ||= attempt.takenBytes > largeBytes && !attempt.place().hasTurn()
    return !attempt.isBarred && lease.takeUpTo(bytes, least)
  }
  return {
    ...lease,
    take: (bytes) => takeUpTo(bytes, bytes),
    takeUpTo,
    part: () => placed(lease.part?.() ?? lease, attempt)
  }
}

/** How a sitemap is fetched that may be large. */
interface LargeOptions<E> {
  /** Whether it waits for a place before it is fetched. */
  readonly expectsLarge: boolean
  /** Hears whether it was large. */
  readonly saw: (isLarge: boolean) => void
  /** How long it may wait for a place, and what it fails with then. */
  readonly leftMillis: number
  readonly late: () => E
}

/** Runs what fetches and reads a sitemap, and once more where it ends because there was no place for a large one, when its turn has come. */
export const inLargePlace = <A, E, R>(
  reading: Effect.Effect<A, E, R>,
  { expectsLarge, late, leftMillis, saw }: LargeOptions<E>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let asked: Place | null = null
    const askFor = Effect.gen(function* () {
      const [owner, places] = [yield* WorksFor, yield* LargeSitemaps]
      return () => (asked ??= places(owner ?? ""))
    })
    const begin = Effect.gen(function* () {
      const place = yield* askFor
      const attempt: Attempt = { place, takenBytes: 0, isBarred: false }
      const lease = placed(yield* CurrentLease, attempt)
      const read = yield* Effect.result(Effect.provideService(reading, CurrentLease, lease))
      saw(attempt.takenBytes > largeBytes)
      return { read, isBarred: attempt.isBarred }
    })
    const waiting = Effect.flatMap(askFor, (place) =>
      Effect.timeoutOrElse(place().turn, {
        duration: Duration.millis(leftMillis),
        orElse: () => Effect.fail(late())
      })
    )
    const first = expectsLarge ? Effect.andThen(waiting, begin) : begin
    return first.pipe(
      Effect.flatMap((one) => (one.isBarred ? Effect.andThen(waiting, begin) : Effect.succeed(one))),
      Effect.flatMap(({ read }) => Effect.fromResult(read)),
      Effect.ensuring(Effect.sync(() => asked?.leave()))
    )
  })
