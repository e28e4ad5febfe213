/** Which picture format some bytes are, by their marks. What is not listed never reaches a decoder. */

export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "avif" | "tiff" | "svg" | "ico"

const begins = (bytes: Buffer, ...marks: ReadonlyArray<number>): boolean =>
  marks.every((mark, index) => bytes[index] === mark)

/** As much of a drawing as may come before its first element. */
const prologBytes = 16 * 1024

const isSvg = (bytes: Buffer): boolean => {
  const head = bytes.toString("latin1", 0, prologBytes)
  return /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<(?:[\w-]+:)?svg[\s>/]/.test(head)
}

/** AVIF files name themselves among the first brands of their container. */
const isAvif = (bytes: Buffer): boolean =>
  bytes.toString("latin1", 4, 8) === "ftyp" && /avi[fs]/.test(bytes.toString("latin1", 8, 64))

/** The format of a picture; null when it is none that we read. */
export const imageFormatOf = (bytes: Buffer): ImageFormat | null => {
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png"
  if (begins(bytes, 0xff, 0xd8, 0xff)) return "jpeg"
  if (bytes.toString("latin1", 0, 4) === "GIF8") return "gif"
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp"
  if (begins(bytes, 0x49, 0x49, 0x2a, 0) || begins(bytes, 0x4d, 0x4d, 0, 0x2a)) return "tiff"
  if (begins(bytes, 0, 0, 1, 0) || begins(bytes, 0, 0, 2, 0)) return "ico"
  if (isAvif(bytes)) return "avif"
  return isSvg(bytes) ? "svg" : null
}

const mediaTypes: Readonly<Record<ImageFormat, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  tiff: "image/tiff",
  svg: "image/svg+xml",
  ico: "image/x-icon"
}

export const mediaTypeOf = (format: ImageFormat): string => mediaTypes[format]
