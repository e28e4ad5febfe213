/** Pictures that come with a document, as data URIs, as many as are taken along. */

import { pictures as limit } from "./limits.ts"
import { escapeAttribute, oneLine } from "./Markup.ts"

/** Makes `img` elements until there are enough; what is left out becomes nothing. */
export interface Pictures {
  /** Whether no further picture is taken along, so that none needs to be unpacked. */
  readonly isFull: () => boolean
  readonly img: (bytes: Uint8Array, alt: string) => string
}

/** Kinds that browsers show. Drawings may hold scripts and are left out. */
const mediaTypeOf = (bytes: Uint8Array): string | null => {
  const starts = (...head: ReadonlyArray<number>) => head.every((byte, at) => bytes[at] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47)) return "image/png"
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg"
  if (starts(0x47, 0x49, 0x46, 0x38)) return "image/gif"
  if (starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57 && bytes[9] === 0x45) return "image/webp"
  return null
}

/** Pictures of one document. */
export const makePictures = (): Pictures => {
  let taken = 0
  return {
    isFull: () => taken >= limit.count,
    img: (bytes, alt) => {
      const mediaType = mediaTypeOf(bytes)
      if (mediaType === null || bytes.length > limit.bytes || taken >= limit.count) return ""
      taken += 1
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
      return `<img src="data:${mediaType};base64,${content}" alt="${escapeAttribute(oneLine(alt).slice(0, 500))}">`
    }
  }
}
