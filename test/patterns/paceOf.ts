/**
 * How the time of a regular expression grows with a text that is made against it.
 *
 * **Details.** It is told by the engine that the product runs on, next to the time of a plain expression whose time is known to
 * grow with the square of its text, taken in the same moment: a machine that others keep busy slows both down. A time that is too
 * long is taken again, and the shortest counts.
 */
import { type HostileText, hostileTexts } from "./hostileTexts.ts"

export interface SlowPace {
  /** With the square of the text, or worse. */
  readonly growth: "square" | "steep"
  readonly text: HostileText
  /** How long it takes next to the plain expression. */
  readonly timesPlain: number
  readonly millis: number
  readonly length: number
}

/** Short texts tell of what grows steeply before it takes minutes; none is so much longer than the last that it could not end. */
const shortLengths: ReadonlyArray<readonly [length: number, mostMillis: number]> = [
  [18, 0.3],
  [24, 0.3],
  [48, 0.3],
  [72, 0.3],
  [100, 0.3],
  [230, 1],
  [460, 3]
]
const length = 2_000

/** The square of a text that is twice as long takes four times as long, and its cube eight times. */
const steepRatio = 5.5

/** Below this a text is read in a time that grows with its length, whatever else the machine does. */
const leastMillis = 0.2

/** What is slow takes at least this part of the plain expression's time, and at least so often that of half its text. */
const leastPart = 0.3
const leastRatio = 2.6

/** How often what seems slow is looked at again, until a look says that it is not. */
const attempts = 16

/** What takes so long at every look is not made long by others. */
const beyondDoubtMillis = 100

const textOf = ({ after, before, unit }: HostileText, length: number): string =>
  before + unit.repeat(Math.ceil(length / unit.length)) + after

const millisOf = (pattern: RegExp, text: string): number => {
  const start = performance.now()
  text.replace(pattern, "")
  return performance.now() - start
}

/** Looks behind every blank whether the text ends there. */
const plain = /\s+$/g

/** Shortest times of a text, of one half as long, and of the plain expression, taken by turns. */
interface Times {
  readonly whole: number
  readonly half: number
  readonly plain: number
}

/** What comes of `isSlow` as long as it holds: times that others made long become shorter with every turn. */
const timesOf = (
  pattern: RegExp,
  text: HostileText,
  length: number,
  isSlow: (times: Times) => boolean
): Times | null => {
  const [whole, half, blanks] = [textOf(text, length), textOf(text, length / 2), `${" ".repeat(length)}x`]
  let times: Times = { whole: Infinity, half: Infinity, plain: Infinity }
  for (let attempt = 0; attempt < attempts; attempt++) {
    times = {
      whole: Math.min(times.whole, millisOf(pattern, whole)),
      half: Math.min(times.half, millisOf(pattern, half)),
      plain: Math.min(times.plain, millisOf(plain, blanks))
    }
    // The first is compiled as it runs.
    if (attempt > 1 && !isSlow(times)) return null
    if (attempt > 1 && times.whole > beyondDoubtMillis) return times
  }
  return times
}

const paceAt = (growth: SlowPace["growth"], text: HostileText, length: number, { plain, whole }: Times): SlowPace => ({
  growth,
  text,
  timesPlain: whole / plain,
  millis: whole,
  length
})

const steepOf = (pattern: RegExp, text: HostileText, longest: number): SlowPace | null => {
  for (const [length, most] of shortLengths) {
    if (length > Math.min(text.longest, longest) || millisOf(pattern, textOf(text, length)) <= most) continue
    const times = timesOf(pattern, text, length, ({ half, whole }) => whole > most && whole / half >= steepRatio)
    if (times !== null) return paceAt("steep", text, length, times)
  }
  return null
}

const squareOf = (pattern: RegExp, text: HostileText): SlowPace | null => {
  if (millisOf(pattern, textOf(text, length)) < leastMillis) return null
  const times = timesOf(
    pattern,
    text,
    length,
    ({ half, plain, whole }) => whole >= leastMillis && whole / plain >= leastPart && whole / half >= leastRatio
  )
  return times === null ? null : paceAt("square", text, length, times)
}

/** The worst that was found of it with texts of so many characters; null where its time grows with the text. */
export const paceOf = (pattern: RegExp, longest = Number.POSITIVE_INFINITY): SlowPace | null => {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`)
  let worst: SlowPace | null = null
  for (const text of hostileTexts(pattern)) {
    const steep = steepOf(everywhere, text, longest)
    if (steep !== null) return steep
    if (Math.min(text.longest, longest) >= length) worst ??= squareOf(everywhere, text)
  }
  return worst
}
