/** What a page has shown and taken back again: how runs tell a flicker that they know from a change. */
import { Schema } from "effect"
import { shapeOf, type Unstable } from "./Unstable.ts"

/** So many lines are remembered of a page, as numbers; of more, the latest. @internal */
export const rememberedLines = 256

/** So many differences that are held back are followed at once. */
const followedDifferences = 16

/** A difference of known lines that so many looks in a row have shown is told after all: it came to stay. @internal */
export const looksUntilTold = 16

/** A page that so many runs in a row found as it was does not flicker, so that two looks at a difference are enough. @internal */
export const steadyRuns = 4

/** Memory of a page, kept with the mark of its baseline. */
export const Flicker = Schema.Struct({
  /** Lines that a look of a run showed and a later one did not, and those that they stood in the place of. */
  lines: Schema.Array(Schema.Int),
  /** Differences that are held back because all of their lines flicker, and how many looks in a row have shown each. */
  held: Schema.Array(Schema.Struct({ difference: Schema.Int, looks: Schema.Int }))
})
export type Flicker = typeof Flicker.Type

/** What a comparison needs of it. */
export interface KnownFlicker {
  readonly lines: ReadonlyArray<number>
  /** Differences that are told although their lines are known. */
  readonly due: ReadonlyArray<number>
  /** Lines as `shapeOf` makes them whose differences are never told. */
  readonly pinned?: ReadonlyArray<string>
  /** Lines as `shapeOf` makes them that are known for nothing. */
  readonly freed?: ReadonlyArray<string>
  /** Nobody looks again: what more looks would have to show is not told. */
  readonly isLast?: true
  /** What is held back is left out of the text that is agreed on too: nobody keeps it. */
  readonly leavesOutHeld?: true
}

/** What a comparison found of it. */
export interface SeenFlicker {
  /** Lines that a look showed and a later one did not, and those that they stood in the place of. */
  readonly lines: ReadonlyArray<number>
  /** Differences that all looks showed and that are held back. */
  readonly held: ReadonlyArray<number>
  /** Lines of the differences that are told: they flicker no more. */
  readonly told: ReadonlyArray<number>
  /** Whether a difference is not told because the owner pinned its lines. */
  readonly isPinned?: boolean
}

/** @internal */
export const noFlicker: Flicker = { lines: [], held: [] }

/** What is known when so many looks showed the page, beside what its owner says of lines. @internal */
export const knownFlicker = (
  { held, lines }: Flicker,
  looks: number,
  { freedLines = [], pinnedLines = [] }: Unstable = {}
): KnownFlicker => ({
  lines,
  due: held.filter((one) => one.looks + looks >= looksUntilTold).map(({ difference }) => difference),
  ...(pinnedLines.length === 0 ? {} : { pinned: pinnedLines.map(shapeOf) }),
  ...(freedLines.length === 0 ? {} : { freed: freedLines.map(shapeOf) })
})

/**
 * How many looks must agree before a difference is told: of a page that is known to be steady, of any other, and of one that draws
 * which lines it shows.
 *
 * @internal
 */
export const looksThatTell = { steady: 2, other: 4, varied: 8 } as const

/**
 * How many looks must agree; a doubtful difference is of lines that flickered, or stands where others did. Of a page that draws
 * what it shows, a thing that it shows every second time is at four looks one time in sixteen.
 *
 * @internal
 */
export const looksWanted = (
  { isDoubtful, isVaried = false }: { readonly isDoubtful: boolean; readonly isVaried?: boolean },
  steady: number
): number => {
  if (isVaried) return looksThatTell.varied
  return isDoubtful || steady < steadyRuns ? looksThatTell.other : looksThatTell.steady
}

/** The memory after a run that looked so often. @internal */
export const remembered = (before: Flicker, seen: SeenFlicker, looks: number): Flicker => {
  const told = new Set(seen.told)
  // What was seen last is forgotten last.
  const lines = new Set(before.lines)
  for (const line of seen.lines) {
    lines.delete(line)
    lines.add(line)
  }
  const looksOf = new Map(before.held.map((one) => [one.difference, one.looks]))
  return {
    lines: [...lines].filter((line) => !told.has(line)).slice(-rememberedLines),
    held: seen.held
      .slice(0, followedDifferences)
      .map((difference) => ({ difference, looks: (looksOf.get(difference) ?? 0) + looks }))
  }
}
