/** Which addresses are about a phrase, by the words in them. */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"

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
  const parsed = parseUrl(url)
  return parsed === null ? url : decoded(`${parsed.pathname} ${parsed.search}`)
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

/** Words of a phrase, and characters of an address, that are looked at; nobody writes more who looks for something. */
const most = { wanted: 32, address: maxUrlLength } as const

/**
 * The addresses that meet the phrase, best first; of equals the shorter path, then the order given. There may be a million: others may have
 * the thread after each.
 */
export function* rankingUrls(urls: ReadonlyArray<string>, phrase: string): Generator<void, ReadonlyArray<string>> {
  const wanted = [...new Set(wordsOf(phrase))].slice(0, most.wanted)
  // Those of one rank stay in their order, so that nothing has to be sorted but ranks.
  const ranks = new Map<number, Array<string>>()
  for (const url of urls) {
    yield
    const words = wordsOf(pathOf(url).slice(0, most.address))
    const score = wanted.reduce((sum, word) => sum + wordScore(word, words), 0)
    if (score === 0) continue
    const rank = (wanted.length - score) * most.address + words.length / 2
    const equals = ranks.get(rank)
    if (equals === undefined) ranks.set(rank, [url])
    else equals.push(url)
  }
  const ranked: Array<string> = []
  for (const [, equals] of [...ranks].sort(([a], [b]) => a - b)) {
    for (const url of equals) {
      ranked.push(url)
      yield
    }
  }
  return ranked
}
