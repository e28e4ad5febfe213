/** How well a name fits what was typed: by its words, or, where no name has them, by letters that are scattered over it. */

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** 1 where each typed word is a word of the name, less where it begins one or stands within, and 0 where it is not there. */
const byWords = (name: string, typed: string): number => {
  const asked = wordsOf(typed)
  const words = wordsOf(name)
  if (asked.length === 0) return 0
  if (asked.every((one) => words.includes(one))) return 1
  if (asked.every((one) => words.some((word) => word.startsWith(one)))) return 0.9
  return name.toLowerCase().includes(typed.trim().toLowerCase()) ? 0.8 : 0
}

/**
 * The score of each of these names for what was typed. Scattered letters count only where nothing has the words: the list keeps its groups in
 * their order, so that they would stand before a word of a later group (`watch` in *Crawls, batches*, before *Watch something*).
 */
export const paletteScores = (
  names: ReadonlyArray<string>,
  typed: string,
  scattered: (name: string, typed: string) => number
): ((name: string) => number) =>
  names.some((name) => byWords(name, typed) > 0) ? (name) => byWords(name, typed) : (name) => scattered(name, typed)
