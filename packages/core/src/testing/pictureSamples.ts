/** Pictures of any size and content, made here so that tests need none on disk. */
import { crc32, decode64, join, little, utf8 } from "./sampleBytes.ts"

/** Red, green, blue and alpha of a place in the picture. */
export type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number, alpha: number]

const big = (...numbers: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from(numbers.flatMap((value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]))

const chunk = (kind: string, content: Uint8Array): Uint8Array => {
  const named = join([utf8(kind), content])
  return join([big(content.length), named, big(crc32(named))])
}

const adler32 = (bytes: Uint8Array): number => {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

/** A zlib stream that is not compressed. */
const stored = (bytes: Uint8Array): Uint8Array => {
  const blocks: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length; at += 65_535) {
    const block = bytes.subarray(at, at + 65_535)
    const isLast = at + block.length >= bytes.length ? 1 : 0
    blocks.push(Uint8Array.of(isLast), little([block.length, 2], [65_535 - block.length, 2]), block)
  }
  return join([Uint8Array.of(0x78, 1), ...blocks, big(adler32(bytes))])
}

const pngMark = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const pngHead = (width: number, height: number) =>
  chunk("IHDR", join([big(width, height), Uint8Array.of(8, 6, 0, 0, 0)]))

/** A PNG. */
export const pngOf = (width: number, height: number, paint: Paint): Uint8Array => {
  const rows = new Uint8Array((width * 4 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(paint(x, y), y * (width * 4 + 1) + 1 + x * 4)
  }
  return join([pngMark, pngHead(width, height), chunk("IDAT", stored(rows)), chunk("IEND", new Uint8Array())])
}

/** A PNG that says it is this large and holds one row. */
export const pngThatClaims = (width: number, height: number): Uint8Array =>
  join([pngMark, pngHead(width, height), chunk("IDAT", stored(new Uint8Array(100))), chunk("IEND", new Uint8Array())])

/** An ICO file of PNG files, each said to be of the side that stands with it. */
export const icoOf = (pictures: ReadonlyArray<readonly [side: number, png: Uint8Array]>): Uint8Array => {
  let offset = 6 + pictures.length * 16
  const entries = pictures.map(([side, png]) => {
    const entry = join([
      Uint8Array.of(side % 256, side % 256, 0, 0),
      little([1, 2], [32, 2], [png.length, 4], [offset, 4])
    ])
    offset += png.length
    return entry
  })
  return join([little([0, 2], [1, 2], [pictures.length, 2]), ...entries, ...pictures.map(([, png]) => png)])
}

/** The bitmap of an icon with four bytes a pixel, all of one colour, as an ICO file holds it. */
export const iconBitmap = (side: number, [red, green, blue, alpha]: ReturnType<Paint>): Uint8Array => {
  const head = little(
    ...([
      [40, 4],
      [side, 4],
      [side * 2, 4],
      [1, 2],
      [32, 2],
      [0, 4]
    ] as const),
    ...([
      [side * side * 4, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [0, 4]
    ] as const)
  )
  const pixels = Uint8Array.from({ length: side * side * 4 }, (_, at) => [blue, green, red, alpha][at % 4]!)
  return join([head, pixels, new Uint8Array(side * (((side + 31) >> 5) * 4))])
}

/** A drawing of 100 by 100 with this inside, and this before it. */
export const svgOf = (inside: string, before = ""): Uint8Array =>
  utf8(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
      `width="100" height="100">${inside}</svg>`
  )

/** A red AVIF, three pixels wide and two high. */
export const avif = decode64(
  [
    "AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAA",
    "AERAAAEAAQAAAAAA+gABAAAAAAAAACUAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4",
    "aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAMAAAACAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAtbWRhdBIA",
    "Cgg4BCtICGg0gDIXGUJjBMAANAAAkEDJHGFLjRrWEFSx+yA="
  ].join("")
)

/** A TIFF of one grey pixel. */
export const tiff = join([
  utf8("II"),
  little([42, 2], [8, 4], [8, 2]),
  ...[
    [256, 3, 1],
    [257, 3, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 110],
    [277, 3, 1],
    [279, 4, 1]
  ].map(([tag, kind, value]) => little([tag!, 2], [kind!, 2], [1, 4], [value!, 4])),
  little([0, 4]),
  Uint8Array.of(128, 0)
])
