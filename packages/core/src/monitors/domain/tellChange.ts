/** What changed between two texts, with no more of them than is told. */
import { type Lines, textOf } from "./Lines.ts"
import type { Hunk } from "./matchLines.ts"
import type { SideOfChange, TextChange } from "./TextChange.ts"
import { unifiedDiff } from "./unifiedDiff.ts"

/** Longest excerpt, in characters. */
export const excerptMaxLength = 2_000

/** Most lines of one side that are told by themselves, and most characters of one. */
export const toldLines = { count: 3, length: 1_000 } as const

/** Tells what `hunks` change: lines of `after` in the place of lines of `before`. */
export const tellChange = (before: Lines, after: Lines, hunks: ReadonlyArray<Hunk>, isCoarse: boolean): TextChange => {
  const { diff, isCut } = unifiedDiff(before, after, hunks)
  return {
    diff,
    isDiffCut: isCut,
    isCoarse,
    added: tellSide(after, hunks, ({ from, to }) => [from, to]),
    removed: tellSide(before, hunks, ({ end, start }) => [start, end])
  }
}

const tellSide = (
  lines: Lines,
  hunks: ReadonlyArray<Hunk>,
  stretchOf: (hunk: Hunk) => readonly [from: number, to: number]
): SideOfChange => {
  const told: Array<string> = []
  let count = 0
  let excerpt: string | undefined
  for (const hunk of hunks) {
    const [from, to] = stretchOf(hunk)
    count += to - from
    for (let line = from; line < to; line++) {
      const hasRoom = (excerpt?.length ?? 0) <= excerptMaxLength
      if (!hasRoom && told.length === toldLines.count) break
      const text = beginningOf(lines, line, excerptMaxLength + 1)
      if (hasRoom) excerpt = excerpt === undefined ? text : `${excerpt}\n${text}`
      if (told.length < toldLines.count) told.push(shorten(text, toldLines.length))
    }
  }
  return { count, lines: told, excerpt: shorten(excerpt ?? "", excerptMaxLength) }
}

/** In UTF-8, for one of UTF-16. */
const maxBytesPerCharacter = 3

/** At least so many characters of a line, where it has them. */
const beginningOf = (lines: Lines, line: number, length: number): string =>
  textOf(lines, line, length * maxBytesPerCharacter)

/** At most so many characters, with a mark where there were more. */
export const shorten = (text: string, length: number): string => {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  // Half of a surrogate pair is not text.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
