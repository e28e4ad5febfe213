/** Bytes of a file for a reader who has so much time for them: who reads slower than any line does not hold the file for ever. */
import { Duration, Effect, Schema, Stream } from "effect"
import { readingMillis, readingTime } from "../slowReaders.ts"

/** The reader took too long. */
export class ReaderTooSlow extends Schema.TaggedError<ReaderTooSlow>()("ReaderTooSlow", {}) {}

/** Breaks off after the time that `length` bytes have: what ended there would pass for the whole, and its connection for one to be used again. */
export const inReadingTime =
  (length: number) =>
  <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E | ReaderTooSlow, R> =>
    Stream.interruptWhen(
      bytes,
      Effect.andThen(
        Effect.sleep(Duration.millis(readingMillis(readingTime, length))),
        Effect.fail(new ReaderTooSlow())
      )
    )
