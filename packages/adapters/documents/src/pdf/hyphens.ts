/** What becomes of a hyphen at the end of a line: it cut a word in two, or stands in what it is part of. */

/** What stands between a line that ends with a hyphen and the next. */
export type AtHyphen = "word" | "hyphen" | "hyphen and space"

/** Longer than any word that is cut, and what is before it. */
const looksBack = 300

/** A part that is left to the word behind it: "Ein- und Ausfuhr", "pre- and post-war". */
const conjunction = /^(?:und|oder|sowie|bzw\.?|and|or|nor|to|et|ou|y|och|og|eller)(?![\p{L}\p{N}-])/iu

/** Words that are parts of others with a hyphen nearly always. */
const prefix = /(?:^|[^\p{L}\p{N}-])(?:self|non|third|well|cost|quasi|pseudo|ex|e)$/iu

/** What makes one word with such a beginning. */
const suffix = /^(?:ish|less|ness|ing|ed|er)(?!\p{L})/u

/** A letter that is a word of its own: `X-ray`, `T-shirt`. */
const capital = /^[^\p{L}\p{N}]*\p{Lu}$/u

/** Ahead of a part in small letters; behind a capital as of `Rhein-Main-Ge-` a word of its own is cut. */
const inCompound = /\p{L}-\p{Ll}+$/u

/** Pairs that are seldom one word, by what they end with. */
const pairs: ReadonlyArray<readonly [first: RegExp, second: RegExp]> = [
  [/(?:^|\P{L})(?:long|short|mid|medium|near)$/iu, /^term(?!\p{L})/u],
  [/(?:^|\P{L})(?:part|full|real|first)$/iu, /^time(?!\p{L})/u],
  [/(?:^|\P{L})(?:user|eco|family|child|pet|budget|reader)$/iu, /^friendly(?!\p{L})/u]
]

const isPair = (word: string, next: string): boolean =>
  pairs.some(([first, second]) => first.test(word) && second.test(next))

/** By what stands ahead of the hyphen, which is its last character, and what the next line begins with. */
export const atHyphen = (line: string, next: string): AtHyphen => {
  const before = line.slice(-looksBack, -1)
  const word = before.split(/\s/).at(-1) ?? ""
  if (/:\/\/|[/@]|^www\./i.test(word)) return "hyphen"
  if (conjunction.test(next)) return "hyphen and space"
  if (!/^\p{Ll}/u.test(next) || /\p{N}$/u.test(word)) return "hyphen"
  // A compound that shows its hyphens goes on with one, and one capital is no part of a word.
  if (capital.test(word)) return "hyphen"
  const isCompound = inCompound.test(word) || prefix.test(before) || isPair(word, next)
  return isCompound && !suffix.test(next) ? "hyphen" : "word"
}
