/** An article as it is kept, with everything that finds it. Threads without `effect` use this. */
import type { ArticleType } from "./ReportedArticle.ts"

/** Whether an article is about somebody, or only names it (contract/news.md). */
export type MatchLevel = "primary" | "secondary"

/** What is told of an article. */
export interface ArticleRecord {
  readonly url: string
  readonly title: string
  readonly excerpt: string | null
  readonly language: string | null
  readonly imageUrl: string | null
  readonly authors: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  readonly publishedAt: number | null
  readonly type: ArticleType
  readonly source: {
    readonly name: string
    readonly domain: string
    readonly country: string | null
    readonly isDirect: boolean
  }
}

/** Somebody that an article speaks of, and how surely: `weightOf`. */
export interface Mention {
  /** `hashOf` what it is known by. */
  readonly key: number
  readonly weight: number
}

export interface NewsEntry {
  readonly id: string
  readonly record: ArticleRecord
  readonly mentions: ReadonlyArray<Mention>
  /** Of those that share one, the same day and the language, stories are looked for. */
  readonly bands: ReadonlyArray<number>
  /** The day that it was published on, or seen where that is not known: days since 1970. */
  readonly day: number
}

/** Weights of primary mentions begin here: a mention is 1,001 for being primary, and a thousandth for each part of its confidence. */
export const primaryWeight = 1_001

/** @internal */
export const weightOf = (level: MatchLevel, confidence: number): number =>
  (level === "primary" ? primaryWeight : 0) + Math.round(Math.min(1, Math.max(0, confidence)) * 1_000)

/** Where an article without a reliable date stands among others: behind all. */
export const undated = -1

/** @internal */
export const sortedAt = ({ publishedAt }: ArticleRecord): number => publishedAt ?? undated

/** What a record has that was not known, and what was known: a later report fills what an earlier lacked. @internal */
export const mergeRecords = (known: ArticleRecord, later: ArticleRecord): ArticleRecord => ({
  url: known.url,
  title: known.title,
  excerpt: known.excerpt ?? later.excerpt,
  language: known.language ?? later.language,
  imageUrl: known.imageUrl ?? later.imageUrl,
  authors: known.authors.length > 0 ? known.authors : later.authors,
  publishedAt: known.publishedAt ?? later.publishedAt,
  // Whoever saw it in the publisher's own feed knows best what it is.
  type: known.type === "editorial" || (later.source.isDirect && !known.source.isDirect) ? later.type : known.type,
  source: {
    name: later.source.isDirect && !known.source.isDirect ? later.source.name : known.source.name,
    domain: known.source.domain,
    country: known.source.country ?? later.source.country,
    isDirect: known.source.isDirect || later.source.isDirect
  }
})

/** All mentions, the heaviest of each key. @internal */
export const mergeMentions = (...lists: ReadonlyArray<ReadonlyArray<Mention>>): ReadonlyArray<Mention> => {
  const weights = new Map<number, number>()
  for (const { key, weight } of lists.flat()) weights.set(key, Math.max(weights.get(key) ?? 0, weight))
  return [...weights].map(([key, weight]) => ({ key, weight }))
}
