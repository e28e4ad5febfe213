/**
 * How well a page answers a question, told from the page itself, so that every store orders alike.
 *
 * **Details.** A page that lacks what is demanded answers nothing. Words weigh by how rare they are in the index and by where and how
 * often they stand (BM25 over fields: a word that stands often in one field gains less and less, and a long text dilutes it); a word as
 * it was written weighs more than another form of it. What stands next to its neighbour in the question gains, as does a page with
 * all words over one with the rarest alone. Age and the country's own sites decide between what is otherwise about as good.
 */
import type { DateTime } from "effect"
import { languagesOfCountry } from "./countryLanguages.ts"
import type { IndexedPage } from "./IndexedPage.ts"
import { addressText, fold, hostOf, stemOf } from "./indexTerms.ts"
import { type ReadQuestion, spacedWords, type Unit } from "./readQuestion.ts"

/** How many pages there are, and how many have a term; guesses where counting costs too much. */
export interface IndexCounts {
  readonly pages: number
  /** Usual length of what one of them says (`usualText`). */
  readonly textLength: number
  readonly withTerm: ReadonlyMap<string, number>
}

/** Bounds of what is taken for usual: a few pages that hardly say anything are no measure of others. */
const usualLengths = { least: 500, most: 20_000 } as const

/** How long a page of an index usually is, from how long all of its pages are together. */
export const usualText = (length: number, pages: number): number =>
  Math.min(usualLengths.most, Math.max(usualLengths.least, length / Math.max(1, pages)))

interface Field {
  readonly weight: number
  /** Usual length in characters; of the text that of the index. What is shorter weighs more, as titles and headings do everywhere. */
  readonly usualLength: number
  /** How much longer texts dilute, from 0 to 1. */
  readonly dilution: number
}

const fields = {
  title: { weight: 4, usualLength: 50, dilution: 0.4 },
  headings: { weight: 1.8, usualLength: 250, dilution: 0.5 },
  description: { weight: 1.6, usualLength: 140, dilution: 0.4 },
  address: { weight: 1.5, usualLength: 40, dilution: 0.3 },
  text: { weight: 1, usualLength: usualLengths.least, dilution: 0.6 }
} as const satisfies Readonly<Record<string, Field>>

type FieldName = keyof typeof fields

const fieldNames = Object.keys(fields) as ReadonlyArray<FieldName>

/** Where repetition stops to count. */
const saturation = 1.6

/** What another form of a word counts. */
const otherForm = 0.6

/** What neighbours gain at most, as a part of the rarer one's weight. */
const closeness = 0.8

/** Characters between two words at which half of that is left. */
const halfCloseness = 12

/** What a page keeps of its weight that has the words' least part: a question of many words is answered by pages that lack most. */
const leastCoverage = 0.85

/** What a word that stands in any text counts beside others. In titles such words are rare, and would count as much as what is asked for. */
const slight = 0.2

/** What age and country may add. */
const gains = { fresh: 0.1, country: 0.08 } as const

const halfFreshMillis = 180 * 86_400_000

/** Places of one word in a field that are looked at. */
const mostPlaces = 200

const wordLetter = /[\p{L}\p{N}\p{M}]/u

const isWordCode = (code: number): boolean => {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return wordLetter.test(String.fromCharCode(code))
}

/** Where a unit stands in a field, and what that counts. */
interface Places {
  readonly at: ReadonlyArray<number>
  readonly count: number
}

const nowhere: Places = { at: [], count: 0 }

/** Runs over folded text. A stem is a beginning of its words, so words are found by it and then looked at as a whole. */
const placesOf = ({ isUnspaced, term, word }: Unit, folded: string): Places => {
  let from = folded.indexOf(term)
  if (from < 0) return nowhere
  const at: Array<number> = []
  let count = 0
  while (from >= 0 && at.length < mostPlaces) {
    let end = from + term.length
    if (isUnspaced) {
      at.push(from)
      count += 1
    } else if (from === 0 || !isWordCode(folded.charCodeAt(from - 1))) {
      while (end < folded.length && isWordCode(folded.charCodeAt(end))) end += 1
      const found = folded.slice(from, end)
      const isWritten = found === word
      if (isWritten || stemOf(found) === term) {
        at.push(from)
        count += isWritten ? 1 : otherForm
      }
    }
    from = folded.indexOf(term, end)
  }
  return { at, count }
}

/** A page with its fields folded. */
interface FoldedPage {
  readonly title: string
  readonly headings: string
  readonly description: string
  readonly address: string
  readonly text: string
}

const foldPage = (page: IndexedPage): FoldedPage => ({
  title: fold(page.title),
  headings: fold(page.headings),
  description: fold(page.description),
  address: fold(addressText(page.url)),
  text: fold(page.text)
})

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Whether a page is where it may be, and of the time that is asked for. */
const isAdmitted = (read: ReadQuestion, { publishedAt, url }: IndexedPage): boolean => {
  const { excludeDomains, inUrl, includeDomains, publishedSince } = read
  if (publishedSince !== null && publishedAt !== null) {
    if (publishedAt.epochMilliseconds < publishedSince.epochMilliseconds) return false
  }
  const host = hostOf(url)
  if (includeDomains.length > 0 && !includeDomains.some((domain) => isBelow(host, domain))) return false
  if (excludeDomains.some((domain) => isBelow(host, domain))) return false
  if (inUrl.length === 0) return true
  const address = `${fold(url)} ${fold(addressText(url))}`
  return inUrl.every((part) => address.includes(part))
}

