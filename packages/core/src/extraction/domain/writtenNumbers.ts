/** The numbers of a sentence as it writes them, with what stands around each. */
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { scaleWords } from "./numberScales.ts"

const years = /(?<![\p{L}\p{N}.,])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}]|[.,]\d)/gu
/** A number with what makes it larger; its thousands may be apart by spaces. */
const numbers = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,3}(?:[ \\u00a0\\u202f'’]\\d{3})+(?:[.,]\\d+)?|\\d[\\d.,]*)(${scaleWords}|\\s?(?:%|k|m))?(?![\\p{L}\\p{N}])`,
  "giu"
)

/** A number as a sentence writes it. */
export interface Written {
  readonly digits: string
  readonly end: string
  /** What stands before it. */
  readonly before: string
  /** What stands behind it, with its unit. */
  readonly after: string
}

/** The numbers of a text, or only its years. @internal */
export const numbersIn = (said: string, isYear: boolean): ReadonlyArray<Written> => {
  const text = plainDigits(said)
  return [...text.matchAll(isYear ? years : numbers)].map(({ 0: whole, 1: digits = whole, 2: end = "", index }) => ({
    digits: digits.replace(/(?<![.,])[.,]+$/, ""),
    end,
    before: text.slice(Math.max(0, index - 60), index),
    after: text.slice(index + whole.length - (/(?<![.,])[.,]+$/.exec(digits)?.[0].length ?? 0)).slice(0, 60)
  }))
}
