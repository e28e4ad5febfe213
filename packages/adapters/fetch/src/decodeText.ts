/** Bytes as the text their author wrote. */
import { isAscii, isUtf8 } from "node:buffer"
import { detect } from "chardet"
import sniff from "html-encoding-sniffer"
import { declarationOf, type MediaType } from "./MediaType.ts"

/** As much of a body as is guessed from. */
const guessedBytes = 64 * 1024

/** Stands for "nothing was declared"; no page declares it, and no decoder is made from it. */
const undeclared = "x-user-defined"

const declared = (bytes: Buffer, type: MediaType): string => {
  const label = type.charset === null ? {} : { transportLayerEncodingLabel: type.charset }
  switch (declarationOf(type)) {
    case "html":
      return sniff(bytes, { ...label, defaultEncoding: undeclared })
    case "xml":
      return sniff(bytes, { ...label, xml: true, defaultEncoding: undeclared })
    case "none":
      return sniff(bytes, { ...label, maxPrescanBytes: 0, defaultEncoding: undeclared })
  }
}

const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const utf8 = (bytes: Buffer): string =>
  isAscii(bytes) ? bytes.toString("latin1") : bytes.toString("utf8", hasMark(bytes) ? 3 : 0)

const decodeAs = (encoding: string, bytes: Buffer): string => {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // The two encodings of the standard that no decoder reads: "replacement" and "x-user-defined".
    return utf8(bytes)
  }
}

/** Valid UTF-8 is hardly ever anything else, so only what is not is guessed at. */
const guess = (bytes: Buffer): string =>
  isUtf8(bytes) ? "UTF-8" : (detect(bytes.subarray(0, guessedBytes)) ?? "windows-1252")

/** A body as text. */
export interface Decoded {
  readonly text: string
  /** Whether the body is that text in UTF-8 and nothing else. */
  readonly isUtf8: boolean
}

/**
 * Decodes a body by, in this order, its byte order mark, the header, a declaration inside it, and its content.
 *
 * **Gotchas**
 *
 * What cannot be decoded becomes U+FFFD.
 */
export const decodeText = (bytes: Buffer, type: MediaType): Decoded => {
  if (bytes.length === 0) return { text: "", isUtf8: true }
  const said = declared(bytes, type)
  const encoding = said === undeclared ? guess(bytes) : said
  return encoding === "UTF-8"
    ? { text: utf8(bytes), isUtf8: !hasMark(bytes) && isUtf8(bytes) }
    : { text: decodeAs(encoding, bytes), isUtf8: false }
}