/** Whether a page has what is demanded, and nothing that must not be there. */
export const isAnswer = (read: ReadQuestion, page: IndexedPage): boolean => {
  if (!isAdmitted(read, page)) return false
  const { anyOf, inTitle, phrases, without } = read
  if (inTitle.length > 0) {
    const title = spacedWords(page.title)
    if (!inTitle.every((phrase) => title.includes(phrase))) return false
  }
  if (phrases.length + anyOf.length + without.length === 0) return true
  // A phrase does not run on from one part into the next.
  const parts = [page.title, page.description, page.headings, page.text].map(spacedWords)
  const says = (phrase: string): boolean => phrase.trim() !== "" && parts.some((part) => part.includes(phrase))
  return phrases.every(says) && anyOf.every((list) => list.some(says)) && !without.some(says)
}

/** The weight of a word that so many of all pages have. */
export const rarityOf = (pages: number, having: number): number => Math.log(1 + (pages - having + 0.5) / (having + 0.5))

/** The least distance between two rising lists of places, and how far that is from the one following the other. */
const leastGap = (first: ReadonlyArray<number>, then: ReadonlyArray<number>, length: number): number => {
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (const place of first) {
    while (at < then.length && then[at]! < place) {
      least = Math.min(least, (place - then[at]!) * 1.5)
      at += 1
    }
    if (at < then.length) least = Math.min(least, Math.max(0, then[at]! - place - length))
  }
  return least
}

const closenessOf = (gap: number): number => (Number.isFinite(gap) ? 1 / (1 + gap / halfCloseness) : 0)

const freshnessOf = ({ publishedAt, readAt }: IndexedPage, at: DateTime.Utc): number => {
  const age = Math.max(0, at.epochMilliseconds - (publishedAt ?? readAt).epochMilliseconds)
  // When it was read tells less of a page's age than what it says itself.
  return 2 ** (-age / halfFreshMillis) * (publishedAt === null ? 0.5 : 1)
}

const isOfCountry = ({ language, url }: IndexedPage, country: string): boolean => {
  const endings = country === "gb" ? ["uk", "gb"] : [country]
  if (endings.some((ending) => hostOf(url).endsWith(`.${ending}`))) return true
  return language !== null && languagesOfCountry(country).includes(language)
}

/** How well a page answers; null when it does not. */
export const weighPage = (
  read: ReadQuestion,
  page: IndexedPage,
  counts: IndexCounts,
  at: DateTime.Utc
): number | null => {
  if (!isAnswer(read, page)) return null
  const gain =
    1 +
    gains.fresh * freshnessOf(page, at) +
    (read.country !== null && isOfCountry(page, read.country) ? gains.country : 0)
  if (read.units.length === 0) return read.asksForWords ? null : gain
  const folded = foldPage(page)
  let total = 0
  let sought = 0
  let matched = 0
  let before: { readonly places: ReadonlyArray<Places>; readonly rarity: number; readonly length: number } | null = null
  for (const unit of read.units) {
    const having = Math.min(counts.pages, counts.withTerm.get(unit.term) ?? 0)
    const rarity = rarityOf(counts.pages, having) * (unit.isSlight ? slight : 1)
    sought += rarity
    const places = fieldNames.map((name) => placesOf(unit, folded[name]))
    let heard = 0
    for (const [index, name] of fieldNames.entries()) {
      const { dilution, usualLength, weight } = fields[name]
      const { count } = places[index]!
      const usual = name === "text" ? counts.textLength : usualLength
      if (count > 0) heard += (weight * count) / (1 - dilution + (dilution * folded[name].length) / usual)
    }
    if (heard > 0) {
      matched += rarity
      total += (rarity * heard * (saturation + 1)) / (saturation + heard)
    }
    if (heard > 0 && before !== null) {
      const { length, places: earlier, rarity: other } = before
      const near = Math.max(...places.map((one, index) => closenessOf(leastGap(earlier[index]!.at, one.at, length))))
      total += closeness * Math.min(rarity, other) * near
    }
    before = heard > 0 ? { places, rarity, length: unit.isUnspaced ? 0 : unit.word.length + 1 } : null
  }
  if (matched === 0) return null
  return total * (leastCoverage + ((1 - leastCoverage) * matched) / sought) * gain
}

/** Best first; of equals what was read last. */
export const byScore = (
  a: { readonly score: number; readonly readAt: DateTime.Utc; readonly url: string },
  b: { readonly score: number; readonly readAt: DateTime.Utc; readonly url: string }
): number =>
  b.score - a.score ||
  b.readAt.epochMilliseconds - a.readAt.epochMilliseconds ||
  (a.url < b.url ? -1 : a.url > b.url ? 1 : 0)
