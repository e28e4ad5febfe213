/** Portable pixmaps, greymaps and bitmaps, which sharp does not read, in shades of grey. */
import { pixels as limit } from "../reading/limits.ts"
import { corrupt, tooComplex } from "../reading/Unreadable.ts"
import { type GreyPicture, shadeOf } from "./GreyPicture.ts"

/** Decodes a picture whose file starts with `P1` to `P6`; null for what does not. */
export const decodePnm = (bytes: Uint8Array): GreyPicture | null => {
  const kind = (bytes[1] ?? 0) - 48
  if (bytes[0] !== 0x50 || kind < 1 || kind > 6) return null
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1")
  const isBits = kind === 1 || kind === 4
  const blank = "(?:\\s|#[^\\n]*\\n)+"
  const found = new RegExp(`^P\\d${blank}(\\d{1,6})${blank}(\\d{1,6})${isBits ? "" : `${blank}(\\d{1,5})`}\\s`).exec(
    head
  )
  if (found === null) throw corrupt("The picture is damaged.")
  const [whole, width, height, most] = [found[0], Number(found[1]), Number(found[2]), isBits ? 1 : Number(found[3])]
  if (width * height > limit) throw tooComplex("The picture has too many pixels.")
  if (width < 1 || height < 1 || most < 1) throw corrupt("The picture is damaged.")
  const colours = kind === 3 || kind === 6 ? 3 : 1
  const body = bytes.subarray(whole.length)
  const sample =
    kind <= 3 ? writtenSamples(body, width * height * colours, kind === 1) : storedSamples(body, kind, width, most)
  const shades = new Uint8Array(width * height)
  for (let at = 0; at < shades.length; at++) {
    const value = (colour: number) => Math.round((Math.min(sample(at * colours + colour), most) / most) * 255)
    // In a bitmap 1 is black.
    shades[at] = isBits
      ? sample(at) === 1
        ? 0
        : 255
      : colours === 1
        ? value(0)
        : shadeOf(value(0), value(1), value(2))
  }
  return { shades, width, height }
}

/** Numbers that are written out. Those of a bitmap may stand without spaces. */
const writtenSamples = (body: Uint8Array, count: number, areDigits: boolean) => {
  const numbers = new Uint16Array(count)
  let at = 0
  let open = false
  for (const byte of body) {
    const digit = byte - 48
    if (digit < 0 || digit > 9) {
      if (open) at += 1
      open = false
    } else if (areDigits) {
      numbers[at] = digit
      at += 1
    } else {
      numbers[at] = (numbers[at] ?? 0) * 10 + digit
      open = true
    }
    if (at >= count) break
  }
  return (index: number) => numbers[index] ?? 0
}

const storedSamples = (body: Uint8Array, kind: number, width: number, most: number) => {
  if (kind !== 4) {
    return most < 256
      ? (index: number) => body[index] ?? 0
      : (index: number) => ((body[index * 2] ?? 0) << 8) | (body[index * 2 + 1] ?? 0)
  }
  const stride = Math.ceil(width / 8)
  return (index: number) => {
    const x = index % width
    return ((body[Math.floor(index / width) * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
  }
}
