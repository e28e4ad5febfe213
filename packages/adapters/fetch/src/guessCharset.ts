/** The charset of a text that has no label: no mark, no header, no declaration. */
import { isAscii, isUtf8 } from "node:buffer"
import { detectCharset } from "./detectCharset.ts"
import { isMostlyUtf8 } from "./isMostlyUtf8.ts"

/** As much as is guessed from: some 3 ms of the detector. */
const guessedBytes = 16 * 1024

/** A text is searched in pieces of this size for those that say something. */
const pieceBytes = 1024

/** As much of a text as tells that it is UTF-16. */
const utf16Bytes = 4096

/** Letters without a byte beyond ASCII are told from each other by nothing, so that only pieces with one are looked at. */
const tellingBytes = (bytes: Buffer): { readonly telling: Buffer; readonly isWhole: boolean } => {
  const pieces: Array<Buffer> = []
  let gathered = 0
  let at = 0
  // A character of two bytes may end in an ASCII one: what follows a telling piece goes with it.
  let follows = false
  for (; at < bytes.length && gathered < guessedBytes; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes)
    const isTelling = !isAscii(piece)
    if (isTelling || follows) {
      pieces.push(piece)
      gathered += piece.length
    }
    follows = isTelling
  }
  return { telling: Buffer.concat(pieces), isWhole: at >= bytes.length }
}

/** Controls, halves of pairs, what no character is, and what is for private use: no text of UTF-16 begins with them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const noText = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffd-\uffff\ue000-\uf8ff]|\p{Cn}/u

/** Characters whose other byte is NUL, such as 一, are so much rarer than spaces and line ends. */
const rarer = 4

/**
 * The byte order of UTF-16 without a mark; null for anything else.
 *
 * Spaces, digits, line ends and commas have a NUL for one of their bytes, in the same place of the pair whatever the script
 * around them is; and what comes out has to be text.
 */
export const utf16Order = (bytes: Buffer): "utf-16le" | "utf-16be" | null => {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null
  const head = bytes.subarray(0, utf16Bytes)
  let even = 0
  let odd = 0
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  if (Math.max(even, odd) === 0 || Math.min(even, odd) * rarer > Math.max(even, odd)) return null
  const order = even < odd ? "utf-16le" : "utf-16be"
  // The last pair may be the first half of a character beyond 16 bits.
  const text = new TextDecoder(order).decode(head)
  return noText.test(head.length < bytes.length ? text.slice(0, -1) : text) ? null : order
}

/** Whether bytes of ASCII alone name characters of Japanese, as mail does. */
const isIso2022Jp = (bytes: Buffer): boolean => bytes.includes("\x1b$B") || bytes.includes("\x1b$@")

/** UTF-8 is hardly ever anything else, also with a few bytes that are spoilt, so only what is not is guessed at. */
export const guessCharset = (bytes: Buffer): string => {
  const order = utf16Order(bytes)
  if (order !== null) return order
  if (isUtf8(bytes)) return isAscii(bytes) && isIso2022Jp(bytes) ? "iso-2022-jp" : "UTF-8"
  const { isWhole, telling } = tellingBytes(bytes)
  return isMostlyUtf8(telling) ? "UTF-8" : detectCharset(telling, isWhole)
}
