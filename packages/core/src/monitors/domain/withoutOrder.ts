/** Which of what looks share in the same place is a mere order of lines. */
import { isBlank, keyOf, type Line, steadyNet } from "./countedLines.ts"
import type { MaskOf } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import type { Lines } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"

/** The earlier text, and looks at it that differ from each other. */
export interface Texts {
  readonly was: Lines
  readonly looks: ReadonlyArray<Seen>
  /** What they share in the same place. */
  readonly agreed: ReadonlyArray<Hunk>
}

/** By the text of a line, how often looks have rows that say the same whatever their values are, where each shows its own. */
export type Rows = ReadonlyMap<string, ReadonlyArray<Line>>

export const rowsIn = (all: ReadonlyMap<string, Line>, maskOf: MaskOf): Rows => {
  const rows = new Map<string, { readonly row: Line; readonly keys: Array<string>; isOwn: boolean }>()
  for (const { key, nets } of all.values()) {
    const mask = maskOf(key)
    if (mask === null || !mask.includes("#")) continue
    const known = rows.get(mask) ?? {
      row: { key: mask, number: 0, nets: new Int32Array(nets.length) },
      keys: [],
      isOwn: false
    }
    rows.set(mask, known)
    known.keys.push(key)
    known.isOwn ||= nets.some((net) => net !== nets[0])
    for (const [look, net] of nets.entries()) known.row.nets[look]! += net
  }
  return new Map(
    [...rows.values()].flatMap(({ isOwn, keys, row }) => (isOwn ? keys.map((key) => [key, [row]] as const) : []))
  )
}

const keysOf = (lines: Lines, from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from }, (_, index) => keyOf(lines, from + index))

/** How often lines stand in the later sides of hunks. */
const timesCome = (lines: Lines, hunks: ReadonlyArray<Hunk>): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const { from, to } of hunks) for (const key of keysOf(lines, from, to)) times.set(key, (times.get(key) ?? 0) + 1)
  return times
}

/** Whether a line that all looks have as often as the earlier text stands elsewhere, at one look otherwise than at another. */
const isReordered = (
  looks: ReadonlyArray<Seen>,
  inPlace: ReadonlyArray<Hunk>,
  all: ReadonlyMap<string, Line>
): boolean => {
  const shared = timesCome(looks[0]!.lines, inPlace)
  return looks.some(({ hunks, lines }) =>
    [...timesCome(lines, hunks)].some(
      ([key, times]) =>
        times !== (shared.get(key) ?? 0) && !isBlank(key) && all.get(key)!.nets.every((net) => net === 0)
    )
  )
}

/**
 * Of what looks share in the same place, what is no mere order of theirs: where each has its own, only what all have more or less
 * often. Nor is that one which says that a line went, while each look has it in another place; or a row that each has there with a
 * value of its own (`rows`).
 */
export const withoutOrder = (
  { agreed, looks, was }: Texts,
  all: ReadonlyMap<string, Line>,
  rows: Rows
): ReadonlyArray<Hunk> => {
  const { lines } = looks[0]!
  const counted = (keys: ReadonlyArray<string>) => {
    const written = keys.filter((key) => !isBlank(key))
    return { written, lines: written.flatMap((key) => [all.get(key)!, ...(rows.get(key) ?? [])]) }
  }
  const told = agreed.map((hunk) => {
    const [gone, come] = [counted(keysOf(was, hunk.start, hunk.end)), counted(keysOf(lines, hunk.from, hunk.to))]
    const isSteady = [...gone.written, ...come.written].every((key) => steadyNet(all.get(key)!) !== 0)
    return { hunk, gone: gone.lines, come: come.lines, isSteady }
  })
  const orders = isReordered(looks, agreed, all) ? told.filter(({ isSteady }) => !isSteady) : []
  return withoutUntrue(told, orders).map(({ hunk }) => hunk)
}

/** What a hunk says. */
interface Saying {
  readonly hunk: Hunk
  readonly gone: ReadonlyArray<Line>
  readonly come: ReadonlyArray<Line>
}

/**
 * Of a stretch that was rewritten (`steadyParts`) all that went is told by its first part: without it the others would say that
 * lines only came.
 */
const partsBehind = (hunks: ReadonlyArray<Saying>): ReadonlyMap<Saying, ReadonlyArray<Saying>> => {
  const parts = new Map<Saying, Array<Saying>>()
  let first: Saying | null = null
  for (const one of hunks) {
    const { end, start } = one.hunk
    if (start < end) {
      first = one
      parts.set(one, [])
    } else if (first?.hunk.end === end) parts.get(first)!.push(one)
  }
  return parts
}

/** Hunks without some of them, and without those that say then of a line that it came or went which looks have as often as before. */
const withoutUntrue = (hunks: ReadonlyArray<Saying>, untrue: ReadonlyArray<Saying>): ReadonlyArray<Saying> => {
  const left = new Set(hunks)
  const parts = partsBehind(hunks)
  const nets = new Map<Line, number>()
  const hunksWith = new Map<Line, Array<Saying>>()
  const count = (line: Line, by: number) => nets.set(line, (nets.get(line) ?? 0) + by)
  for (const one of hunks) {
    for (const line of one.gone) count(line, -1)
    for (const line of one.come) count(line, 1)
    for (const line of new Set([...one.gone, ...one.come])) {
      const some = hunksWith.get(line)
      if (some === undefined) hunksWith.set(line, [one])
      else some.push(one)
    }
  }
  const isUntrue = (line: Line) => {
    const net = nets.get(line)!
    return net !== 0 && steadyNet(line) * net <= 0
  }
  const leaveOut = (some: ReadonlyArray<Saying>): ReadonlySet<Line> => {
    const changed = new Set<Line>()
    for (const one of some.flatMap((first) => [first, ...(parts.get(first) ?? [])])) {
      if (!left.delete(one)) continue
      for (const line of one.gone) count(line, 1)
      for (const line of one.come) count(line, -1)
      for (const line of [...one.gone, ...one.come]) changed.add(line)
    }
    return changed
  }
  leaveOut(untrue)
  // What one hunk takes another may give back, and that one a third: only lines of which less is told are looked at again.
  let doubted: ReadonlySet<Line> = new Set(nets.keys())
  while (doubted.size > 0) {
    doubted = leaveOut([...doubted].filter(isUntrue).flatMap((line) => hunksWith.get(line)!))
  }
  return hunks.filter((one) => left.has(one))
}
