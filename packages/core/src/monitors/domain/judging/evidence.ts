/** Quotes of a judgement: what stood there and what stands there now, word for word. */
import { type Evidence, judgementLimits } from "../Judgement.ts"
import { type Lines, textOf } from "../Lines.ts"
import { lineWindow } from "../lineWindow.ts"
import type { Fact } from "./facts.ts"

/** Bytes that are read for a quote. */
const quoteBytes = 1_600

const clipped = (text: string): string => {
  const cut = text.slice(0, judgementLimits.quote)
  // Not between the halves of a character.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Bytes of a long line ahead of where it begins to differ from the one in its place, and from there on. */
const windowBytes = { ahead: 200, behind: 1_200 } as const

const lengthOf = ({ starts }: Lines, line: number): number => starts[line + 1]! - 1 - starts[line]!

/** The lines from `from` to `to` as they stand in `text`; the first alone when they do not stand there together. */
const quote = (lines: Lines, text: string, from: number, to: number): string => {
  if (to <= from) return ""
  const first = textOf(lines, from, quoteBytes).trim()
  const all = Array.from({ length: Math.min(to - from, 8) }, (_, index) => textOf(lines, from + index, quoteBytes))
    .join("\n")
    .trim()
  const found = [clipped(all), clipped(first)].find((one) => text.includes(one))
  return found ?? ""
}

/** A part of a line as a quote, where it stands in the text as it stands in the line. */
const standing = (part: string, text: string): string => {
  const quoted = clipped(part.trim())
  return text.includes(quoted) ? quoted : ""
}

/** Quotes of pieces of a difference. */
export const evidenceOf = (
  facts: ReadonlyArray<Fact>,
  texts: {
    readonly before: string
    readonly after: string
    readonly was: Lines
    readonly now: Lines
    readonly url: string
  }
): ReadonlyArray<Evidence> =>
  facts.slice(0, judgementLimits.evidence).map(({ hunk: { end, from, start, to } }) => {
    const { now, url, was } = texts
    const isLong =
      end - start === 1 && to - from === 1 && Math.max(lengthOf(was, start), lengthOf(now, from)) > quoteBytes
    // Long lines that begin alike are quoted where they differ.
    const window = isLong ? lineWindow(was, start, now, from, windowBytes) : undefined
    return window === undefined
      ? { before: quote(was, texts.before, start, end), after: quote(now, texts.after, from, to), url }
      : { before: standing(window.before, texts.before), after: standing(window.after, texts.after), url }
  })
