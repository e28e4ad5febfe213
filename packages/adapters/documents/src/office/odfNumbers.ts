/** The numbers of the lists and headings of an OpenDocument, counted as they stand. */
import { bulletAt, type ListLabel, labelAt } from "../reading/ListLabel.ts"
import { listNumber } from "./listNumber.ts"
import type { OdfLevel } from "./odfStyles.ts"

type Levels = ReadonlyArray<OdfLevel | undefined>

export interface OdfCounter {
  /** The label of the next item of a level, or of one that begins at a number; null where it has none. */
  readonly next: (level: number, start: number | null) => ListLabel | null
}

const longestLabel = 120

/** Counts the items of one list, or all headings. */
export const makeOdfCounter = (levels: Levels): OdfCounter => {
  const counts: Array<number | undefined> = []
  return {
    next: (at, start) => {
      // A list that goes deeper than its style says goes on as before.
      const level = levels[at] ?? levels.at(-1)
      if (level === undefined) return null
      const before = counts[at]
      counts.length = at + 1
      counts[at] = start ?? (before === undefined ? level.start : before + 1)
      if (level.isBullet) return bulletAt(at)
      if (level.way === null) return null
      const parts: Array<string> = []
      for (let above = Math.max(at - level.shown + 1, 0); above <= at; above += 1) {
        const one = levels[above] ?? level
        if (one?.way != null) parts.push(listNumber(counts[above] ?? one.start, one.way))
      }
      const text = `${level.before}${parts.join(".")}${level.after}`.trim().slice(0, longestLabel)
      if (text === "") return null
      return level.way === "decimal" ? labelAt(at, text) : { ...labelAt(at, text), kind: "text" }
    }
  }
}
