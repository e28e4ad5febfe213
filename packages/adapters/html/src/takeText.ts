/** The text of a page, out of bytes that go at once. */
import { TextDecoder } from "@exodus/bytes/encoding.js"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { withoutNul } from "./normalized.ts"

/**
 * Moves what follows a NUL over it: a text of which half is NUL would be twice as long as what is read of it. One before a byte that
 * no character begins with stays: what is no UTF-8 might become a character without it.
 */
const dropNul = (bytes: Uint8Array): Uint8Array => {
  let length = bytes.indexOf(0)
  if (length < 0) return bytes
  for (let at = length; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte !== 0 || isLater(bytes[at + 1])) bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/** Whether a byte is of a character that began before it. */
const isLater = (byte = 0): boolean => byte >= 0x80 && byte < 0xc0

/** As much as is decoded in one go. */
const pieceBytes = 1024 * 1024

/** Characters that take two bytes. */
const isWide = /[^\0-\xff]/

/** The same text with a byte for each character, where that suffices: a decoder has two. */
export const narrowed = (text: string): string =>
  isWide.test(text) ? text : Buffer.from(text, "latin1").toString("latin1")

/** Piece by piece: a decoder has two bytes for each character, and then copies them. */
const decodeInPieces = (bytes: Uint8Array, charset: string): string => {
  const decoder = new TextDecoder(charset)
  const pieces: Array<string> = []
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const stream = at + pieceBytes < bytes.length
    pieces.push(narrowed(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream })))
  }
  return pieces.join("")
}

/** The text of bytes in this encoding, as it is where they become UTF-8 before. */
export const textIn = (bytes: Uint8Array, charset: string): string => {
  const text = decodeInPieces(bytes, charset)
  // A mark in front is of the encoding, and one more of the same text in UTF-8.
  return text.startsWith("\ufeff") ? text.slice(1) : text
}

const textOfUtf8 = (bytes: Uint8Array): string =>
  // A mark that follows a NUL is none.
  new TextDecoder("utf-8", { ignoreBOM: bytes[0] === 0 }).decode(dropNul(bytes))

/**
 * The text of bytes, in UTF-8 unless they are said to be encoded otherwise, without NUL. Who calls hands them over: they are gone then, and
 * not when garbage is collected, which in a thread that waits for work is never.
 */
export const takeText = (bytes: Uint8Array, charset?: string): string => {
  const text = withoutNul(charset === undefined ? textOfUtf8(bytes) : textIn(bytes, charset))
  giveBack(bytes)
  return text
}
