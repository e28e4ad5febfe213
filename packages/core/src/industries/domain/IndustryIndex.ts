/** A list of industries by the words that are said of each, with what each word weighs there. */
import type { Industry, IndustryTable } from "./IndustryTable.ts"
import { type Role, roleOf } from "./roles.ts"
import { stemOf } from "./stems.ts"
import { pairOf, pairsIn, stemsIn } from "./words.ts"

/** What is said of an industry, by where it is said: how much a word counts there, and how much the length takes from it. */
const fields = {
  title: { weight: 3, cut: 0.4 },
  entries: { weight: 2, cut: 0.75 },
  description: { weight: 0.8, cut: 0.75 },
  groups: { weight: 0.3, cut: 0.3 }
} as const
type Field = keyof typeof fields
const fieldNames = Object.keys(fields) as ReadonlyArray<Field>

/** How soon more of a word adds nothing (BM25's k1). */
const saturation = 1.2

/**
 * Which industries each word is said of, and what it weighs there: those of the word with number `n` stand from `begins[n]` to
 * `begins[n + 1]`. Lists of their own for fifty thousand words took ten times as long to make and thirty megabytes.
 */
export interface IndustryIndex {
  readonly industries: ReadonlyArray<Industry>
  readonly groups: ReadonlyMap<string, string>
  readonly roles: ReadonlyArray<Role>
  readonly numbers: ReadonlyMap<string, number>
  readonly begins: Uint32Array
  /** Places in the list. */
  readonly places: Uint16Array
  readonly weights: Float32Array
}

type Counts = Map<string, number>

const count = (counts: Counts, term: string): void => {
  counts.set(term, (counts.get(term) ?? 0) + 1)
}

/** Words that every entry of a wholesaler or a manufacturer has: what they do is told by their role. */
const roleWords = new Set(["manufactur", "wholesal", "retail", "merchant", "mfpm", "mfg", "store", "dealer"])

const addWords = (counts: Counts, text: string, stem: (word: string) => string): void => {
  for (const one of stemsIn(text, stem)) if (one !== "") count(counts, one)
}

const addText = (counts: Counts, text: string, stem: (word: string) => string): void => {
  const stems = stemsIn(text, stem)
  for (const one of stems) if (one !== "") count(counts, one)
  for (const pair of pairsIn(stems)) count(counts, pair)
}

/** An entry is short and its words belong together, however they are turned about. */
const addEntry = (counts: Counts, entry: string, stem: (word: string) => string): void => {
  const stems = [...new Set(stemsIn(entry, stem).filter((one) => one !== ""))]
  for (const one of stems) count(counts, one)
  const paired = stems.filter((one) => !roleWords.has(one)).slice(0, 4)
  for (let first = 0; first < paired.length; first++) {
    for (let second = first + 1; second < paired.length; second++)
      count(counts, pairOf(paired[first]!, paired[second]!))
  }
}

const groupTitles = ({ code }: Industry, groups: ReadonlyMap<string, string>): string =>
  [2, 3, 4].map((length) => groups.get(code.slice(0, length)) ?? "").join(". ")

const countsOf = (industry: Industry, table: IndustryTable, stem: (word: string) => string) => {
  const counts = { title: new Map(), entries: new Map(), description: new Map(), groups: new Map() } as {
    readonly [F in Field]: Counts
  }
  addText(counts.title, industry.title, stem)
  for (const entry of industry.entries) addEntry(counts.entries, entry, stem)
  addWords(counts.description, industry.description, stem)
  addWords(counts.groups, groupTitles(industry, table.groups), stem)
  return counts
}

const sizeOf = (counts: Counts): number => {
  let size = 0
  for (const one of counts.values()) size += one
  return size
}

/** Words are met again and again: a stem is computed once. */
const remembering = (): ((word: string) => string) => {
  const known = new Map<string, string>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const stem = stemOf(word)
    known.set(word, stem)
    return stem
  }
}

/** Characters of a description that are kept once its words are counted. */
const keptDescription = 300

/** The words are in the postings: what they were read of need not be kept. */
const withoutEntries = (industry: Industry): Industry => ({
  ...industry,
  description: industry.description.slice(0, keptDescription),
  entries: []
})

/** Industries that are counted between two stops. */
const stretch = 8

type Counted = { readonly [F in Field]: Counts }
type Sizes = { readonly [F in Field]: number }

const sizesOf = (counted: Counted): Sizes =>
  Object.fromEntries(fieldNames.map((field) => [field, sizeOf(counted[field])])) as Sizes

/** What each word weighs for one industry, before it is known how many others it is said of. */
const weightsOf = (counted: Counted, sizes: Sizes, average: Sizes): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const field of fieldNames) {
    const { cut, weight } = fields[field]
    const norm = 1 - cut + cut * (sizes[field] / average[field])
    for (const [term, times] of counted[field]) weights.set(term, (weights.get(term) ?? 0) + (weight * times) / norm)
  }
  return weights
}

/** Words that are ordered between two stops. */
const orderedStretch = 20_000

/** What was said of each industry, word by word, put in the order of the words. */
function* ordered(
  said: ReadonlyArray<readonly [term: number, place: number, weight: number]>,
  terms: number,
  all: number
) {
  const begins = new Uint32Array(terms + 1)
  for (const [term] of said) begins[term + 1]! += 1
  for (let term = 0; term < terms; term++) begins[term + 1]! += begins[term]!
  yield
  const next = begins.slice(0, terms)
  const places = new Uint16Array(said.length)
  const weights = new Float32Array(said.length)
  for (let at = 0; at < said.length; at++) {
    const [term, place, weight] = said[at]!
    const known = begins[term + 1]! - begins[term]!
    const rarity = Math.log(1 + (all - known + 0.5) / (known + 0.5))
    const to = next[term]!++
    places[to] = place
    weights[to] = rarity * (weight / (saturation + weight))
    if (at % orderedStretch === orderedStretch - 1) yield
  }
  return { begins, places, weights }
}

/** Makes the index, and stops now and then, so that whoever makes it may let others go on. @internal */
export function* indexing(table: IndustryTable): Generator<void, IndustryIndex> {
  const { groups, industries } = table
  const stem = remembering()
  const counted: Array<Counted> = []
  for (const [place, industry] of industries.entries()) {
    counted.push(countsOf(industry, table, stem))
    if (place % stretch === stretch - 1) yield
  }
  const sizes = counted.map(sizesOf)
  const average = Object.fromEntries(
    fieldNames.map((field) => [
      field,
      Math.max(1, sizes.reduce((sum, one) => sum + one[field], 0) / Math.max(1, sizes.length))
    ])
  ) as Sizes
  const numbers = new Map<string, number>()
  const said: Array<readonly [term: number, place: number, weight: number]> = []
  for (const [place, one] of counted.entries()) {
    for (const [term, weight] of weightsOf(one, sizes[place]!, average)) {
      const known = numbers.get(term) ?? numbers.size
      if (known === numbers.size) numbers.set(term, known)
      said.push([known, place, weight])
    }
    if (place % stretch === stretch - 1) yield
  }
  const postings = yield* ordered(said, numbers.size, industries.length)
  return {
    industries: industries.map(withoutEntries),
    groups,
    roles: industries.map(({ code }) => roleOf(code)),
    numbers,
    ...postings
  }
}
