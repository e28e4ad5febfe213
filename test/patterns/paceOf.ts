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
  [24, 0.3],
  [48, 0.3],
  [100, 0.3],
  [230, 1],
  [460, 3]
]
const length = 2_000

/** Below this a text is read in a time that grows with its length, whatever else the machine does. */
const leastMillis = 0.2

/** What is slow takes at least this part of the plain expression's time, and at least so often that of half its text. */
const leastPart = 0.3
const leastRatio = 2.6

const attempts = 4

const textOf = ({ after, before, unit }: HostileText, length: number): string =>
  before + unit.repeat(Math.ceil(length / unit.length)) + after

const millisOf = (pattern: RegExp, text: string): number => {
  const start = performance.now()
  text.replace(pattern, "")
  return performance.now() - start
}

const shortestOf = (pattern: RegExp, text: string): number => {
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts; attempt++) shortest = Math.min(shortest, millisOf(pattern, text))
  return shortest
}

/** Looks behind every blank whether the text ends there. */
const plain = /\s+$/g
const plainMillis = (length: number): number => shortestOf(plain, `${" ".repeat(length)}x`)

const steepOf = (pattern: RegExp, text: HostileText): SlowPace | null => {
  for (const [length, most] of shortLengths) {
    const said = textOf(text, length)
    if (millisOf(pattern, said) <= most) continue
    const millis = shortestOf(pattern, said)
    if (millis > most) return { growth: "steep", text, timesPlain: millis / plainMillis(length), millis, length }
  }
  return null
}

const squareOf = (pattern: RegExp, text: HostileText): SlowPace | null => {
  const said = textOf(text, length)
  if (millisOf(pattern, said) < leastMillis) return null
  const millis = shortestOf(pattern, said)
  if (millis < leastMillis) return null
  const timesPlain = millis / plainMillis(length)
  const ratio = millis / shortestOf(pattern, textOf(text, length / 2))
  return timesPlain >= leastPart && ratio >= leastRatio ? { growth: "square", text, timesPlain, millis, length } : null
}

/** The worst that was found of it; null where its time grows with the text. */
export const paceOf = (pattern: RegExp): SlowPace | null => {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`)
  let worst: SlowPace | null = null
  for (const text of hostileTexts(pattern)) {
    const steep = steepOf(everywhere, text)
    if (steep !== null) return steep
    const square = worst === null ? squareOf(everywhere, text) : null
    worst = square ?? worst
  }
  return worst
}
