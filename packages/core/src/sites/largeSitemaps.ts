/**
 * Places for large sitemaps: few are held at once, because few are read at once.
 *
 * **Details.** How large a sitemap is shows when it comes. One that turns out to be large takes a place if one is free; where none is, the
 * fetch ends, and is begun again when its turn has come. What waits for a thread would be held meanwhile, six times for each call.
 */
import { Context, Duration, Effect } from "effect"
import { CurrentLease, type MemoryLease } from "../budget/MemoryBudget.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { allButOne, makePlaces, type Place } from "../SharedPlaces.ts"

/** A sitemap that takes more than this is large, with what came of it on the wire. */
const largeBytes = 2 * 1024 * 1024

/** Large sitemaps that are fetched or read at once: those of two threads, and one that comes meanwhile. One place is for whoever has none. */
const largeAtOnce = 3

/** The places of a process. */
export const LargeSitemaps = Context.Reference<(owner: string) => Place>("@kittiwake/core/sites/LargeSitemaps", {
  defaultValue: () => makePlaces(largeAtOnce, allButOne)
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
    fits: (bytes) => attempt.isBarred || lease.fits(bytes),
    part: () => placed(lease.part?.() ?? lease, attempt)
  }
}

/**
 * Runs what fetches and reads a sitemap, and once more where it ends because there was no place for a large one, when its turn has come. Fails
 * with `late` where that has not come in `leftMillis`.
 */
export const inLargePlace = <A, E, R>(
  reading: Effect.Effect<A, E, R>,
  leftMillis: number,
  late: () => E
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let asked: Place | null = null
    const begin = Effect.gen(function* () {
      const [lease, owner, places] = [yield* CurrentLease, yield* WorksFor, yield* LargeSitemaps]
      const place = () => (asked ??= places(owner ?? ""))
      const attempt: Attempt = { place, takenBytes: 0, isBarred: false }
      const read = yield* Effect.result(Effect.provideService(reading, CurrentLease, placed(lease, attempt)))
      return { read, isBarred: attempt.isBarred }
    })
    const waited = Effect.suspend(() =>
      Effect.timeoutOrElse(asked?.turn ?? Effect.void, {
        duration: Duration.millis(leftMillis),
        orElse: () => Effect.fail(late())
      })
    )
    return begin.pipe(
      Effect.flatMap((first) => (first.isBarred ? Effect.andThen(waited, begin) : Effect.succeed(first))),
      Effect.flatMap(({ read }) => Effect.fromResult(read)),
      Effect.ensuring(Effect.sync(() => asked?.leave()))
    )
  })
