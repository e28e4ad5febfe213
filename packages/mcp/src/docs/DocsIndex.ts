/**
 * Finds sections of the documentation by words (BM25; words of headings count more), and settings, codes and fields by their names.
 *
 * **Details.** A name is no words: `WEBSITE_BLOCKED` is one thing, while pages about blocked websites are many. What a table says of a
 * name that is asked for comes first, then the sections that have the name, and then all others.
 */
import { type Entry, entriesOf, type Section } from "./sections.ts"

const words = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    // Plurals and simple endings, so that "monitors" finds "monitor".
    word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed)$/, (end) => (end === "ies" ? "y" : "")) : word
  )

/** What is a name wherever it stands, in a query or in a text: its parts are joined, or it is written in capitals. */
const joined = /\b(?:[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]*)+)/g
const capitals = /\b[A-Z][A-Z0-9]+\b/g

/** Most names of a query that are looked for. */
const mostNames = 8

/** Most tables of which rows are told for one name. */
const mostEntries = 3

/** The names that a query asks for. One word alone may be any name. */
const namesIn = (query: string): ReadonlyArray<string> => {
  const alone = /^[`"']?([A-Za-z][\w-]*)[`"']?$/.exec(query.trim())?.[1]
  const found = alone === undefined ? [...(query.match(joined) ?? []), ...(query.match(capitals) ?? [])] : [alone]
  return [...new Set(found)].slice(0, mostNames)
}

/** How much a word in a heading counts. */
const headingWeight = 4

/** How soon more of the same word stops counting, and how much longer sections are held back. */
const k = 1.4
const b = 0.6

/** What can be searched. */
export class DocsIndex {
  readonly #sections: ReadonlyArray<Section>
  readonly #places = new Map<string, Map<number, number>>()
  readonly #lengths: ReadonlyArray<number>
  readonly #average: number
  /** Rows of tables and sections, by the names that they have. */
  readonly #entries = new Map<string, Array<Entry & { readonly section: number }>>()
  readonly #naming = new Map<string, Set<number>>()

  constructor(sections: ReadonlyArray<Section>) {
    this.#sections = sections
    this.#lengths = sections.map(({ heading, text }, index) => {
      const inText = words(text)
      const inHeading = words(heading)
      for (const word of inText) this.#add(word, index, 1)
      for (const word of inHeading) this.#add(word, index, headingWeight)
      this.#addNames(sections[index]!, index)
      return inText.length + inHeading.length
    })
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, sections.length)
  }

  #add(word: string, index: number, weight: number): void {
    const found = this.#places.get(word) ?? new Map<number, number>()
    found.set(index, (found.get(index) ?? 0) + weight)
    this.#places.set(word, found)
  }

  #addNames(section: Section, index: number): void {
    for (const name of `${section.heading}\n${section.text}`.match(joined) ?? []) {
      const key = name.toLowerCase()
      const naming = this.#naming.get(key) ?? new Set<number>()
      this.#naming.set(key, naming.add(index))
    }
    for (const entry of entriesOf(section)) {
      const key = entry.name.toLowerCase()
      const entries = this.#entries.get(key) ?? []
      entries.push({ ...entry, section: index })
      this.#entries.set(key, entries)
    }
  }

  /** What tables say of the names: of each first what is written so, and then the table that has most of its kind. */
  #entriesOf(names: ReadonlyArray<string>) {
    return names.flatMap((name) =>
      (this.#entries.get(name.toLowerCase()) ?? [])
        .toSorted(
          (one, other) => Number(other.name === name) - Number(one.name === name) || other.tableRows - one.tableRows
        )
        .slice(0, mostEntries)
    )
  }

  /** The best sections, at most `limit`, best first; sections with none of the words are not among them. A row of a table is a section of its own where a name is asked for. */
  search(query: string, limit: number): ReadonlyArray<Section> {
    const scores = new Map<number, number>()
    for (const word of new Set(words(query.slice(0, 500)).slice(0, 32))) {
      const found = this.#places.get(word)
      if (found === undefined) continue
      const rarity = Math.log(1 + (this.#sections.length - found.size + 0.5) / (found.size + 0.5))
      for (const [index, count] of found) {
        const length = 1 - b + (b * this.#lengths[index]!) / this.#average
        scores.set(index, (scores.get(index) ?? 0) + (rarity * count * (k + 1)) / (count + k * length))
      }
    }
    const names = namesIn(query.slice(0, 500))
    const entries = this.#entriesOf(names)
    // What a whole table says of other names helps nobody who asked for one; a plain word asks for more than a name.
    const told = new Set(entries.filter(({ name }) => !/^[a-z]+$/.test(name)).map(({ section }) => section))
    const namesOf = (index: number) =>
      names.filter((name) => this.#naming.get(name.toLowerCase())?.has(index) === true).length
    const others = [...scores]
      .filter(([index]) => !told.has(index))
      .map(([index, score]) => ({ index, score, names: namesOf(index) }))
      .sort((one, other) => other.names - one.names || other.score - one.score || one.index - other.index)
    return [
      ...entries.map(({ heading, page, text }) => ({ page, heading, text })),
      ...others.map(({ index }) => this.#sections[index]!)
    ].slice(0, limit)
  }
}
