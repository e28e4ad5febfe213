/** Rich Text cut into groups, control words and text. */
import { codePageText } from "./codePages.ts"

export type RtfToken =
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "word"; readonly word: string; readonly number: number | null }
  | { readonly kind: "text"; readonly text: string }

const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

export interface RtfState {
  /** How many characters after one given by number stand for it and are passed over. */
  readonly skips: () => number
  /** The code page of the font at hand; null for the document's own. */
  readonly fontCodePage: () => number | null
}

/** Cuts the bytes. */
export function* rtfTokens(bytes: Uint8Array, { fontCodePage, skips }: RtfState): Generator<RtfToken> {
  let codePage = 1252
  let letters: Array<number> = []
  let toSkip = 0
  let at = 0
  const flush = function* (): Generator<RtfToken> {
    if (letters.length === 0) return
    yield { kind: "text", text: codePageText(Uint8Array.from(letters), fontCodePage() ?? codePage) }
    letters = []
  }
  const letter = (byte: number) => {
    if (toSkip > 0) toSkip -= 1
    else letters.push(byte)
  }
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    at += 1
    if (byte === 0x7b || byte === 0x7d) {
      yield* flush()
      toSkip = 0
      yield { kind: byte === 0x7b ? "open" : "close" }
    } else if (byte === 0x0d || byte === 0x0a || byte === 0) continue
    else if (byte !== 0x5c) letter(byte)
    else if (bytes[at] === 0x27) {
      const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 48, bytes[at + 2] ?? 48), 16)
      at += 3
      if (Number.isInteger(value)) letter(value)
    } else if (isLetter(bytes[at])) {
      const start = at
      while (isLetter(bytes[at]) && at - start < 32) at += 1
      const word = String.fromCharCode(...bytes.subarray(start, at))
      const digits = at
      if (bytes[at] === 0x2d) at += 1
      while (isDigit(bytes[at]) && at - digits < 11) at += 1
      const number = at === digits ? null : Number(String.fromCharCode(...bytes.subarray(digits, at)))
      if (bytes[at] === 0x20) at += 1
      if (word === "ansicpg" && number !== null) codePage = number
      if (word === "bin") at += Math.max(number ?? 0, 0)
      yield* flush()
      if (word === "u" && number !== null) {
        const code = number < 0 ? number + 65_536 : number
        // Some software writes the number of a character that others write in two halves.
        yield { kind: "text", text: code <= 0x10ffff ? String.fromCodePoint(Math.max(code, 0)) : "\ufffd" }
        toSkip = skips()
      } else yield { kind: "word", word, number }
    } else {
      const symbol = String.fromCharCode(bytes[at] ?? 0)
      at += 1
      if ("\\{}".includes(symbol)) letter(symbol.charCodeAt(0))
      else {
        yield* flush()
        yield { kind: "word", word: symbol === "\n" || symbol === "\r" ? "par" : symbol, number: null }
      }
    }
  }
  yield* flush()
}
