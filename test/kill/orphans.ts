/** Blobs of batches that no row names, and what the sweep leaves of them a day later. */
import { BlobRowStore } from "@kittiwake/core/blobs/BlobRowStore"
import { BlobStore, blobGrace } from "@kittiwake/core/blobs/BlobStore"
import { blobKind, blobPath } from "@kittiwake/core/blobs/domain/BlobKey"
import { Clock, Duration, Effect } from "effect"
import { sweepBlobs } from "../../packages/core/src/blobs/sweepBlobs.ts"

/** More blobs than any test makes. */
const everything = 10_000

/** More reports than are made of one database and its copies. */
const mostReports = 10

const unnamed = Effect.gen(function* () {
  const listed = yield* (yield* BlobStore).list({ limit: everything })
  const keys = listed.map(({ key }) => key).filter((key) => blobKind(key) === "batches")
  const named = yield* (yield* BlobRowStore).named(keys)
  return keys.map(blobPath).filter((path) => !named.has(path))
})

/** Runs work as if so much time had passed. */
const later = (aheadMillis: number) =>
  Clock.clockWith((clock) =>
    Effect.succeed(<A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.provideService(work, Clock.Clock, {
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + aheadMillis,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + aheadMillis),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
        currentTimeNanos: clock.currentTimeNanos,
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      })
    )
  )

/** Sweeps once the grace of blobs is over, and the rest from the sweep of an earlier report on the same database. */
const swept = Effect.gen(function* () {
  for (let reports = 1; reports <= mostReports; reports++) {
    const inTime = yield* later(reports * 2 * Duration.toMillis(blobGrace))
    if ((yield* inTime(sweepBlobs(everything))) !== null) return
  }
  return yield* Effect.die(new Error("no sweep was due"))
})

/** What died processes left, and what is left when it was swept. */
export const orphans = Effect.gen(function* () {
  const left = yield* unnamed
  yield* swept
  return { left, afterSweep: yield* unnamed }
})
