/** Blobs of batches that no row names, and what the sweep leaves of them a day later. */
import { BlobRowStore } from "@kittiwake/core/blobs/BlobRowStore"
import { BlobStore, blobGrace } from "@kittiwake/core/blobs/BlobStore"
import { blobKind, blobPath } from "@kittiwake/core/blobs/domain/BlobKey"
import { Clock, Duration, Effect } from "effect"
import { sweepBlobs } from "../../packages/core/src/blobs/sweepBlobs.ts"

/** More blobs than any test makes. */
const everything = 10_000

const unnamed = Effect.gen(function* () {
  const listed = yield* (yield* BlobStore).list({ limit: everything })
  const keys = listed.map(({ key }) => key).filter((key) => blobKind(key) === "batches")
  const named = yield* (yield* BlobRowStore).named(keys)
  return keys.map(blobPath).filter((path) => !named.has(path))
})

const aheadMillis = 2 * Duration.toMillis(blobGrace)

/** Runs work as if the grace of blobs, and the rest between two sweeps, were over. */
const later = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Clock.clockWith((clock) =>
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

/** What died processes left, and what is left when it was swept. */
export const orphans = Effect.gen(function* () {
  const left = yield* unnamed
  yield* later(sweepBlobs(everything))
  return { left, afterSweep: yield* unnamed }
})
