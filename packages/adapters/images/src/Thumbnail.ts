/** What can be told from a picture of a few thousand pixels. */

/** Side of a thumbnail. */
export const side = 64

/** `side` × `side` pixels: red, green, blue, alpha; stretched to a square. */
export type Thumbnail = Uint8Array

/** Columns and rows whose brightness is compared: 8 × 6 differences. */
const columns = 9
const rows = 6

/** A smaller difference is noise: a flat area has none, however it was compressed. */
const noise = 3

interface Cell {
  readonly brightness: number
  readonly blueness: number
  readonly redness: number
}

/** The mean of an area on a grey ground, on which both a white and a black drawing show. */
const meanOf = (pixels: Thumbnail, left: number, top: number, right: number, bottom: number): Cell => {
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * side + x) * 4
      const alpha = pixels[at + 3]! / 255
      const ground = 128 * (1 - alpha)
      red += pixels[at]! * alpha + ground
      green += pixels[at + 1]! * alpha + ground
      blue += pixels[at + 2]! * alpha + ground
    }
  }
  const count = (right - left) * (bottom - top)
  const brightness = (0.299 * red + 0.587 * green + 0.114 * blue) / count
  return { brightness, blueness: blue / count - brightness, redness: red / count - brightness }
}

/** So many of `bits` are set as the value stands between the ends, so that a small change flips one. */
const scale = (value: number, from: number, to: number, bits: number): ReadonlyArray<boolean> =>
  Array.from({ length: bits }, (_, index) => value > from + ((to - from) * (index + 1)) / (bits + 1))

const hexOf = (bits: ReadonlyArray<boolean>): string => {
  let hex = ""
  for (let at = 0; at < bits.length; at += 4) {
    hex += bits
      .slice(at, at + 4)
      .reduce((digit, bit) => digit * 2 + (bit ? 1 : 0), 0)
      .toString(16)
  }
  return hex
}

/**
 * 64 bits that pictures which look the same share but for a few: 48 for where it grows brighter from left to right, and
 * 16 for its mean colour, which tells apart what is flat.
 */
export const likenessOf = (pixels: Thumbnail): string => {
  const edge = (index: number, count: number) => Math.round((index * side) / count)
  const bits: Array<boolean> = []
  for (let row = 0; row < rows; row++) {
    const line = Array.from({ length: columns }, (_, column) =>
      meanOf(pixels, edge(column, columns), edge(row, rows), edge(column + 1, columns), edge(row + 1, rows))
    )
    for (let column = 1; column < columns; column++) {
      bits.push(line[column]!.brightness - line[column - 1]!.brightness > noise)
    }
  }
  const whole = meanOf(pixels, 0, 0, side, side)
  const colour = [
    ...scale(whole.brightness, 0, 255, 6),
    ...scale(whole.blueness, -128, 128, 5),
    ...scale(whole.redness, -128, 128, 5)
  ]
  return hexOf([...bits, ...colour])
}

/** How a picture looks, as far as its colours tell. */
export interface Look {
  /** Part of the area through which the ground shows. */
  readonly clearShare: number
  /** Different colours, in steps of 16 for each of red, green and blue. */
  readonly colours: number
  /** Part of the area that is not clear which the four commonest colours take. */
  readonly commonShare: number
}

export const lookOf = (pixels: Thumbnail): Look => {
  const counts = new Map<number, number>()
  let clear = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 128) {
      clear += 1
      continue
    }
    const colour = ((pixels[at]! >> 4) << 8) | ((pixels[at + 1]! >> 4) << 4) | (pixels[at + 2]! >> 4)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const area = pixels.length / 4
  const common = [...counts.values()].sort((a, b) => b - a).slice(0, 4)
  return {
    clearShare: clear / area,
    colours: counts.size,
    commonShare: common.reduce((sum, count) => sum + count, 0) / Math.max(1, area - clear)
  }
}

/** A colour of a picture, and the part of what can be seen that it takes. */
export interface Shade {
  readonly hex: string
  readonly share: number
}

/** Shades that are nearer than this are one, and shades told at most. */
const near = 48
const mostShades = 8

interface Sum {
  red: number
  green: number
  blue: number
  count: number
}

const isNear = (one: Sum, other: Sum): boolean =>
  (["red", "green", "blue"] as const).every(
    (part) => Math.abs(one[part] / one.count - other[part] / other.count) < near
  )

const hexPart = (sum: number, count: number): string =>
  Math.round(sum / count)
    .toString(16)
    .padStart(2, "0")

/** The colours of what can be seen, the commonest first. Edges, which are mixed of two, are few and told last. */
export const paletteOf = (pixels: Thumbnail): ReadonlyArray<Shade> => {
  const sums = new Map<number, Sum>()
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 192) continue
    seen += 1
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const sum = sums.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 }
    sums.set(key, { red: sum.red + red, green: sum.green + green, blue: sum.blue + blue, count: sum.count + 1 })
  }
  const shades: Array<{ readonly first: Sum; count: number }> = []
  for (const sum of [...sums.values()].sort((a, b) => b.count - a.count).slice(0, 200)) {
    const known = shades.find(({ first }) => isNear(first, sum))
    if (known === undefined) shades.push({ first: sum, count: sum.count })
    else known.count += sum.count
  }
  return shades
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostShades)
    .map(({ count, first: { blue, count: own, green, red } }) => ({
      hex: `#${hexPart(red, own)}${hexPart(green, own)}${hexPart(blue, own)}`,
      share: count / seen
    }))
}

/** How bright what can be seen is, from 0 to 1; 0 where nothing can be. */
export const brightnessOf = (pixels: Thumbnail): number => {
  let [sum, seen] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255
    sum += (0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!) * alpha
    seen += alpha
  }
  return seen === 0 ? 0 : sum / seen / 255
}
