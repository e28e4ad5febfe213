/**
 * The terms under which a page is found: what every store of pages looks words up by, so that all of them find the same pages.
 *
 * **Details.** Text is folded (width and ligatures, case, diacritics) and cut into words; of a word in Latin or Cyrillic letters the
 * term is its stem, cut so lightly that it serves all European languages at once, because neither a query nor many a page tells its
 * own. Writing without spaces gives its characters and every two neighbours. Which of two spellings fits better is told where hits
 * are ranked, from the text itself.
 */

import { normalized } from "../../paging/domain/normalized.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { IndexedPage } from "./IndexedPage.ts"

/** Characters of a page's text that are kept and found; the rest of a longer page is cut. */
export const mostText = 50_000

/** Characters of each of its other parts. */
export const mostPart = 4_000

/** Different words of one page that it is found by, from its beginning on. */
const mostWords = 4_000

/** Longer runs of letters are no words that anybody looks for. */
const longestWord = 40

const ascii = /^[\0-\x7f]*$/

/** Letters that no decomposition takes apart. */
const plain: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ς: "σ" }
}

const unplain = new RegExp(`[${Object.keys(plain).join("")}]`, "gu")

/** Marks of Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic, and what may stand in any word unseen. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0652\u0670\u00ad\u200b-\u200d\ufeff]/gu

/** Text with what spellings differ by made alike: width, case, diacritics. */
export const fold = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase()
  const lower = normalized(text, "NFKC").toLowerCase()
  if (ascii.test(lower)) return lower
  return normalized(normalized(lower, "NFD").replace(marks, ""), "NFC").replace(
    unplain,
    (letter) => plain[letter] ?? letter
  )
}

/** Writing that sets no spaces between words. */
const unspacedLetters =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー"

const words = new RegExp(`[${unspacedLetters}]+|(?:(?![${unspacedLetters}])[\\p{L}\\p{N}\\p{M}])+`, "gu")

const unspaced = new RegExp(`^[${unspacedLetters}]`, "u")

/** Whether a folded word is of a writing that sets no spaces. */
export const isUnspaced = (word: string): boolean => word.charCodeAt(0) > 127 && unspaced.test(word)

/** The words of folded text; a run without spaces is one. Only what is beyond ASCII is asked for its kind of letter. */
export const wordsOf = (folded: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let from = -1
  let isPlain = true
  for (let at = 0; at <= folded.length; at++) {
    const code = at < folded.length ? folded.charCodeAt(at) : 0
    if (code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (from < 0) from = at
      if (code > 127) isPlain = false
      continue
    }
    if (from < 0) continue
    const run = folded.slice(from, at)
    if (isPlain) found.push(run)
    else for (const word of run.match(words) ?? []) found.push(word)
    from = -1
    isPlain = true
  }
  return found
}

const latin = /^[a-z]+$/

const cyrillic = /^[а-яё]+$/

const doubled = /([bdgmnprt])\1$/

const stemLatin = (word: string): string => {
  let stem = word
  if (stem.length >= 6 && stem.endsWith("ing") && /[aeiouy]/.test(stem.slice(0, -3))) {
    stem = stem.slice(0, -3).replace(doubled, "$1")
  } else if (stem.length >= 6 && stem.endsWith("ed") && /[aeiouy]/.test(stem.slice(0, -2))) {
    stem = stem.slice(0, -2).replace(doubled, "$1")
  } else if (stem.endsWith("s") && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  // What is left of "prices", "pricing" and "price" is one, as it is of "companies" and "company".
  if (stem.length >= 4) stem = stem.replace(/(?:ie|[aeiouy])$/, "")
  return stem
}

/** What spellings of a folded word have in common; always a beginning of the word. */
export const stemOf = (word: string): string => {
  if (word.length < 4) return word
  if (latin.test(word)) return stemLatin(word)
  return word.length >= 5 && cyrillic.test(word) ? word.replace(/[аеиоуыэюяйьё]{1,2}$/, "") : word
}

/** Characters and pairs of a run without spaces. */
const pairsOf = (run: string): ReadonlyArray<string> => {
  const letters = [...run]
  return letters.flatMap((letter, at) => (at === 0 ? [letter] : [letter, `${letters[at - 1]}${letter}`]))
}

/**
 * Where words that were met stand in a text, by their letters, and the bytes of the text: reused, since making them anew costs as much as a
 * page's words.
 */
let places = new Int32Array(2_048)
let bytes = new Uint8Array(4_096)

const encoder = new TextEncoder()

/** Words that one is compared with: a page may be made of words that get one place, which then are taken for new. */
const mostLooked = 16

/** Letters of ASCII in lower case, digits, and what is beyond ASCII as it is, by their bytes; 0 for what parts words. */
const letters = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code > 127) return code
  const lower = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(lower) ? lower.charCodeAt(0) : 0
})

