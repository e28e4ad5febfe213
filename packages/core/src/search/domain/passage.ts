/** The part of a page that shows why it was found. */
import type { IndexedPage } from "./IndexedPage.ts"
import { fold, stemOf } from "./indexTerms.ts"
import type { IndexCounts } from "./rankHits.ts"
import type { ReadQuestion } from "./readQuestion.ts"

/** Characters of a passage. */
const longest = 280

/** Lines of a page that are looked at. */
const mostLines = 2_000

const wordRuns = /[\p{L}\p{N}\p{M}]+/gu

/** Sentences of a line, as far as their ends can be told; a long one in pieces. */
const piecesOf = (line: string): ReadonlyArray<string> => {
  if (line.length <= longest) return [line]
  const pieces: Array<string> = []
  for (const sentence of line.split(/(?<=[.!?…]\s)|(?<=[。！？])/u)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + sentence.length <= longest) pieces[pieces.length - 1] = last + sentence
    else pieces.push(sentence)
  }
  return pieces
}

/** Cuts a passage between words. */
const shortened = (passage: string): string => {
  const clean = passage.replace(/\s+/g, " ").trim()
  if (clean.length <= longest) return clean
  const cut = clean.slice(0, longest - 1)
  const space = cut.lastIndexOf(" ")
  return `${(space > longest / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, "")).trimEnd()}…`
}

/** Around the first place of what is looked for, where a piece is longer than a passage. */
const around = (piece: string, first: number): string =>
  piece.length <= longest || first < longest / 2 ? piece : piece.slice(piece.indexOf(" ", first - longest / 3) + 1)

interface Heard {
  readonly weight: number
  readonly first: number
}

const hear = (piece: string, weights: ReadonlyMap<string, number>, unspaced: ReadonlyMap<string, number>): Heard => {
  const found = new Set<string>()
  let weight = 0
  let first = -1
  const note = (term: string, own: number, at: number) => {
    if (found.has(term)) return
    found.add(term)
    weight += own
    if (first < 0 || at < first) first = at
  }
  if (weights.size > 0) {
    for (const match of piece.matchAll(wordRuns)) {
      const term = stemOf(fold(match[0]))
      const own = weights.get(term)
      if (own !== undefined) note(term, own, match.index)
    }
  }
  if (unspaced.size > 0) {
    const folded = fold(piece)
    for (const [term, own] of unspaced) {
      const at = folded.indexOf(term)
      if (at >= 0) note(term, own, at)
    }
  }
  return { weight, first: Math.max(0, first) }
}

/** The best passage of a page: that with the most and rarest of the words; of equals the first. The description where none has any. */
export const passageOf = (read: ReadQuestion, { description, text }: IndexedPage, counts: IndexCounts): string => {
  const weights = new Map<string, number>()
  const unspaced = new Map<string, number>()
  const add = (term: string, isUnspaced: boolean) => {
    const having = counts.withTerm.get(term) ?? 0
    ;(isUnspaced ? unspaced : weights).set(term, Math.log(1 + (counts.pages + 1) / (having + 1)))
  }
  for (const { isUnspaced, term } of read.units) add(term, isUnspaced)
  for (const phrase of [...read.phrases, ...read.anyOf.flat()]) {
    for (const word of phrase.trim().split(" "))
      if (word !== "") add(stemOf(word), [...word].length === 1 && word > "\u0e00")
  }
  let best = { piece: "", weight: 0, first: 0 }
  const described = description.trim() === "" ? [] : [description]
  for (const line of [...described, ...text.split("\n", mostLines)]) {
    for (const piece of piecesOf(line)) {
      const { first, weight } = hear(piece, weights, unspaced)
      // A bare word on a line of its own, as in a menu, shows less than a sentence.
      const worth = weight * Math.min(1, 0.6 + piece.length / 200)
      if (worth > best.weight) best = { piece, weight: worth, first }
    }
  }
  if (best.weight > 0) return shortened(around(best.piece, best.first))
  return shortened(described[0] ?? text.split("\n", 20).find((line) => line.length > 40) ?? text.slice(0, longest))
}
