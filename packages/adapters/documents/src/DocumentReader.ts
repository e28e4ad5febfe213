/** Reads files in threads of their own, each file for so long and with so much memory at most. */
import { type DocumentContent, DocumentReader, DocumentUnreadable } from "@kittiwake/core/pages/DocumentReader"
import { Duration, Effect, Layer, Pool, Ref, type Scope } from "effect"
import { type ReadingThread, startReadingThread } from "./ReadingThread.ts"
import { longestReadSeconds, waitingFiles } from "./reading/limits.ts"
import type { FileToRead, OcrLanguage } from "./reading/ReadOptions.ts"

export interface DocumentReaderOptions {
  /** Files read at a time, each in a thread that may take up to 1.4 GB; 2 when it is left out. */
  readonly concurrency?: number
  /** What text in pictures is read with; the English that is installed when it is left out. */
  readonly ocrLanguage?: OcrLanguage
}

/** A thread that nobody needs is ended after this long, and its memory given back. */
const idleFor = Duration.minutes(1)

const installedEnglish: OcrLanguage = { language: "eng", folder: null }

/** A `DocumentReader` over pdf.js, PDFium, tesseract, mammoth, hucre and readers of our own. */
export const layer = (options: DocumentReaderOptions = {}): Layer.Layer<DocumentReader> =>
  Layer.effect(
    DocumentReader,
    Effect.gen(function* () {
      const concurrency = Math.max(Math.trunc(options.concurrency ?? 2), 1)
      const ocrLanguage = options.ocrLanguage ?? installedEnglish
      const threads = yield* Pool.makeWithTTL({
        acquire: Effect.acquireRelease(startReadingThread, ({ end }) => end),
        min: 0,
        max: concurrency,
        timeToLive: idleFor
      })
      const asked = yield* Ref.make(0)
      const most = concurrency + waitingFiles

      const read = Effect.fn("DocumentReader.read")(function* ({ timeout, ...request }) {
        yield* Effect.annotateCurrentSpan({ type: request.type, bytes: request.bytes.length })
        const file: FileToRead = { ...request, ocrLanguage }
        const deadline = Duration.min(timeout, Duration.seconds(longestReadSeconds))
        return yield* Effect.acquireUseRelease(
          Ref.updateAndGet(asked, (count) => count + 1),
          (count) => (count > most ? Effect.fail(busy) : readWithin(threads, file, deadline)),
          () => Ref.update(asked, (count) => count - 1)
        )
      }) satisfies DocumentReader["Service"]["read"]

      return DocumentReader.of({ read })
    })
  )

const busy = new DocumentUnreadable({
  reason: "busy",
  message: "Too many files are waiting to be read. Try again later."
})

/** The time runs from when the file is asked for: waiting for a thread is part of it. */
const readWithin = (
  threads: Pool.Pool<ReadingThread>,
  file: FileToRead,
  deadline: Duration.Duration
): Effect.Effect<DocumentContent, DocumentUnreadable> =>
  Effect.scoped(Effect.flatMap(Pool.get(threads), (thread) => readIn(threads, thread, file))).pipe(
    Effect.timeoutOrElse({
      duration: deadline,
      orElse: () =>
        Effect.fail(
          new DocumentUnreadable({
            reason: "timeout",
            message: `The file was not read within ${Math.round(Duration.toSeconds(deadline))} s.`
          })
        )
    })
  )

const readIn = (
  threads: Pool.Pool<ReadingThread>,
  thread: ReadingThread,
  file: FileToRead
): Effect.Effect<DocumentContent, DocumentUnreadable, Scope.Scope> =>
  thread.read(file).pipe(
    // Only ending the thread stops a parser that is at work.
    Effect.onInterrupt(() => Effect.andThen(Pool.invalidate(threads, thread), thread.end)),
    Effect.catchTag("ThreadEnded", ({ isOutOfMemory }) =>
      Effect.andThen(
        Pool.invalidate(threads, thread),
        Effect.fail(
          isOutOfMemory
            ? new DocumentUnreadable({
                reason: "too_complex",
                message: "The file takes more memory to read than is allowed."
              })
            : new DocumentUnreadable({ reason: "corrupt", message: "The file broke the software that reads it." })
        )
      )
    )
  )