/** Signs of U+0080 to U+00BF that part words, by the second of their bytes: blanks, quotes, signs of money and the like. */
const partingLatin: ReadonlySet<number> = new Set([..."\u00a0¡¢£¤¥¦§©«¬®°±¶·»¿"].map((sign) => sign.charCodeAt(0)))

/**
 * Of how many bytes the character beyond ASCII is that begins here, where it only parts words: dashes, quotes, dots and signs of money. Each
 * stands in pages so often that folding what is beside it costs more than all else.
 */
const partingBytes = (text: Uint8Array, at: number): number => {
  const [first, second, third] = [text[at]!, text[at + 1]!, text[at + 2]!]
  if (first === 0xc2) return partingLatin.has(second) ? 2 : 0
  if (first !== 0xe2) return 0
  // U+2010 to U+203F, and U+20A0 to U+20BF but the sign that is spelled "Rs".
  const isParting = (second === 0x80 && third >= 0x90) || (second === 0x82 && third >= 0xa0 && third !== 0xa8)
  return isParting ? 3 : 0
}

/** Whether the word that ends before `end` stands at `place` too, but for the case of plain letters. */
const standsAt = (text: Uint8Array, place: number, from: number, end: number): boolean => {
  let other = place
  for (let at = from; at < end; at++) {
    if (letters[text[at]!] !== letters[text[other]!]) return false
    other += 1
  }
  return letters[text[other]!] === 0
}

/**
 * The words of a text, folded, each once and in their order: those of `wordsOf(fold(text))`. Most words of a page have stood in it before:
 * they are known by their letters, and nothing is made of them. What is beyond ASCII is folded with what it stands together with. It runs
 * over the bytes of the text, since asking a string for each of its letters costs several times as much.
 */
export const differentWords = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  let size = 2_048
  while (size < text.length) size *= 2
  if (places.length < size) places = new Int32Array(size)
  else places.fill(0, 0, size)
  if (bytes.length <= text.length * 3 + 2) bytes = new Uint8Array(size * 3 + 3)
  const length = encoder.encodeInto(text, bytes).written
  // A word that ends with the text is followed by what parts words.
  bytes.fill(0, length, length + 3)
  const known = places
  const encoded = bytes
  const mask = size - 1
  // Halves of characters are the same bytes, whichever they are.
  const isWhole = text.isWellFormed()
  let from = -1
  let isPlain = true
  let key = 0
  /** Bytes before this one that are no character of their own, and those before the word. */
  let extra = 0
  let extraBefore = 0
  for (let at = 0; at <= length; at++) {
    let code = letters[encoded[at]!]!
    let parting = 0
    if (code > 127) {
      parting = partingBytes(encoded, at)
      if (parting > 0) {
        encoded.fill(0, at, at + parting)
        code = 0
      }
    }
    if (code !== 0) {
      if (from < 0) {
        from = at
        extraBefore = extra
      }
      if (code > 127) {
        isPlain = false
        // Bytes that go on a character are none, but that four of them are two characters of a string.
        if (code < 192) extra += 1
        else if (code >= 240) extra -= 1
      }
      key = (Math.imul(key, 31) + code) | 0
      continue
    }
    if (from >= 0) {
      let place = (key ^ (key >>> 15)) & mask
      let looked = isPlain || isWhole ? 0 : mostLooked
      while (looked < mostLooked && known[place] !== 0 && !standsAt(encoded, known[place]! - 1, from, at)) {
        place = (place + 1) & mask
        looked += 1
      }
      if (looked === mostLooked || known[place] === 0) {
        // The number after that of its first letter: no word has 0.
        if (looked < mostLooked) known[place] = from + 1
        const run = text.slice(from - extraBefore, at - extra)
        if (isPlain) found.add(run.toLowerCase())
        else for (const word of wordsOf(fold(run))) found.add(word)
      }
      from = -1
      isPlain = true
      key = 0
    }
    if (parting > 0) extra += parting - 1
  }
  return found
}

