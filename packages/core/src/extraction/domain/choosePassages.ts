/**
 * The sentences of pages that say most of what is asked for.
 *
 * **Details.** Sentences are weighed by the words that they share with the question, rare ones more (BM25), and by whether the title of
 * their page names what it is about. Work is done in pieces: whoever drives the generator lets others have their turn between them.
 */

import { fold, isUnspaced, stemOf, wordsOf } from "../../search/domain/indexTerms.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { FactSheet } from "./FactSheet.ts"
import { headingsAbove } from "./headingsAbove.ts"

/** A sentence as its page has it. */
export interface Passage {
  readonly url: string
  readonly text: string
  /** Terms of the sentence, each once. */
  readonly terms: ReadonlySet<string>
  readonly length: number
  /** Whether it stands on a page whose title or address has a word of what is asked for. */
  readonly isOnTopic: boolean
  /** Of its page, as its author says it; empty when he does not. */
  readonly language: string
  /** Terms of the headings that it stands below, for each part of its page that says it; the first of them is the part where it stands first. */
  readonly headings: ReadonlyArray<ReadonlySet<string>>
}

/** The sentences of all pages, and how many of them have each term. */
export interface Passages {
  readonly all: ReadonlyArray<Passage>
  readonly withTerm: ReadonlyMap<string, number>
  readonly averageLength: number
  /** How many there are, where `all` has some of them alone; as many as that when absent. */
  readonly count?: number
}

/** Sentences of one page and of all; those of one page that are looked at, most of which may be none; characters of one, and parts that say it. */
const limits = { ofPage: 2_000, all: 8_000, looked: 20_000, shortest: 15, longest: 600, parts: 20 } as const

/** Sentences between two turns of others. */
const turn = 200

/** Who does, what is done and the doing of it are asked for by each other's names: founder, founded, foundation. */
const rootOf = (stem: string): string =>
  stem.length < 6 ? stem : stem.replace(/(?:ers?|ors?|ation|ions?|ments?)$/, "")

/** The terms of a text, without words that every text has. @internal */
export const contentTerms = (text: string): ReadonlyArray<string> =>
  wordsOf(fold(text)).flatMap((word) => (isUnspaced(word) ? [...word] : isStopWord(word) ? [] : [rootOf(stemOf(word))]))

const sentencesOf = (line: string): ReadonlyArray<string> =>
  line.split(
    /(?<=[.!?…]["'”’)]?)(?<!(?:^|[\s(])(?:\p{Lu}|Dr|Mrs?|Ms|Prof|St|Nr|Mio|Mrd)\.)\s+(?=[\p{Lu}\p{N}"'“(])|(?<=[。！？])/u
  )

/** Reads the sentences of pages, yielding between pieces of the work; those until it is told that time is over. @internal */
export function* readPassages(
  sheets: ReadonlyArray<FactSheet>,
  subject: ReadonlySet<string>
): Generator<void, Passages, boolean | undefined> {
  const all: Array<Passage> = []
  const withTerm = new Map<string, number>()
  let length = 0
  let isOver = false
  for (const { headings = [], language, text, title, url } of sheets) {
    const named = contentTerms(`${title ?? ""} ${parseUrl(url)?.hostname ?? ""}`)
    const isOnTopic = subject.size === 0 || named.some((term) => subject.has(term))
    const known = new Map<string, Array<ReadonlySet<string>>>()
    const lines = text.split("\n")
    const above = headingsAbove(lines, headings, contentTerms)
    let looked = 0
    for (const [at, line] of lines.entries()) {
      if (isOver || looked >= limits.looked) break
      const part = above(at)
      for (const sentence of sentencesOf(line)) {
        looked += 1
        if (looked % turn === 0) isOver = (yield) === true
        if (isOver || looked >= limits.looked) break
        const clean = sentence.replace(/\s+/g, " ").trim()
        if (clean.length < limits.shortest || clean.length > limits.longest) continue
        const parts = known.get(clean)
        if (parts !== undefined) {
          if (parts.at(-1) !== part && parts.length < limits.parts) parts.push(part)
          continue
        }
        if (known.size >= limits.ofPage || all.length >= limits.all) break
        const own = [part]
        known.set(clean, own)
        const terms = contentTerms(clean)
        const passage: Passage = {
          ...{ url, text: clean, terms: new Set(terms), length: terms.length, isOnTopic, language },
          headings: own
        }
        length += terms.length
        for (const term of passage.terms) withTerm.set(term, (withTerm.get(term) ?? 0) + 1)
        all.push(passage)
      }
    }
    if (isOver || (yield) === true) break
  }
  return { all, withTerm, averageLength: all.length === 0 ? 1 : Math.max(1, length / all.length) }
}

/** A sentence with what it is worth. */
export interface RankedPassage {
  readonly passage: Passage
  readonly score: number
  /** Share of what is asked for and stands on any page that it says, rare words more, from 0 to 1. */
  readonly covered: number
  /** Share of all words that are asked for. */
  readonly share: number
}

const saturation = { k: 1.2, b: 0.6 } as const

/** The sentences that share words with the question, the best first, at most so many. @internal */
export const rankPassages = (
  { all, averageLength, count = all.length, withTerm }: Passages,
  wanted: ReadonlyMap<string, number>,
  most: number
): ReadonlyArray<RankedPassage> => {
  const worth = new Map<string, number>()
  let whole = 0
  for (const [term, weight] of wanted) {
    const having = withTerm.get(term) ?? 0
    const own = weight * Math.log(1 + (count - having + 0.5) / (having + 0.5))
    worth.set(term, own)
    if (having > 0) whole += own
  }
  if (whole === 0) return []
  const ranked: Array<RankedPassage> = []
  for (const passage of all) {
    let said = 0
    let terms = 0
    // Whichever has fewer is gone through: sentences of a writing without spaces may have more than a question.
    if (worth.size < passage.terms.size) {
      for (const [term, own] of worth) {
        if (!passage.terms.has(term)) continue
        said += own
        terms += 1
      }
    } else {
      for (const term of passage.terms) {
        const own = worth.get(term)
        if (own === undefined) continue
        said += own
        terms += 1
      }
    }
    // What has no word but those of the question, as a heading has, answers nothing.
    if (said === 0 || terms === passage.terms.size) continue
    const { b, k } = saturation
    const score = (said * (k + 1)) / (1 + k * (1 - b + (b * passage.length) / averageLength))
    ranked.push({
      passage,
      score: score * (passage.isOnTopic ? 1.25 : 1),
      covered: said / whole,
      share: terms / worth.size
    })
  }
  return ranked.toSorted((one, other) => other.score - one.score).slice(0, most)
}
