/** Which addresses are about a phrase, by the words in them. */

/** A word without the ending that its forms differ in: enough to bring `pricing` and `prices`, `docs` and `doc` together. */
const stemOf = (word: string): string => {
  const stem = word.replace(/(?:ies|ing|ings|ed|es|s|e|y)$/, "")
  return stem.length >= 3 ? stem : word
}

const wordsOf = (text: string): ReadonlyArray<string> => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const pathOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return decoded(`${pathname} ${search}`)
}

/** How well one word of the phrase is met by the words of an address: as a whole, or as the beginning of one. */
const wordScore = (wanted: string, words: ReadonlyArray<string>): number => {
  let best = 0
  for (const word of words) {
    if (word === wanted) return 1
    if (wanted.length >= 4 && (word.startsWith(wanted) || wanted.startsWith(word)) && word.length >= 4) best = 0.5
  }
  return best
}

/** The addresses that meet the phrase, best first; of equals the shorter path, then the order given. */
export const rankUrls = (urls: ReadonlyArray<string>, phrase: string): ReadonlyArray<string> => {
  const wanted = [...new Set(wordsOf(phrase))]
  const scored = urls.map((url, index) => {
    const words = wordsOf(pathOf(url))
    const score = wanted.reduce((sum, word) => sum + wordScore(word, words), 0)
    return { url, index, score, length: words.length }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.length - b.length || a.index - b.index)
    .map(({ url }) => url)
}