/** The terms of a text, each once. */
const termsIn = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const word of differentWords(text)) {
    if (isUnspaced(word)) for (const term of pairsOf(word)) found.add(term)
    else if (word.length <= longestWord) found.add(stemOf(word))
  }
  return found
}

/** The terms that a page has which has this word: its stem, or the pairs of a run without spaces. */
export const termsOfWord = (word: string): ReadonlyArray<string> => {
  const found = wordsOf(fold(word)).flatMap((one) => {
    if (!isUnspaced(one)) return [stemOf(one.slice(0, longestWord))]
    const letters = [...one]
    return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  })
  return [...new Set(found)]
}

/** The term that pages have with a term in their title or in the name of their host. */
export const titleTerm = (term: string): string => `=${term}`

/** The term of all pages of a domain and below it. */
export const domainTerm = (domain: string): string => `@${domain}`

/** A host and every domain that it is below, the last label apart. */
const domainsOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  const most = Math.max(1, labels.length - 1)
  return Array.from({ length: most }, (_, at) => labels.slice(at).join("."))
}

/** The host of an address, without the dot at its end; empty where there is none. */
export const hostOf = (url: string): string => (parseUrl(url)?.hostname ?? "").replace(/\.$/, "")

/** An address as words are looked for in it: without what says nothing of the page. */
export const addressText = (url: string): string => {
  const parsed = parseUrl(url)
  if (parsed === null) return ""
  const path = `${parsed.pathname}${parsed.search}`
  let spelled = path
  try {
    spelled = decodeURIComponent(path)
  } catch {
    // A path that is not UTF-8 is taken as it is written.
  }
  return `${parsed.hostname.replace(/^www\./, "")} ${spelled}`
}

/** The parts of a page that are found, cut to what is kept. */
export type PageParts = Pick<IndexedPage, "url" | "title" | "description" | "headings" | "text">

/** Cuts where no character is halved. */
const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

/** The page as it is kept. */
export const cutPage = <Page extends PageParts>(page: Page): Page => ({
  ...page,
  title: cut(page.title, mostPart),
  description: cut(page.description, mostPart),
  headings: cut(page.headings, mostPart),
  text: cut(page.text, mostText)
})

/** Every term of a page, each once. */
export const termsOfPage = ({ description, headings, text, title, url }: PageParts): ReadonlyArray<string> => {
  const host = hostOf(url)
  const titleWords = termsIn(title)
  const nameWords = termsIn(host.replace(/^www\./, ""))
  const found = new Set(titleWords)
  for (const part of [addressText(url), headings, description, text]) {
    for (const term of termsIn(part)) {
      if (found.size >= mostWords) break
      found.add(term)
    }
  }
  for (const term of [...titleWords, ...nameWords]) found.add(titleTerm(term))
  if (host !== "") for (const domain of domainsOf(host)) found.add(domainTerm(domain))
  return [...found]
}
