/**
 * Documents whose header says no charset, read by the browser in the one that our own reader finds.
 *
 * **Details**
 *
 * Where no mark, header or markup says it, a browser goes by the name of the site's country, and by what it makes of the first bytes, and never
 * takes a text for UTF-8. So such a document is held up until it is whole, and given on with what it is in. Scripts and sheets
 * without a charset follow their document, as always.
 */
import { maxBodyBytes } from "@kittiwake/core/web/HttpFetcher"
import { contentTypeWithCharset, leavesCharsetOpen } from "@kittiwake/fetch/internal/undeclaredCharset"
import { type Duration, Effect, Option } from "effect"
import type { CDPSession } from "playwright-core"
import { ask, type CallFailed } from "./PageFailed.ts"

interface Header {
  readonly name: string
  readonly value: string
}

/** An answer that the browser holds up. */
export interface PausedResponse {
  readonly requestId: string
  readonly responseStatusCode?: number
  readonly responseHeaders?: ReadonlyArray<Header>
}

/**
 * A browser hands on no part of a piece: of a document that comes to a stop, the last piece is lost. So it is so large, and grows with what has
 * come by this share of it.
 */
const leastPieceBytes = 1024
const mostPieceBytes = 1024 * 1024
const shareOfPiece = 1 / 8

const pieceAfter = (bytes: number): number =>
  Math.min(mostPieceBytes, Math.max(leastPieceBytes, Math.ceil(bytes * shareOfPiece)))

/** What says how the answer came, and not what it is; cookies are kept before it is held up. */
const ofTransport: ReadonlySet<string> = new Set([
  ...[
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "keep-alive",
    "set-cookie",
    "transfer-encoding"
  ]
])

const valueOf = (headers: ReadonlyArray<Header>, wanted: string): string | null =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null

/** The type of a document that has to be read before it is known in which charset it is; null of any other answer. */
export const openTypeOf = ({ responseHeaders = [], responseStatusCode = 0 }: PausedResponse): string | null => {
  const type = valueOf(responseHeaders, "content-type")
  const hasBody = responseStatusCode >= 200 && ![204, 205, 304].includes(responseStatusCode)
  const leads = responseStatusCode >= 300 && responseStatusCode < 400 && valueOf(responseHeaders, "location") !== null
  const isSaved = /^\s*attachment/i.test(valueOf(responseHeaders, "content-disposition") ?? "")
  return hasBody && !leads && !isSaved && leavesCharsetOpen(type) ? type : null
}

/** How much of a document was given on: all, what had come in time, or nothing, since it is too large. */
export type Given = "whole" | "part" | "none"

/** Gives a document on that is held up. */
export type GiveOn = (paused: PausedResponse, type: string) => Effect.Effect<Given>

/** One that is not whole after `within` is given on as far as it has come, as a page that loads for so long is read. */
export const holdDocuments = (session: CDPSession, within: Effect.Effect<Duration.Duration>): GiveOn => {
  /** Bytes of all that are held up now: a page may have any number of frames. */
  let heldBytes = 0

  const read = Effect.fnUntraced(function* (stream: string, parts: Array<Buffer>): Effect.fn.Return<Given, CallFailed> {
    let bytes = 0
    while (true) {
      const { base64Encoded, data, eof } = yield* ask(() =>
        session.send("IO.read", { handle: stream, size: pieceAfter(bytes) })
      )
      const part = Buffer.from(data, base64Encoded === true ? "base64" : "utf8")
      bytes += part.length
      heldBytes += part.length
      parts.push(part)
      if (heldBytes > maxBodyBytes) return "none"
      if (eof) return "whole"
    }
  })

  const bodyOf = Effect.fnUntraced(function* ({ requestId }: PausedResponse, parts: Array<Buffer>) {
    const { stream } = yield* ask(() => session.send("Fetch.takeResponseBodyAsStream", { requestId }))
    const come = yield* Effect.timeoutOption(read(stream, parts), yield* within)
    // Answered only when what was asked for last has come.
    void session.send("IO.close", { handle: stream }).catch(() => {})
    return Option.getOrElse(come, (): Given => "part")
  })

  return (paused, type) => {
    const { requestId, responseHeaders = [], responseStatusCode = 200 } = paused
    const parts: Array<Buffer> = []
    return Effect.gen(function* () {
      const come: Given = yield* bodyOf(paused, parts)
      if (come === "none") {
        yield* ask(() => session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }))
        return come
      }
      const body = Buffer.concat(parts)
      const kept = responseHeaders.filter(({ name }) => !ofTransport.has(name.toLowerCase()))
      yield* ask(() =>
        session.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: responseStatusCode,
          responseHeaders: [...kept, { name: "content-type", value: contentTypeWithCharset(type, body) }],
          body: body.toString("base64")
        })
      )
      return come
    }).pipe(
      // A page that goes away meanwhile needs none, and one that stays is not held up for good.
      Effect.catch(() => {
        void session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }).catch(() => {})
        return Effect.succeed<Given>("whole")
      }),
      Effect.ensuring(
        Effect.sync(() => {
          heldBytes -= parts.reduce((sum, { length }) => sum + length, 0)
        })
      )
    )
  }
}
