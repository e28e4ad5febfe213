/** Functions of which some take the square of what they are given, or worse: the test is tried on them. */

export interface Sheet {
  readonly title: string
  readonly rows: ReadonlyArray<{ readonly label: string; readonly value: string | null }>
  readonly children?: ReadonlyArray<Sheet>
}

/** Looks behind every blank whether the text ends there. */
export const trimmedSlowly = (text: string): string => text.replace(/\s+$/, "")

/** Holds each row against all others. */
export const repeatedRows = ({ rows }: Sheet): number =>
  rows.filter((row) => rows.some((other) => other !== row && other.label === row.label)).length

/** Two lists that a caller makes long together. */
export const metLabels = (sheet: Sheet, wanted: ReadonlyArray<string>): number =>
  wanted.filter((word) => sheet.rows.some(({ label }) => label === `${word}?`)).length

/** Takes each of many texts in ways without end. */
export const readForEver = (text: string): boolean => /^(?:\w+\s?)+$/.test(text)

/** What it answers with is slow. */
export const finderOf =
  (word: string) =>
  (lines: ReadonlyArray<string>): number =>
    lines.reduce((found, line, at) => (lines.indexOf(line) < at && line !== word ? found + 1 : found), 0)

/** Generators are drained. */
export function* pairsOf(values: ReadonlySet<string>): Generator<string> {
  const seen: Array<string> = []
  for (const value of values) {
    if (!seen.includes(value)) seen.push(value)
    yield value
  }
}

export const lengthOf = ({ children = [], rows, title }: Sheet): number =>
  children.reduce((sum, child) => sum + lengthOf(child), title.length + rows.length)

export const sortedLabels = ({ rows }: Sheet): ReadonlyArray<string> => rows.map(({ label }) => label).toSorted()

export const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\p{L}+/gu) ?? []
