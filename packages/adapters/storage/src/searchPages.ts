/**
 * How pages are searched for in tables: what the stores on SQLite and on Postgres have in common.
 *
 * **Model.** The tables know which pages have a term, and give the newest of those that have terms together; they know nothing of
 * order. A search takes candidates from them, the best chances first (all words in the title, all words anywhere, all but one, two
 * of the rarest, the rarest), reads these, and ranks them by their text (`rankHits`). Of a question of many words hardly a page has all but one,
 * and many have two: of those the tables give the ones whose words are rarest together, as long as they are few enough to be looked at.
 *
 * **Details.** How common a word is is counted among the newest pages of the organization, all of them while they are few. What would
 * find more pages than a search may touch is looked for among the newest alone: so a word that a million pages have costs no more
 * than one that some thousands have, and what is lost is old pages for words that tell little. What tables cannot tell (phrases,
 * words that must not be there, parts of addresses) is looked at in the pages that were read, and more are read when too few are
 * left, up to a bound.
 */
import { forEachInTurns, mapInTurns } from "@kittiwake/core/internal/organizations/inThreadTurns"
import { hitOf } from "@kittiwake/core/internal/search/domain/hitOf"
import { domainTerm, titleTerm } from "@kittiwake/core/internal/search/domain/indexTerms"
import {
  byScore,
  type IndexCounts,
  rarityOf,
  usualText,
  weighPage
} from "@kittiwake/core/internal/search/domain/rankHits"
import {
  phraseTerms,
  type ReadQuestion,
  readQuestion,
  type TermTree
} from "@kittiwake/core/internal/search/domain/readQuestion"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { IndexedPage, IndexHit } from "@kittiwake/core/search/domain/IndexedPage"
import type { SearchQuestion } from "@kittiwake/core/search/domain/SearchQuestion"
import { type DateTime, Effect } from "effect"
import { type StoredPage, toPage } from "./indexedPages.ts"
import { blockOf, blockTerm } from "./indexSpaces.ts"

/** The pages of one organization. */
export interface IndexSpace {
  readonly space: number
  readonly pages: number
  /** Of the text of all of them. */
  readonly bytes: number
  /** The number within the organization that the next page gets. */
  readonly nextSeq: number
}

/** Pages that are wanted. */
export interface WantedPages {
  readonly tree: TermTree
  /** Milliseconds since 1970; none that is known to be older. */
  readonly publishedSince: number | null
  /** Only pages with a smaller number. */
  readonly before: number | null
  /** Most pages, those with the greatest numbers first. */
  readonly limit: number
}

/** Pages that are wanted by how much the terms they have weigh together. */
export interface HeaviestPages {
  readonly terms: ReadonlyArray<{ readonly term: string; readonly weight: number }>
  /** What each of them has too; null where that is nothing. */
  readonly within: TermTree | null
  /** As of `WantedPages`. */
  readonly publishedSince: number | null
  readonly limit: number
}

