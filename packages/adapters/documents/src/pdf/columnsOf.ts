/** The order in which a page is read: its columns, found by the white space between them. */
import type { Stretch } from "./Row.ts"

const deepest = 4

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Stretches in groups, each a column of text or what stands across columns, in the order of reading. */
export const columnsOf = (stretches: ReadonlyArray<Stretch>, depth = 0): ReadonlyArray<ReadonlyArray<Stretch>> => {
  const gutter = depth < deepest && stretches.length >= 8 ? findGutter(stretches) : null
  if (gutter !== null) return sidesOf(stretches, gutter, depth)
  // A page that is not set in columns as a whole can have a part that is.
  return depth === 0 ? partsOf(stretches) : stretches.length === 0 ? [] : [stretches]
}

/** Parts of a page between which there is more space than between lines. Parts without columns stay together. */
const partsOf = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<ReadonlyArray<Stretch>> => {
  const groups: Array<ReadonlyArray<Stretch>> = []
  let plain: ReadonlyArray<Stretch> = []
  for (const part of spacedParts(stretches)) {
    const columns = columnsOf(part, 1)
    if (columns.length < 2) {
      plain = [...plain, ...part]
      continue
    }
    if (plain.length > 0) groups.push(plain)
    plain = []
    groups.push(...columns)
  }
  return plain.length > 0 ? [...groups, plain] : groups
}

const spacedParts = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<ReadonlyArray<Stretch>> => {
  const parts: Array<Array<Stretch>> = []
  let last: Stretch | undefined
  for (const stretch of [...stretches].sort((a, b) => a.baseline - b.baseline)) {
    const isSpaced = last === undefined || stretch.baseline - last.baseline > Math.max(last.size, stretch.size) * 1.8
    if (isSpaced) parts.push([stretch])
    else parts.at(-1)?.push(stretch)
    last = stretch
  }
  return parts
}

/** What stands left and right of the gutter, and what stands across it, one after the other. */
const sidesOf = (
  stretches: ReadonlyArray<Stretch>,
  gutter: number,
  depth: number
): ReadonlyArray<ReadonlyArray<Stretch>> => {
  const groups: Array<ReadonlyArray<Stretch>> = []
  let left: Array<Stretch> = []
  let right: Array<Stretch> = []
  let across: Array<Stretch> = []
  const closeColumns = () => {
    groups.push(...columnsOf(left, depth + 1), ...columnsOf(right, depth + 1))
    left = []
    right = []
  }
  const closeAcross = () => {
    if (across.length > 0) groups.push(across)
    across = []
  }
  // What stands across the gutter, such as a title, cuts the page into bands that are read one after the other.
  for (const stretch of [...stretches].sort((a, b) => a.baseline - b.baseline)) {
    if (stretch.right <= gutter || stretch.left >= gutter) {
      closeAcross()
      if (stretch.left >= gutter) right.push(stretch)
      else left.push(stretch)
    } else {
      closeColumns()
      across.push(stretch)
    }
  }
  closeColumns()
  closeAcross()
  return groups
}

const findGutter = (stretches: ReadonlyArray<Stretch>): number | null => {
  const size = median(stretches.map((one) => one.size))
  const least = Math.min(...stretches.map(({ left }) => left))
  const most = Math.max(...stretches.map(({ right }) => right))
  const places = new Map<number, number>()
  for (const { left } of stretches) {
    const place = Math.round(left / 2)
    places.set(place, (places.get(place) ?? 0) + 1)
  }
  const candidates = [...places].sort((a, b) => b[1] - a[1]).slice(0, 40)
  let best: { readonly x: number; readonly across: number } | null = null
  for (const [place] of candidates) {
    const x = place * 2 - Math.max(size * 0.35, 2.5)
    if (x < least + (most - least) * 0.15 || x > most - (most - least) * 0.15) continue
    const across = charactersAcross(stretches, x, least, most)
    if (across !== null && (best === null || across < best.across)) best = { x, across }
  }
  return best?.x ?? null
}

const charactersOf = (stretches: ReadonlyArray<Stretch>) =>
  stretches.reduce((sum, { pieces }) => sum + pieces.reduce((own, { text }) => own + text.length, 0), 0)

/** How much text crosses the place, or null when what stands on its sides is not two columns of text. */
const charactersAcross = (stretches: ReadonlyArray<Stretch>, x: number, least: number, most: number): number | null => {
  const left = stretches.filter((one) => one.right <= x)
  const right = stretches.filter((one) => one.left >= x)
  if (left.length < 4 || right.length < 4) return null
  const across = charactersOf(stretches.filter((one) => one.right > x && one.left < x))
  if (across > charactersOf(stretches) * 0.6) return null
  const width = (side: ReadonlyArray<Stretch>) => median(side.map((one) => one.right - one.left))
  const letters = (side: ReadonlyArray<Stretch>) => median(side.map((one) => charactersOf([one])))
  if (width(left) < (x - least) * 0.4 || width(right) < (most - x) * 0.4) return null
  if (letters(left) < 12 || letters(right) < 12 || overlap(left, right) < 0.4) return null
  // A table is written row by row, columns one after the other; rows of long texts are columns all the same.
  const isRowByRow = switches(left, right) > Math.min(left.length, right.length) * 0.7
  return isRowByRow && (letters(left) < 28 || letters(right) < 28) ? null : across
}

const overlap = (left: ReadonlyArray<Stretch>, right: ReadonlyArray<Stretch>): number => {
  const range = (side: ReadonlyArray<Stretch>) =>
    [Math.min(...side.map((one) => one.baseline)), Math.max(...side.map((one) => one.baseline))] as const
  const [leftTop, leftBottom] = range(left)
  const [rightTop, rightBottom] = range(right)
  const shared = Math.min(leftBottom, rightBottom) - Math.max(leftTop, rightTop)
  return shared / Math.max(Math.min(leftBottom - leftTop, rightBottom - rightTop), 1)
}

const switches = (left: ReadonlyArray<Stretch>, right: ReadonlyArray<Stretch>): number => {
  const sides = [
    ...left.map((one) => ({ order: one.order, side: 0 })),
    ...right.map((one) => ({ order: one.order, side: 1 }))
  ]
  sides.sort((a, b) => a.order - b.order)
  return sides.filter(({ side }, at) => at > 0 && sides[at - 1]?.side !== side).length
}
