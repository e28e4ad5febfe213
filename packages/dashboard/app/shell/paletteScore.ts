/** How well a name fits what was typed: its words first, letters that are scattered over it last. */

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** From 1, where each typed word is a word of the name, down to what `scattered` says of the letters, which is always less than a word. */
export const paletteScore = (
  name: string,
  typed: string,
  scattered: (name: string, typed: string) => number
): number => {
  const asked = wordsOf(typed)
  const words = wordsOf(name)
  if (asked.length > 0) {
    if (asked.every((one) => words.includes(one))) return 1
    if (asked.every((one) => words.some((word) => word.startsWith(one)))) return 0.9
  }
  if (typed.trim() !== "" && name.toLowerCase().includes(typed.trim().toLowerCase())) return 0.8
  return scattered(name, typed) * 0.7
}
