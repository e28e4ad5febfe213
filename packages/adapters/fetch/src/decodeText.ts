/** Bytes as the text their author wrote. Long ones are decoded in pieces, with the thread left to others in between. */
import { isAscii, isUtf8 } from "node:buffer"
import { TextDecoder } from "@exodus/bytes/encoding.js"
import { CurrentLease } from "@kittiwake/core/budget/MemoryBudget"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import type { Classified } from "@kittiwake/core/pages/ContentClassifier"
import type { EncodedText } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import type { MediaType } from "./MediaType.ts"
import { charsetOf } from "./undeclaredCharset.ts"

/** As much as is decoded in one go: a millisecond or two. */
const pieceBytes = 128 * 1024

const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/**
 * A decoder by the Encoding standard, which the one of Node is not for Korean, Japanese and Big5: it has the tables of ICU. What the
 * standard decodes into a single U+FFFD, so that no browser runs it, is text all the same for who runs nothing of it.
 */
const decoderOf = (encoding: string) => new TextDecoder(encoding === "replacement" ? "utf-8" : encoding)

/** Hands over the text of `bytes`, piece by piece. */
const decodeInPieces = (encoding: string, bytes: Buffer, take: (text: string) => void): Effect.Effect<void> =>
  Effect.suspend(() => {
    const decoder = decoderOf(encoding)
    if (bytes.length <= pieceBytes) return Effect.sync(() => take(decoder.decode(bytes)))
    return Effect.gen(function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        take(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: at + pieceBytes < bytes.length }))
        yield* Effect.yieldNow
      }
    })
  })

const isOwnText = (encoding: string, bytes: Buffer): boolean => encoding === "UTF-8" && isUtf8(bytes)

const withoutMark = (bytes: Buffer): Buffer => (hasMark(bytes) ? bytes.subarray(3) : bytes)

/** The body of a text as it is, and how it is encoded. */
export const encodedText = (bytes: Buffer, type: MediaType): EncodedText => {
  const named = charsetOf(bytes, type)
  return isOwnText(named, bytes)
    ? { bytes: withoutMark(bytes), charset: "utf-8" }
    : { bytes, charset: decoderOf(named).encoding }
}

/** Most bytes that a body takes as a text of JavaScript, which has one for each character where all of them are of Latin-1, and else two. */
export const textBytesOf = (bytes: Buffer): number => (isAscii(bytes) ? 1 : 2) * bytes.length

/** The text of a body. What cannot be decoded becomes U+FFFD. */
export const decodeText = (bytes: Buffer, type: MediaType): Effect.Effect<string> =>
  Effect.suspend(() => {
    const encoding = charsetOf(bytes, type)
    if (isOwnText(encoding, bytes)) {
      return Effect.succeed(isAscii(bytes) ? bytes.toString("latin1") : withoutMark(bytes).toString())
    }
    let text = ""
    const gathered = decodeInPieces(encoding, bytes, (piece) => {
      text += piece
    })
    return Effect.map(gathered, () => text)
  })

/** Most bytes that a byte in any encoding stands for in UTF-8. */
const mostUtf8Bytes = 3

/** The same in UTF-8; the bytes themselves where they are that, but for the mark. Else they are gone when they were handed over. */
export const textBytes = (bytes: Buffer, type: MediaType, isHandedOver = false): Effect.Effect<Buffer> =>
  Effect.suspend(() => {
    const encoding = charsetOf(bytes, type)
    if (isOwnText(encoding, bytes)) return Effect.succeed(withoutMark(bytes))
    return isHandedOver ? takenAndDecoded(bytes, encoding) : decoded(bytes, encoding)
  })

/**
 * A shorter page is decoded at once: it may have as few characters as are looked at whole. So may a longer one in an encoding with bytes
 * that stand for none.
 */
const encodedFrom = 1024 * 1024
const stateful = "iso-2022-jp"

type PageBytes = Pick<Classified, "encoded" | "utf8">

/** The same of a page that was handed over; a long one that is not in UTF-8 stays as it is. */
export const pageBytes = (bytes: Buffer, type: MediaType): Effect.Effect<PageBytes> =>
  Effect.suspend((): Effect.Effect<PageBytes> => {
    const named = charsetOf(bytes, type)
    if (isOwnText(named, bytes)) return Effect.succeed({ utf8: withoutMark(bytes) })
    const { encoding: charset } = decoderOf(named)
    const toUtf8 = takenAndDecoded(bytes, named)
    if (bytes.length < encodedFrom || charset === stateful) return Effect.map(toUtf8, (utf8) => ({ utf8 }))
    return Effect.succeed({ utf8: null, encoded: { charset, toUtf8 } })
  })

const takenAndDecoded = (bytes: Buffer, encoding: string): Effect.Effect<Buffer> =>
  Effect.tap(decoded(bytes, encoding), () => Effect.sync(() => giveBack(bytes)))

/** What it becomes is counted where it is made, whether or not there is room: the bytes of which it is made were let in. */
const decoded = (bytes: Buffer, encoding: string): Effect.Effect<Buffer> =>
  Effect.flatMap(CurrentLease, (lease) => {
    if (bytes.length <= pieceBytes) return Effect.succeed(Buffer.from(decoderOf(encoding).decode(bytes)))
    // Pieces that are put together in the end are held twice; room that nothing was written to takes no memory.
    const room = Buffer.allocUnsafeSlow(mostUtf8Bytes * bytes.length)
    let length = 0
    const gathered = decodeInPieces(encoding, bytes, (text) => {
      const written = room.write(text, length)
      lease.keep(written)
      length += written
    })
    return Effect.map(gathered, () => room.subarray(0, length))
  })
