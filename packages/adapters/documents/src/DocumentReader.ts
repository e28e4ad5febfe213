/** Reads files in processes of their own, each file for so long and with so much memory at most. */
import {
  type Answer,
  type LossesTooHigh,
  makeChildPool,
  type NoTurn,
  type WorkStopped
} from "@kittiwake/children/internal/ChildPool"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { type DocumentContent, DocumentReader, DocumentUnreadable } from "@kittiwake/core/pages/DocumentReader"
import { Utf8Text } from "@kittiwake/core/pages/domain/Utf8Text"
import { Duration, Effect, Layer } from "effect"
import * as limits from "./reading/limits.ts"
import type { AnswerHead, RequestHead } from "./reading/messages.ts"
import type { OcrLanguage } from "./reading/ReadOptions.ts"
import { ownMarkdown } from "./text/ownMarkdown.ts"

export interface DocumentReaderOptions {
  /** Files read at a time, each in a process that may take up to 1 GB; 3 when it is left out. */
  readonly concurrency?: number
  /** How many of them may be one organization's; all but one of them when it is left out. */
  readonly concurrencyPerOrganization?: number
  /** Time of the processor that a file may take, and 5 s more for each page whose picture is read; 10 s when left out. */
  readonly processor?: Duration.Input
  /** Time of the processor that an organization may lose to files that cannot be read, in some ten minutes; 60 s when left out. */
  readonly lossPerOrganization?: Duration.Input
  /** What text in pictures is read with; the English that is installed when it is left out. */
  readonly ocrLanguage?: OcrLanguage
}

/** A process that nobody needs is ended after this long, and its memory given back. */
const maxIdle = Duration.minutes(1)

const installedEnglish: OcrLanguage = { language: "eng", folder: null }

const longestRead = Duration.seconds(limits.longestReadSeconds)

const programFile = () =>
  new URL(
    import.meta.url.endsWith(".ts") ? "./reading/readingThread.ts" : "./reading/readingThread.js",
    import.meta.url
  )

const poolOf = (concurrency: number, ofOne: number, loss: Duration.Duration) =>
  makeChildPool({
    program: programFile(),
    turns: {
      atOnce: concurrency,
      atOncePerOwner: ofOne,
      waiting: limits.waitingFiles.overall,
      waitingPerOwner: limits.waitingFiles.ofOne
    },
    losses: { millis: Duration.toMillis(loss), forgivenInMillis: limits.lossForgottenInMillis },
    maxIdle,
    heapMegabytes: limits.heapMegabytes,
    residentMegabytes: limits.residentMegabytes,
    answerBytes: limits.answerBytes
  })

/** A `DocumentReader` over pdf.js, PDFium, tesseract, mammoth, hucre and readers of our own. */
export const layer = (options: DocumentReaderOptions = {}): Layer.Layer<DocumentReader> =>
  Layer.effect(
    DocumentReader,
    Effect.gen(function* () {
      const concurrency = Math.max(Math.trunc(options.concurrency ?? 3), 1)
      const ofOne = Math.max(Math.trunc(options.concurrencyPerOrganization ?? concurrency - 1), 1)
      const processor = Duration.fromInputUnsafe(options.processor ?? Duration.seconds(limits.processorSeconds))
      const ocrLanguage = options.ocrLanguage ?? installedEnglish
      const loss = Duration.fromInputUnsafe(options.lossPerOrganization ?? Duration.seconds(limits.lossSeconds))
      const pool = yield* poolOf(concurrency, ofOne, loss)

      const read = Effect.fn("DocumentReader.read")(function* ({ bytes, inBytes = false, timeout, ...request }) {
        yield* Effect.annotateCurrentSpan({ type: request.type, bytes: bytes.length })
        const own = request.markdownSuffices === true ? yield* ownMarkdown(bufferOf(bytes), request.type) : null
        if (own !== null) return { ...nothingElse, html: "", ...markdownOf(new Utf8Text(own), inBytes) }
        const head: RequestHead = { ...request, ocrLanguage, processorMillis: Duration.toMillis(processor) }
        const isPdf = request.type === "pdf"
        const answer = yield* pool
          .run({
            owner: (yield* WorksFor) ?? "",
            head,
            bytes,
            processor: isPdf ? Duration.times(processor, limits.pdf.timeOfFirstPage) : processor,
            addedMegabytes: isPdf && !request.ocr ? pdfMegabytes(bytes.length) : limits.residentMegabytes,
            processorAtMost: request.ocr ? Duration.sum(processor, longestRead) : processor,
            timeout: Duration.min(timeout, longestRead),
            isLost: (given) => !(given.head as AnswerHead).ok
          })
          .pipe(Effect.mapError((error) => unreadable(error, processor, isPdf)))
        return yield* contentOf(answer, inBytes)
      }) satisfies DocumentReader["Service"]["read"]

      return DocumentReader.of({ read })
    })
  )

