/**
 * Text in one of the normal forms of Unicode, for whatever compares it.
 *
 * Threads without `effect` use this.
 */

/** Nothing that stands before it is a mark, nor comes to one. */
const mayHaveMarks = /[\u0300-\u{10ffff}]/u

/**
 * More marks on one letter than any writing sets. The two of Japanese in half width are letters that become marks. Sorting a run of them
 * takes the square of its length.
 */
const run = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu

/** What text in letters comes to at most, by its length: signs that stand for sentences come to eighteen times as much. */
const most = { times: 4, more: 200 } as const

/**
 * The text in a normal form, no letter of it with more than eight marks as they were written, and no more than four times as long. Everything
 * else of strangers' text is kept.
 */
export const normalized = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string => {
  if (!mayHaveMarks.test(text)) return text.normalize(form)
  return text
    .replace(run, "$1")
    .normalize(form)
    .slice(0, text.length * most.times + most.more)
}
