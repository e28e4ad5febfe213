/** Judges what is told of a change, by four rules of a point each (README.md). */
import type { SampleChange } from "./SampleChange.ts"

/** What was told. */
export interface ToldChange {
  readonly title: string
  readonly quotes: ReadonlyArray<string>
}

/** Longest title that fits on a line of a telephone's notification or an e-mail's list, the monitor's name left out. */
const maxTitleLength = 120

const controls = /[\u200E\u200F\u202A-\u202E\p{Cc}]/u

/** What stands in the quote without the marks of where it was cut. */
const bare = (quote: string): string => quote.replace(/^…\s?/u, "").replace(/\s?…$/u, "")

/** Whether the quote begins and ends between words, so that no number or word is cut. */
const isWhole = (quote: string, text: string): boolean => {
  const piece = bare(quote)
  const isInside = (from: number): boolean => {
    const isCut = (at: number) =>
      /^[\p{L}\p{N}\p{M}]{2}$/u.test(text.slice(at - 1, at + 1)) || /^[\d][.,:]?\d/u.test(text.slice(at - 1, at + 2))
    return isCut(from) || isCut(from + piece.length)
  }
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) if (!isInside(at)) return true
  return false
}

/** Scripts that write no space between words: whether they are cut between two is not judged. */
const isSpaced = (quote: string): boolean => !/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(quote)

/** A point for each: the title says it, it says nothing else and is short, the quotes show it, and they are whole. */
export const judge = (sample: SampleChange, told: ToldChange) => {
  const vague = [/\blines? (added|removed)\b/, ...(sample.not ?? [])]
  const texts = [sample.before, sample.after]
  return {
    says: sample.title.every((piece) => told.title.includes(piece)),
    plain:
      told.title.length <= maxTitleLength &&
      told.title.isWellFormed() &&
      !controls.test(told.title) &&
      !vague.some((piece) => (typeof piece === "string" ? told.title.includes(piece) : piece.test(told.title))),
    shows: sample.quotes.every((piece) => told.quotes.some((quote) => quote.includes(piece))),
    whole:
      new Set(told.quotes).size === told.quotes.length &&
      told.quotes.every(
        (quote) =>
          quote.isWellFormed() &&
          !controls.test(quote) &&
          (!isSpaced(quote) || texts.some((text) => isWhole(quote, text)))
      )
  }
}

export type Judgement = ReturnType<typeof judge>

export const pointsOf = (judgement: Judgement): number => Object.values(judgement).filter(Boolean).length
