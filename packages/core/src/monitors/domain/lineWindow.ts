/** As much of long lines as is told: where they begin to differ. */
import type { Lines } from "./Lines.ts"

/** Bytes that are read of a line: before the first that differs, and from there on. */
const bytesOf = { ahead: 1_200, behind: 6_000 } as const

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** The text of a line between two of its bytes, without halves of characters. */
const textBetween = ({ bytes, starts }: Lines, line: number, from: number, to: number): string => {
  const [start, end] = [starts[line]!, starts[line + 1]! - 1]
  let first = Math.max(start, start + from)
  let last = Math.min(end, start + to)
  while (first < end && (bytes[first]! & 0xc0) === 0x80) first += 1
  while (last < end && last > first && (bytes[last]! & 0xc0) === 0x80) last -= 1
  return decoder.decode(bytes.subarray(first, Math.max(first, last)))
}

/** How many bytes two lines begin with alike. */
const commonBytes = (was: Lines, line: number, now: Lines, other: number): number => {
  const [start, from] = [was.starts[line]!, now.starts[other]!]
  const most = Math.min(was.starts[line + 1]! - start, now.starts[other + 1]! - from) - 1
  let count = 0
  while (count < most && was.bytes[start + count] === now.bytes[from + count]) count += 1
  return count
}

export interface LineWindow {
  readonly before: string
  readonly after: string
  /** They begin behind the beginning of their lines. */
  readonly isCut: boolean
  /** They end before the end of them, so that what differs there may be the cut alone. */
  readonly isEndCut: boolean
}

/** Two lines, or the parts of them around where they begin to differ, cut ahead at a space when there is one. */
export const lineWindow = (
  was: Lines,
  line: number,
  now: Lines,
  other: number,
  { ahead, behind }: { readonly ahead: number; readonly behind: number } = bytesOf
): LineWindow => {
  const common = commonBytes(was, line, now, other)
  const from = common <= ahead ? 0 : common - ahead
  const to = common + behind
  const texts = [textBetween(was, line, from, to), textBetween(now, other, from, to)] as const
  const isEndCut = to < was.starts[line + 1]! - was.starts[line]! || to < now.starts[other + 1]! - now.starts[other]!
  if (from === 0) return { before: texts[0], after: texts[1], isCut: false, isEndCut }
  const space = texts[0].slice(0, ahead / 6).search(/\s/u) + 1
  return { before: texts[0].slice(space), after: texts[1].slice(space), isCut: true, isEndCut }
}