/** The tables. */
export interface IndexRows<E> {
  /** Undefined where the organization has no pages. */
  readonly space: Effect.Effect<IndexSpace | undefined, E>
  /** How many pages have each of the terms together with `within`, all of them where that is null. */
  readonly counts: (
    space: IndexSpace,
    terms: ReadonlyArray<string>,
    within: TermTree | null
  ) => Effect.Effect<ReadonlyArray<number>, E>
  readonly match: (space: IndexSpace, wanted: WantedPages) => Effect.Effect<ReadonlyArray<number>, E>
  /** Those that have at least two of the terms, the heaviest first, and of equals the newest. */
  readonly heaviest: (space: IndexSpace, wanted: HeaviestPages) => Effect.Effect<ReadonlyArray<number>, E>
  /** In no order; without those that are gone. */
  readonly load: (space: IndexSpace, pageNos: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<StoredPage>, E>
}

const most = {
  /** Pages of one step's candidates, and of all; more where more results are wanted. */
  candidates: { step: 120, all: 280 },
  /** Pages that a step may find. */
  matched: 4_000,
  /** Pages that the rarest of the words that a step wants together may have. */
  scanned: 60_000,
  /** Words by which pages are weighed in the tables, and how many pages may have one of them, a page for each of its words. */
  weighed: { terms: 10, least: 4, pages: 8_000 },
  /** Pages that are read where many do not have what is demanded. */
  looked: 1_500,
  /** Newest blocks that are named in a question to the tables. */
  blocks: 64
} as const

/** Blocks in which it is counted how common words are, once there are more. */
const countedBlocks = 2

const leaf = (term: string): TermTree => ({ term })

const allOf = (trees: ReadonlyArray<TermTree>): TermTree => (trees.length === 1 ? trees[0]! : { all: trees })

const anyOf = (trees: ReadonlyArray<TermTree>): TermTree => (trees.length === 1 ? trees[0]! : { any: trees })

const leavesOf = (tree: TermTree): ReadonlyArray<string> => {
  if ("term" in tree) return [tree.term]
  return ("all" in tree ? tree.all : tree.any).flatMap(leavesOf)
}

const phraseTree = (phrase: string): TermTree => allOf(phraseTerms(phrase).map(leaf))

const hasLetters = (phrase: string): boolean => phraseTerms(phrase).length > 0

/** What every hit has; null when nothing can have it. */
const demandsOf = (read: ReadQuestion): ReadonlyArray<TermTree> | null => {
  const lists = read.anyOf.map((list) => list.filter(hasLetters))
  if (![...read.phrases, ...read.inTitle].every(hasLetters) || lists.some((list) => list.length === 0)) return null
  return [
    ...read.phrases.map(phraseTree),
    ...lists.map((list) => anyOf(list.map(phraseTree))),
    ...read.inTitle.map((phrase) => allOf(phraseTerms(phrase).map((term) => leaf(titleTerm(term))))),
    ...(read.includeDomains.length === 0 ? [] : [anyOf(read.includeDomains.map((one) => leaf(domainTerm(one))))])
  ]
}

/** Whether pages may have all terms that are asked for and not be answers. */
const isLookedAt = (read: ReadQuestion): boolean =>
  read.phrases.length + read.anyOf.length + read.without.length + read.inTitle.length + read.inUrl.length > 0 ||
  read.excludeDomains.length > 0

const newestBlocks = ({ nextSeq }: IndexSpace, count: number): TermTree => {
  const newest = blockOf(Math.max(0, nextSeq - 1))
  const length = Math.min(count, newest + 1)
  return anyOf(Array.from({ length }, (_, at) => leaf(blockTerm(newest - at))))
}

const blocksOf = ({ nextSeq }: IndexSpace): number => blockOf(Math.max(0, nextSeq - 1)) + 1

/** How common terms are, from the newest pages of the organization. */
const countTerms = Effect.fnUntraced(function* <E>(
  rows: IndexRows<E>,
  space: IndexSpace,
  terms: ReadonlyArray<string>
): Effect.fn.Return<IndexCounts, E> {
  const isSampled = blocksOf(space) > countedBlocks
  const sampled = Array.from({ length: countedBlocks }, (_, at) => blockTerm(blocksOf(space) - 1 - at))
  const within = isSampled ? newestBlocks(space, countedBlocks) : null
  const asked = isSampled ? [...terms, ...sampled] : terms
  const counts = yield* rows.counts(space, asked, within)
  const looked = isSampled ? Math.max(1, counts[terms.length]! + counts[terms.length + 1]!) : space.pages
  const scale = isSampled ? space.pages / looked : 1
  const textLength = usualText(space.bytes, space.pages)
  return { pages: space.pages, textLength, withTerm: new Map(terms.map((term, at) => [term, counts[at]! * scale])) }
})

/** What a tree costs and finds, as a guess: words stand in pages as if they knew nothing of each other. */
const guess = (tree: TermTree, counts: IndexCounts): { readonly scanned: number; readonly matched: number } => {
  if ("term" in tree) {
    const having = counts.withTerm.get(tree.term) ?? 0
    return { scanned: having, matched: having }
  }
  const parts = ("all" in tree ? tree.all : tree.any).map((part) => guess(part, counts))
  if ("any" in tree) {
    return {
      scanned: parts.reduce((sum, { scanned }) => sum + scanned, 0),
      matched: parts.reduce((sum, { matched }) => sum + matched, 0)
    }
  }
  const pages = Math.max(1, counts.pages)
  return {
    scanned: Math.min(...parts.map(({ scanned }) => scanned)),
    matched: parts.reduce((share, { matched }) => share * Math.min(1, matched / pages), pages)
  }
}

/** The tree among so many of the newest pages that a search may touch what it finds. */
const bounded = (tree: TermTree, space: IndexSpace, counts: IndexCounts): TermTree => {
  const { matched, scanned } = guess(tree, counts)
  const share = Math.min(1, most.matched / Math.max(1, matched), most.scanned / Math.max(1, scanned))
  if (share === 1) return tree
  const blocks = Math.min(most.blocks, Math.max(countedBlocks, Math.ceil(blocksOf(space) * share)))
  return blocks >= blocksOf(space) ? tree : allOf([tree, newestBlocks(space, blocks)])
}

/** The rarest terms by which pages can be weighed; none where too many pages have them. */
const weighedTerms = (terms: ReadonlyArray<string>, counts: IndexCounts): HeaviestPages["terms"] => {
  const chosen: Array<HeaviestPages["terms"][number]> = []
  let pages = 0
  for (const term of terms.slice(0, most.weighed.terms)) {
    const having = counts.withTerm.get(term) ?? 0
    pages += having
    if (pages > most.weighed.pages) break
    if (having > 0) chosen.push({ term, weight: rarityOf(counts.pages, Math.min(counts.pages, having)) })
  }
  return chosen.length < most.weighed.least ? [] : chosen
}

/** Steps of a search, the best chances first. Terms come rarest first. */
const stepsOf = (terms: ReadonlyArray<string>, pairsOf: "pairs" | "heaviest"): ReadonlyArray<TermTree | "heaviest"> => {
  const words = terms.map(leaf)
  const [titled, rarest] = [terms.map((term) => leaf(titleTerm(term))), words.slice(0, 6)]
  const pairs = rarest.flatMap((one, at) => rarest.slice(at + 1).map((other) => allOf([one, other])))
  const butOne = words.length > 8 ? [] : words.map((_, at) => allOf(words.filter((__, other) => other !== at)))
  return [
    ...(words.length > 8 ? [] : [allOf(titled)]),
    allOf(words),
    ...(words.length > 2 && butOne.length > 0 ? [anyOf(butOne)] : []),
    ...(words.length > 1 ? [anyOf(titled.slice(0, 3))] : []),
    ...(words.length > 3 ? [pairsOf === "heaviest" ? pairsOf : anyOf(pairs)] : []),
    ...(words.length > 1 ? rarest.slice(0, 3) : [])
  ]
}

/** A page that answers, and how well. */
interface Weighed {
  readonly page: IndexedPage
  readonly score: number
  readonly readAt: DateTime.Utc
  readonly url: string
}

/** Searches the tables for one organization. */
export const searchPages = Effect.fnUntraced(function* <E>(
  rows: IndexRows<E>,
  organizationId: OrganizationId,
  question: SearchQuestion,
  at: DateTime.Utc
): Effect.fn.Return<ReadonlyArray<IndexHit>, E> {
  const read = readQuestion(question)
  const demands = demandsOf(read)
  const space = yield* rows.space
  if (space === undefined || space.pages === 0 || demands === null || read.count < 1) return []
  if (read.units.length === 0 && read.asksForWords) return []

  const asked = [...new Set(read.units.map(({ term }) => term))]
  const counts = yield* countTerms(rows, space, [
    ...new Set([...asked, ...asked.map(titleTerm), ...demands.flatMap(leavesOf)])
  ])
  const commonness = (term: string) => counts.withTerm.get(term) ?? 0
  // What stands in any text tells which page is better, and not which to look at.
  const telling = new Set(read.units.filter(({ isSlight }) => !isSlight).map(({ term }) => term))
  const terms = asked.filter((term) => telling.has(term)).toSorted((a, b) => commonness(a) - commonness(b))
  const weighed = isLookedAt(read) ? [] : weighedTerms(terms, counts)
  const steps = terms.length === 0 ? [] : stepsOf(terms, weighed.length > 0 ? "heaviest" : "pairs")
  const anything = demands.length === 0 ? [newestBlocks(space, most.blocks)] : []
  const trees =
    steps.length === 0
      ? [allOf([...demands, ...anything])]
      : steps.map((step) => (step === "heaviest" ? step : allOf([...demands, step])))

  const publishedSince = read.publishedSince?.epochMilliseconds ?? null
  const inStep = Math.max(most.candidates.step, read.count)
  const inAll = Math.max(most.candidates.all, 2 * read.count)
  const looked = new Set<number>()
  const found: Array<Weighed> = []

  const look = Effect.fnUntraced(function* (pageNos: ReadonlyArray<number>) {
    const stored = yield* rows.load(space, pageNos)
    yield* forEachInTurns(stored, (row) => {
      const page = toPage(organizationId, row)
      const score = weighPage(read, page, counts, at)
      if (score !== null) found.push({ page, score, readAt: page.readAt, url: page.url })
    })
  })

  for (const tree of trees) {
    if (tree === "heaviest") {
      const within = demands.length === 0 ? null : allOf(demands)
      const wanted = { terms: weighed, within, publishedSince, limit: inStep }
      const fresh = (yield* rows.heaviest(space, wanted)).filter((pageNo) => !looked.has(pageNo))
      for (const pageNo of fresh) looked.add(pageNo)
      if (fresh.length > 0) yield* look(fresh)
      if (looked.size >= inAll && found.length >= read.count) break
      continue
    }
    let before: number | null = null
    for (;;) {
      const limit: number = inStep
      const wanted: WantedPages = { tree: bounded(tree, space, counts), publishedSince, before, limit }
      const pageNos: ReadonlyArray<number> = yield* rows.match(space, wanted)
      const fresh = pageNos.filter((pageNo) => !looked.has(pageNo))
      for (const pageNo of fresh) looked.add(pageNo)
      if (fresh.length > 0) yield* look(fresh)
      if (pageNos.length < limit || found.length >= read.count || !isLookedAt(read)) break
      if (looked.size >= most.looked) break
      before = pageNos.at(-1)!
    }
    if (looked.size >= inAll && found.length >= read.count) break
    if (looked.size >= most.looked) break
  }
  const best = found.sort(byScore).slice(0, read.count)
  return yield* mapInTurns(best, ({ page, score }) => hitOf(read, page, score, counts))
})
