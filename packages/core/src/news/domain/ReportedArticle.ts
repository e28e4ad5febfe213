/** An article as a source reports it, before the index makes anything of it. */
import type { DateTime } from "effect"

/** Kinds of coverage (`contract/news.md`, enumerations). */
export const articleTypes = ["editorial", "press_release", "regulatory_filing", "advisory"] as const
export type ArticleType = (typeof articleTypes)[number]

/** Who publishes it. */
export interface ArticleSource {
  readonly name: string
  /** The registered name of the publisher's site. */
  readonly domain: string
  /** Two letters, lower case; null where nothing says so. */
  readonly country: string | null
  /** Whether it was seen in the publisher's own feed. */
  readonly isDirect: boolean
}

export interface ReportedArticle {
  /** Absolute, `http` or `https`, without what only counts visits. */
  readonly url: string
  readonly title: string
  /** Plain text; null where the source gives none. */
  readonly excerpt: string | null
  /** ISO 639-1, lower case. */
  readonly language: string | null
  readonly imageUrl: string | null
  readonly authors: ReadonlyArray<string>
  /** Null where no reliable date is given; never in the future. */
  readonly publishedAt: DateTime.Utc | null
  readonly type: ArticleType
  readonly source: ArticleSource
  /** Words the source puts it under: categories, keywords, tickers of a news sitemap such as `NASDAQ:ACME`. */
  readonly labels: ReadonlyArray<string>
  /** Registered names of other sites that it links to. */
  readonly linkedDomains: ReadonlyArray<string>
  /** Names of whom a service says that it speaks, wherever it does. */
  readonly about?: ReadonlyArray<string>
}
