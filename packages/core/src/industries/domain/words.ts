/** Words of sites and of lists of industries, made alike. */
import { normalized } from "../../paging/domain/normalized.ts"
import { stemOf } from "./stems.ts"

/** Words that say nothing of a business: those of any English text, and those of any site. */
const idle = new Set(
  `a an and are as at be been but by can do does for from get got had has have he her his how i if in into is it its just
  let like may me might more most much my no not of off on one or other our out over per she so some such than that the
  their them then there these they this those through to too under until up us very was we were what when where which while
  who whom whose why will with within without would you your yours also any all both each every few own same only again
  nec except including related engaged establishments establishment primarily industry comprises
  click here learn read view see contact email phone call today now welcome website site page menu copyright rights reserved
  privacy policy terms conditions cookie cookies accept login log sign signup subscribe newsletter follow share search skip
  content blog careers faq faqs sitemap imprint impressum datenschutz kontakt ltd inc llc gmbh corp co company companies
  years year since best great new free trusted quality professional experience experienced team people need needs want
  customers customer help make makes made love better every everything first
  time day days week hours open am pm mon tue wed thu fri sat sun monday sunday back right way good`.split(/\s+/)
)

const notLetters = /[^\p{L}\p{N}]+/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII are what is asked about.
const beyondAscii = /[^\x00-\x7f]/

/** Letters without their marks, so that a word is the same however it was typed. */
const plain = (text: string): string => {
  // *L'hôtel* is a hotel, and *dentist's* a dentist.
  const lower = text
    .toLowerCase()
    .replace(/\b[cdjlmnst]['’`](?=\p{L})/gu, "")
    .replace(/['’`]s?\b|['’`]/g, "")
  return beyondAscii.test(lower) ? normalized(lower.replace(/ß/g, "ss"), "NFKD").replace(/\p{M}+/gu, "") : lower
}

/** Words in order, in lower case and without marks; an empty one stands where a sentence or a line ends. @internal */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(/[.!?;:|·•\n\r]+|\s[-–—]\s/u)
    .flatMap((part) => [...part.split(notLetters).filter((word) => word.length > 1 && word.length <= 40), ""])

/** Whether a word has something to say of a business. @internal */
export const isTelling = (word: string): boolean => word !== "" && !idle.has(word) && !/^\d+$/.test(word)

/** Stems of the words that say something, in order; an empty one where a sentence ends. @internal */
export const stemsIn = (text: string, stem: (word: string) => string = stemOf): ReadonlyArray<string> =>
  wordsOf(text).flatMap((word) => (word === "" ? [""] : isTelling(word) ? [stem(word)] : []))

/** Two words beside each other, in either order: lists turn names about, such as *stores, shoe*. @internal */
export const pairOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`)

/** The pairs of neighbours among stems. @internal */
export const pairsIn = (stems: ReadonlyArray<string>): ReadonlyArray<string> => {
  const pairs: Array<string> = []
  for (let index = 1; index < stems.length; index++) {
    const [one, other] = [stems[index - 1]!, stems[index]!]
    if (one !== "" && other !== "" && one !== other) pairs.push(pairOf(one, other))
  }
  return pairs
}
