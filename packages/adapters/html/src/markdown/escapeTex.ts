/** Characters that mean something to TeX, as ones that only stand for themselves: a dollar would end the formula. */

const inMath = new Map([
  ["\\", "\\backslash "],
  ["~", "\\sim "],
  ["^", "\\text{\\textasciicircum}"]
])

const inText = new Map([
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"]
])

const escaped = (text: string, named: ReadonlyMap<string, string>): string =>
  text.replace(/[%#$&_{}~^\\]/g, (character) => named.get(character) ?? `\\${character}`)

/** What names, numbers and signs of a formula say. */
export const escapeTex = (text: string): string => escaped(text, inMath)

/** The same for words inside `\text{}`, where other commands hold. */
export const escapeTexWords = (words: string): string => escaped(words, inText)
