/**
 * Kinds of content by bytes, names and looks.
 *
 * **Details**
 *
 * In this order (contract/parse-prefetch.md §1): the marks of binary formats; the extension; a media type that says
 * something; what the text looks like. A name that means a binary format which the bytes are not says nothing. A page
 * that is served as HTML and begins like HTML is HTML, whatever its address ends in: `/index.php` is no PHP.
 */
import { type Classified, type ClassifyRequest, ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { type FileType, fileTypeOf, isTextType } from "@kittiwake/core/pages/domain/FileType"
import { Effect, Layer } from "effect"
import { controlShare, isUtf16, type Recognised, recognise } from "./binaryFileType.ts"
import { pageBytes, textBytes } from "./decodeText.ts"
import { mediaTypeOf, moreSpecific, textTypeOf } from "./fileTypeNames.ts"
import { type MediaType, parseMediaType } from "./MediaType.ts"
import { sniffText } from "./sniffText.ts"

/** A text that is named may hold a few characters that no text has; pages on the web do. */
const maxControlPercent = 10

/** Where the charset may be declared in text of this kind. */
const declaringType = (type: FileType): string => {
  if (type === "html") return "text/html"
  return type === "xml" || type === "svg" ? "application/xml" : "text/plain"
}

const named = (type: FileType, said: MediaType, bytes: Buffer, isHandedOver: boolean): Effect.Effect<Classified> => {
  const declaring = { essence: declaringType(type), charset: said.charset }
  const isPage = isHandedOver && type === "html"
  const text = isPage
    ? pageBytes(bytes, declaring)
    : Effect.map(textBytes(bytes, declaring, isHandedOver), (utf8) => ({ utf8 }))
  return Effect.map(text, (found) => ({ type, mediaType: moreSpecific(said.essence, type), ...found }))
}

/** Of a longer text its kind is told by its beginning and its end. */
const sniffedBytes = 1024 * 1024
const sniffedEndBytes = 4_096

const sniff = (utf8: Buffer): FileType =>
  sniffText(
    utf8.length <= 2 * sniffedBytes
      ? utf8.toString()
      : utf8.toString("utf8", 0, sniffedBytes) + utf8.toString("utf8", utf8.length - sniffedEndBytes)
  )

const looksLikeHtml = (bytes: Buffer): boolean =>
  sniffText(bytes.toString("utf8", 0, 2_048).replace("\ufeff", "")) === "html"

const extensionType = (extension: string | null): FileType | null => {
  const type = extension === null ? null : fileTypeOf(extension)
  return type !== null && isTextType(type) ? type : null
}

const saysUtf16 = ({ charset }: MediaType): boolean => /^(?:utf-?16|ucs-?2|unicode$)/i.test(charset ?? "")

const classifyText = (
  bytes: Buffer,
  said: MediaType,
  { extension, isHandedOver = false }: ClassifyRequest
): Effect.Effect<Classified> => {
  const byExtension = extensionType(extension)
  const byMediaType = textTypeOf(said.essence)
  const share = saysUtf16(said) || isUtf16(bytes) ? 0 : controlShare(bytes)
  if (byExtension === null && byMediaType === null ? share > 0 : share > maxControlPercent) {
    return Effect.succeed({ type: null, mediaType: "application/octet-stream", utf8: null })
  }
  if (byExtension !== null && byMediaType === "html" && looksLikeHtml(bytes))
    return named("html", said, bytes, isHandedOver)
  const type = byExtension ?? byMediaType
  if (type !== null) return named(type, said, bytes, isHandedOver)
  const essence = /^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(bytes.toString("latin1", 0, 200))
    ? "application/xml"
    : "text/html"
  return Effect.map(textBytes(bytes, { essence, charset: said.charset }), (utf8) => {
    const sniffed = sniff(utf8)
    return { type: sniffed, mediaType: mediaTypeOf(sniffed), utf8 }
  })
}

/** Office files and pictures go by several extensions; one of the same family as the bytes is taken at its word. */
const byFamily = (found: Recognised, extension: string | null): Recognised =>
  extension !== null && fileTypeOf(extension) === "pnm" && /^p[bgp]m$/.test(found.type ?? "")
    ? { type: "pnm", mediaType: mediaTypeOf("pnm") }
    : found

/** Classifies in this process; a few microseconds for a page. */
export const layer: Layer.Layer<ContentClassifier> = Layer.succeed(
  ContentClassifier,
  ContentClassifier.of({
    classify: Effect.fnUntraced(function* (request: ClassifyRequest) {
      const { bytes, contentType, extension } = request
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const found = yield* recognise(buffer, extension)
      if (found !== null) return { ...byFamily(found, extension), utf8: null }
      return yield* classifyText(buffer, parseMediaType(contentType), request)
    })
  })
)
