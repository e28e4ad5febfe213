/** The largest picture of an ICO file. */
import decodeIco from "decode-ico"

/** Either a file of its own, or pixels of four bytes each. */
export type IconPicture =
  | { readonly _tag: "Png"; readonly bytes: Buffer }
  | { readonly _tag: "Pixels"; readonly bytes: Uint8Array; readonly width: number; readonly height: number }

/** Most entries that are looked at, and most pixels of one that is no PNG; icons end at 256. */
const maxEntries = 256
const maxSide = 1_024

const headerLength = 6
const entryLength = 16

interface Entry {
  readonly index: number
  readonly area: number
  readonly depth: number
  readonly length: number
  readonly offset: number
}

const entriesOf = (bytes: Buffer): ReadonlyArray<Entry> => {
  const count = bytes.length < headerLength ? 0 : Math.min(maxEntries, bytes.readUInt16LE(4))
  const entries: Array<Entry> = []
  for (let index = 0; index < count; index++) {
    const at = headerLength + index * entryLength
    if (at + entryLength > bytes.length) break
    // A side of 256 is written as 0.
    const side = (position: number) => bytes[at + position] || 256
    const [length, offset] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)]
    const isInside = length >= 40 && offset + length <= bytes.length
    if (isInside) entries.push({ index, area: side(0) * side(1), depth: bytes.readUInt16LE(at + 6), length, offset })
  }
  return entries
}

/** A file with this entry alone, as the decoder unpacks all that a file lists. */
const fileOf = (bytes: Buffer, { index, length, offset }: Entry): Buffer => {
  const file = Buffer.alloc(headerLength + entryLength + length)
  bytes.copy(file, 0, 0, 4)
  file.writeUInt16LE(1, 4)
  bytes.copy(file, headerLength, headerLength + index * entryLength, headerLength + (index + 1) * entryLength)
  file.writeUInt32LE(headerLength + entryLength, headerLength + 12)
  bytes.copy(file, headerLength + entryLength, offset, offset + length)
  return file
}

/** The largest picture; null when there is none that can be read. Throws what the decoder throws. */
export const largestIcon = (bytes: Buffer): IconPicture | null => {
  const [best] = [...entriesOf(bytes)].sort((a, b) => b.area - a.area || b.depth - a.depth)
  if (best === undefined) return null
  const { length, offset } = best
  if (bytes.readUInt32BE(offset) === 0x89504e47) return { _tag: "Png", bytes: bytes.subarray(offset, offset + length) }
  const [width, height] = [bytes.readUInt32LE(offset + 4), bytes.readUInt32LE(offset + 8) / 2]
  if (width > maxSide || height > maxSide) return null
  const [picture] = decodeIco(fileOf(bytes, best))
  return picture === undefined
    ? null
    : { _tag: "Pixels", bytes: Uint8Array.from(picture.data), width: picture.width, height: picture.height }
}
