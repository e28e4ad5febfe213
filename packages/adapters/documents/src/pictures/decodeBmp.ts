/** Bitmaps of Windows, which sharp does not read: those without compression, in shades of grey. */
import { pixels as limit } from "../reading/limits.ts"
import { corrupt, tooComplex, Unreadable } from "../reading/Unreadable.ts"
import { type GreyPicture, shadeOf } from "./GreyPicture.ts"

const depths = [1, 4, 8, 16, 24, 32]

/** Decodes a bitmap; null for what is none. */
export const decodeBmp = (bytes: Uint8Array): GreyPicture | null => {
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d) return null
  if (bytes.length < 54) throw corrupt("The bitmap is cut short.")
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = file.readInt32LE(18)
  const rows = file.readInt32LE(22)
  const depth = file.readUInt16LE(28)
  const height = Math.abs(rows)
  if (width < 1 || height < 1 || !depths.includes(depth)) throw corrupt("The bitmap is damaged.")
  if (width * height > limit) throw tooComplex("The picture has too many pixels.")
  // 3 is no compression either: it only names the bits of each colour.
  if (file.readUInt32LE(30) !== 0 && file.readUInt32LE(30) !== 3) {
    throw new Unreadable("unsupported_content", "Bitmaps that are compressed are not read.")
  }
  const start = file.readUInt32LE(10)
  const stride = Math.floor((width * depth + 31) / 32) * 4
  if (start + stride * height > file.length) throw corrupt("The bitmap is cut short.")
  const colours = 14 + file.readUInt32LE(14)
  const shades = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    // Rows stand from the bottom up, unless their number is negative.
    const row = start + (rows > 0 ? height - 1 - y : y) * stride
    for (let x = 0; x < width; x++) shades[y * width + x] = shadeAt(file, row, x, depth, colours)
  }
  return { shades, width, height }
}

const shadeAt = (file: Buffer, row: number, x: number, depth: number, colours: number): number => {
  const at = row + Math.floor((x * depth) / 8)
  if (depth >= 24) return shadeOf(file[at + 2] ?? 0, file[at + 1] ?? 0, file[at] ?? 0)
  if (depth === 16) {
    const value = (file[at] ?? 0) | ((file[at + 1] ?? 0) << 8)
    return shadeOf(((value >> 10) & 31) << 3, ((value >> 5) & 31) << 3, (value & 31) << 3)
  }
  const index = ((file[at] ?? 0) >> (8 - depth - ((x * depth) % 8))) & ((1 << depth) - 1)
  const colour = colours + index * 4
  return shadeOf(file[colour + 2] ?? 0, file[colour + 1] ?? 0, file[colour] ?? 0)
}
