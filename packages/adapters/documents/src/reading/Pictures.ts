/** Pictures that come with a document, as data URIs, as many as are taken along. */

import { pictures as limit } from "./limits.ts"
import { escapeAttribute, oneLine } from "./Markup.ts"

/** Makes `img` elements until there are enough; what is left out becomes nothing. */
export interface Pictures {
  /** Whether no further picture is taken along, so that none needs to be unpacked. */
  readonly isFull: () => boolean
  readonly img: (bytes: Uint8Array, alt: string) => string
  /** The same of a picture that goes by a name in the file: it is unpacked once, however many places show it. */
  readonly named: (name: string, unpack: () => Uint8Array | null, alt: string) => string
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
  const known = new Map<string, string | null>()
  const isFull = () => taken >= limit.count
  const write = (address: string | null, alt: string): string => {
    if (address === null || isFull()) return ""
    taken += 1
    return `<img src="${address}" alt="${escapeAttribute(oneLine(alt).slice(0, 500))}">`
  }
  const addressOf = (name: string, unpack: () => Uint8Array | null): string | null => {
    const before = known.get(name)
    if (before !== undefined) return before
    const bytes = unpack()
    const address = bytes === null ? null : dataAddress(bytes)
    known.set(name, address)
    return address
  }
  return {
    isFull,
    img: (bytes, alt) => (isFull() ? "" : write(dataAddress(bytes), alt)),
    named: (name, unpack, alt) => (isFull() ? "" : write(addressOf(name, unpack), alt))
  }
}

/** Whether a picture is of a kind and size that is taken along. */
export const isTaken = (bytes: Uint8Array): boolean => bytes.length <= limit.bytes && mediaTypeOf(bytes) !== null

/** A picture as the address of itself; null for one that is not taken along. */
const dataAddress = (bytes: Uint8Array): string | null => {
  const mediaType = mediaTypeOf(bytes)
  if (mediaType === null || bytes.length > limit.bytes) return null
  return `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}`
}
