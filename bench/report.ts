/** What a bench found, and how it is printed. */
import { costOf, median, type Round, rateOf } from "./measure.ts"

/** One line: ours beside the limit that was measured in the same run. */
export interface Finding {
  readonly what: string
  /** What we are to reach, in words; null when the line only explains another. */
  readonly target: string | null
  /** Done in a second, unless there is a unit. */
  readonly ours: number
  /** Null where nothing could be called the least work. */
  readonly yardstick: number | null
  /** What is counted when it is no rate; less is better then. */
  readonly unit?: "ms" | "s" | "MB" | "%" | "/s"
  /** Further facts for whoever wants to know why. */
  readonly notes: ReadonlyArray<string>
}

/** How much a bench does. */
export interface BenchOptions {
  readonly isQuick: boolean
  /** Parts of the names of rows, of a bench that has rows to choose from; all of them unless given. */
  readonly rows: ReadonlyArray<string> | undefined
  /** A Postgres server to use; without one, the benches start their own. */
  readonly databaseUrl: string | undefined
}

/** Says what it is doing, so that a long bench does not look like a stuck one. */
export const tell = (line: string): void => console.error(`  ${line}`)

const whole = (value: number): string => Math.round(value).toLocaleString("en")

/** Digits that tell two findings apart, and no more. */
const measure = (value: number, unit: string): string =>
  `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : whole(value)} ${unit}`

const cell = (value: number | null, unit: Finding["unit"]): string =>
  value === null ? "–" : unit === undefined ? whole(value) : measure(value, unit)

/** Processor time in words: all threads of the process, and the main one. */
export const processorNote = (name: string, rounds: ReadonlyArray<Round>): string => {
  const main = median(rounds.map(({ done, mainSeconds }) => (mainSeconds / done) * 1e6))
  return `${name}: ${whole(median(rounds.map(costOf)))} µs of processor each (${whole(main)} on the main thread)`
}

/** The finding of rounds that were taken in turns. */
export const findingOf = (
  fields: Pick<Finding, "what" | "target">,
  rounds: { readonly ours: ReadonlyArray<Round>; readonly yardstick: ReadonlyArray<Round> },
  notes: ReadonlyArray<string> = []
): Finding => ({
  ...fields,
  ours: median(rounds.ours.map(rateOf)),
  yardstick: median(rounds.yardstick.map(rateOf)),
  notes: [
    processorNote("ours", rounds.ours),
    processorNote("yardstick", rounds.yardstick),
    `ratio of processor time ${(median(rounds.yardstick.map(costOf)) / median(rounds.ours.map(costOf))).toFixed(2)}`,
    ...notes
  ]
})

/** The findings as a table in Markdown, notes below. */
export const table = (findings: ReadonlyArray<Finding>): string => {
  const rows = findings.map(
    ({ ours, target, unit, what, yardstick }) =>
      `| ${what} | ${target ?? "–"} | ${cell(ours, unit)} | ${cell(yardstick, unit)} | ${yardstick === null ? "–" : (ours / yardstick).toFixed(2)} |`
  )
  const notes = findings.flatMap(({ notes, what }) => (notes.length === 0 ? [] : [`- ${what}: ${notes.join("; ")}`]))
  return ["| What | Target | Ours/s | Yardstick/s | Ratio |", "|---|---|---:|---:|---:|", ...rows, "", ...notes].join(
    "\n"
  )
}
