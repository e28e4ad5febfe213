/** What a terminal is shown. */
import { Effect } from "effect"

// Everything but tabs and line ends: a page must not move the cursor, set a title or answer a question in our name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Text of others without what a terminal obeys. */
export const harmless = (text: string): string => text.replace(/\r\n/g, "\n").replace(controls, "")

/** The text as it is for files and pipes, harmless for a terminal. */
export const forOutput = (text: string): string => (process.stdout.isTTY ? harmless(text) : text)

/** One line that is written over, for whoever watches; nothing where nobody does. */
export interface ProgressLine {
  readonly show: (text: string) => Effect.Effect<void>
  /** Takes the line away; call it before anything else is printed. */
  readonly clear: Effect.Effect<void>
}

const back = "\r\u001b[2K"

/** For terminals that do not say how wide they are. */
const usualWidth = 80

const nowhere: ProgressLine = { show: () => Effect.void, clear: Effect.void }

/** A line on standard error, when that is a terminal. */
export const progressLine = Effect.sync((): ProgressLine => {
  if (process.stderr.isTTY !== true) return nowhere
  const write = (text: string) => Effect.sync(() => void process.stderr.write(text))
  return {
    show: (text) =>
      Effect.suspend(() => write(`${back}${harmless(text).slice(0, (process.stderr.columns || usualWidth) - 1)}`)),
    clear: write(back)
  }
})

/** Shows `text` while `work` runs. */
export const showing =
  (text: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(progressLine, (line) => Effect.andThen(line.show(text), Effect.ensuring(work, line.clear)))
