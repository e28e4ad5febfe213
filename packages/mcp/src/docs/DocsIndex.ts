/** Finds sections of the documentation by words (BM25; words of headings count more). */
import type { Section } from "./sections.ts"

const words = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    // Plurals and simple endings, so that "monitors" finds "monitor".
    word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed)$/, (end) => (end === "ies" ? "y" : "")) : word
  )

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

  constructor(sections: ReadonlyArray<Section>) {
    this.#sections = sections
    this.#lengths = sections.map(({ heading, text }, index) => {
      const inText = words(text)
      const inHeading = words(heading)
      for (const word of inText) this.#add(word, index, 1)
      for (const word of inHeading) this.#add(word, index, headingWeight)
      return inText.length + inHeading.length
    })
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, sections.length)
  }

  #add(word: string, index: number, weight: number): void {
    const found = this.#places.get(word) ?? new Map<number, number>()
    found.set(index, (found.get(index) ?? 0) + weight)
    this.#places.set(word, found)
  }

  /** The best sections, at most `limit`, best first; sections with none of the words are not among them. */
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
    return [...scores]
      .sort(([first, one], [second, other]) => other - one || first - second)
      .slice(0, limit)
      .map(([index]) => this.#sections[index]!)
  }
}