const bufferOf = ({ buffer, byteLength, byteOffset }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** What a text tells of itself besides its text. */
const nothingElse = { title: null, author: null, pageCount: null, recoveredPages: [] } as const

/** Shorter texts are strings, whoever hands them on. */
const inBytesFrom = 64 * 1024

/** A text as whoever asked for it takes it. */
const markdownOf = (text: Utf8Text, inBytes: boolean): Pick<DocumentContent, "markdown" | "markdownBytes"> =>
  inBytes && text.byteLength >= inBytesFrom
    ? { markdown: null, markdownBytes: text }
    : { markdown: stringOf(text.parts) }

/** As one string: joined of several, a long one would be held twice once somebody looks into it. */
const stringOf = (parts: ReadonlyArray<Uint8Array>): string => {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return bufferOf(only).toString()
  const whole = Buffer.concat(parts)
  const text = whole.toString()
  // Its memory goes at once, and not when the next garbage is collected; a small one is a part of what others stand in.
  if (whole.byteLength === whole.buffer.byteLength) (whole.buffer as ArrayBuffer).transfer(0)
  return text
}

/** Without pictures to read, a PDF of little has no use for much. */
const pdfMegabytes = (bytes: number): number =>
  limits.pdf.addedMegabytes + Math.ceil((bytes * limits.pdf.addedPerByte) / 1024 / 1024)

const contentOf = (answer: Answer, inBytes: boolean): Effect.Effect<DocumentContent, DocumentUnreadable> => {
  const head = answer.head as AnswerHead
  if (!head.ok) return Effect.fail(new DocumentUnreadable(head))
  const { author, hasMarkdown, htmlBytes, pageCount, recoveredPages, title } = head
  const texts = bufferOf(answer.bytes)
  return Effect.succeed({
    html: texts.toString("utf8", 0, htmlBytes),
    ...(hasMarkdown ? markdownOf(new Utf8Text([texts.subarray(htmlBytes)]), inBytes) : { markdown: null }),
    title,
    author,
    pageCount,
    recoveredPages
  })
}

/** What it means for a file that the pool does not answer. */
const unreadable = (
  error: WorkStopped | LossesTooHigh | NoTurn,
  processor: Duration.Duration,
  isPdf: boolean
): DocumentUnreadable => {
  if (error._tag === "NoTurn") {
    const message = "Too many files are waiting to be read. Try again later."
    return new DocumentUnreadable({ reason: "busy", message })
  }
  if (error._tag === "LossesTooHigh") {
    const retryAfterSeconds = Math.ceil(error.retryAfterMillis / 1000)
    const message = `Files of this organization that could not be read have taken too much time of the processor. Try again in ${retryAfterSeconds} s.`
    return new DocumentUnreadable({ reason: "slow_down", message, retryAfterSeconds })
  }
  switch (error.reason) {
    case "processor": {
      const ofPage = isPdf ? ", or its first page more than half of that" : ""
      const message = `The file takes more than ${Duration.toSeconds(processor)} s of the processor to read${ofPage}, which is more than is allowed.`
      return new DocumentUnreadable({ reason: "too_complex", message })
    }
    case "memory":
      return new DocumentUnreadable({
        reason: "too_complex",
        message: "The file takes more memory to read than is allowed."
      })
    case "time":
      return new DocumentUnreadable({ reason: "timeout", message: "The file was not read in time." })
    case "broken":
      return new DocumentUnreadable({ reason: "corrupt", message: "The file broke the software that reads it." })
  }
}
