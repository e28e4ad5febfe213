/** What bytes are that are not text, by the marks they begin with. */
import { type FileType, fileTypeOf } from "@kittiwake/core/pages/domain/FileType"
import { Effect } from "effect"
import { fileTypeFromBuffer } from "file-type"
import { compoundFileType, isCompound } from "./compoundFileType.ts"
import { mediaTypeOf } from "./fileTypeNames.ts"
import { utf16Order } from "./guessCharset.ts"
import { isGzip } from "./gzipMembers.ts"
import { isZip, zipFileType } from "./zipFileType.ts"

/** A format that was recognised; `type` is null for one that cannot be read. */
export interface Recognised {
  readonly type: FileType | null
  readonly mediaType: string
}

/** As much as marks are looked for in; most stand at the very beginning. */
const markedBytes = 64 * 1024

/** As much as tells text from other things (mimesniff.spec.whatwg.org: a resource header). */
const headBytes = 1_445

const isControl = (byte: number): boolean =>
  byte <= 8 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)

/** How many of the first bytes no text has, out of a hundred. */
export const controlShare = (bytes: Buffer): number => {
  const length = Math.min(bytes.length, headBytes)
  let count = 0
  // By index: an iterator of bytes takes three times as long.
  for (let at = 0; at < length; at++) if (isControl(bytes[at]!)) count += 1
  return length === 0 ? 0 : (count * 100) / length
}

/** Whether this is text in UTF-16, with a byte order mark or without. Such text is full of NUL. */
export const isUtf16 = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || utf16Order(bytes) !== null

const known = (type: FileType): Recognised => ({ type, mediaType: mediaTypeOf(type) })

const unreadable = (mediaType: string): Recognised => ({ type: null, mediaType })

const netpbm: Readonly<Record<string, FileType>> = { 1: "pbm", 2: "pgm", 3: "ppm", 4: "pbm", 5: "pgm", 6: "ppm" }

/** Formats whose beginning is text, as far as a reader of text can tell. */
const textMarked = (bytes: Buffer): Recognised | null => {
  const head = bytes.toString("latin1", 0, 256)
  if (/^(?:\xef\xbb\xbf)?[\s\0]*%PDF-/.test(head)) return known("pdf")
  if (head.startsWith("{\\rtf")) return known("rtf")
  const digit = /^P([1-6])\s(?:\s|#[^\n]*\n)*[0-9]+\s(?:\s|#[^\n]*\n)*[0-9]+\s/.exec(head)?.[1]
  if (digit !== undefined) return known(netpbm[digit] ?? "pnm")
  if (head.startsWith("!<arch>\n")) return unreadable("application/x-unix-archive")
  if (head.startsWith("%!PS")) return unreadable("application/postscript")
  return null
}

/** Kinds of pictures by their media type; every other thing that file-type knows cannot be read. */
const readable: Readonly<Record<string, FileType>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/apng": "png",
  "image/gif": "gif",
  "image/bmp": "bmp",
  "image/tiff": "tiff",
  "image/webp": "webp"
}

/** Where a container could be opened in search of more, ours are asked instead, which open nothing. */
const container = (bytes: Buffer, extension: string | null): Recognised | null => {
  if (isZip(bytes)) {
    const type = zipFileType(bytes)
    return type === null ? unreadable("application/zip") : known(type)
  }
  if (isGzip(bytes)) return unreadable("application/gzip")
  if (!isCompound(bytes)) return null
  const type = compoundFileType(bytes)
  if (type === null) return unreadable("application/x-cfb")
  if (type !== "encrypted") return known(type)
  const named = extension === null ? null : fileTypeOf(extension)
  return named === "docx" || named === "xlsx" || named === "pptx" ? known(named) : unreadable("application/x-cfb")
}

const isTextual = (mediaType: string): boolean => mediaType.startsWith("text/") || /[/+]xml$/.test(mediaType)

/** The format that the bytes have by their marks; null when they have none that is known. */
export const recognise = (bytes: Buffer, extension: string | null): Effect.Effect<Recognised | null> => {
  const marked = textMarked(bytes) ?? container(bytes, extension)
  if (marked !== null) return Effect.succeed(marked)
  // Two or three letters are the mark of some formats, so a text may begin with them by chance.
  if (controlShare(bytes) === 0 || isUtf16(bytes)) return Effect.succeed(null)
  return Effect.tryPromise(() => fileTypeFromBuffer(bytes.subarray(0, markedBytes))).pipe(
    Effect.map((found) => {
      if (found === undefined || isTextual(found.mime)) return null
      const type = readable[found.mime]
      return type === undefined ? unreadable(found.mime) : known(type)
    }),
    // A mark whose format then breaks off is no mark.
    Effect.orElseSucceed(() => null)
  )
}
