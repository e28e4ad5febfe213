/** Quotes of a judgement: what stood there and what stands there now, word for word. */
import { type Evidence, judgementLimits } from "../Judgement.ts"
import { type Lines, textOf } from "../Lines.ts"
import type { Fact } from "./facts.ts"

/** Bytes that are read for a quote. */
const quoteBytes = 1_600

const clipped = (text: string): string => {
  const cut = text.slice(0, judgementLimits.quote)
  // Not between the halves of a character.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

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
  facts.slice(0, judgementLimits.evidence).map(({ hunk: { end, from, start, to } }) => ({
    before: quote(texts.was, texts.before, start, end),
    after: quote(texts.now, texts.after, from, to),
    url: texts.url
  }))
