/** An article as it is kept, with everything that finds it. Threads without `effect` use this. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
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

/** Where an article without a reliable date stands among others: behind all. @internal */
export const undated = -1

/** @internal */
export const sortedAt = ({ publishedAt }: ArticleRecord): number => publishedAt ?? undated

/** Who reports an article: somebody else, a site of what stands elsewhere, or the publisher of what stands on its own site. */
const standings = { others: 0, named: 1, own: 2 } as const

/** Where an article stands on the site of the publisher that it names, nobody knows it better. */
const standingOf = ({ source, url }: ArticleRecord): number => {
  if (!source.isDirect) return standings.others
  const host = parseUrl(url)?.hostname ?? ""
  const site = source.domain.replace(/:\d+$/, "")
  return host === site || host.endsWith(`.${site}`) ? standings.own : standings.named
}

const filled = (known: ArticleRecord, later: ArticleRecord): ArticleRecord => ({
  url: known.url,
  title: known.title,
  excerpt: known.excerpt ?? later.excerpt,
  language: known.language ?? later.language,
  imageUrl: known.imageUrl ?? later.imageUrl,
  authors: known.authors.length > 0 ? known.authors : later.authors,
  publishedAt: known.publishedAt ?? later.publishedAt,
  type: known.type === "editorial" ? later.type : known.type,
  source: { ...known.source, country: known.source.country ?? later.source.country }
})

/** Most mentions of one article, however many report it. @internal */
export const mostMentions = 80

/** What anybody may say of somebody else's article: that it names somebody, in passing. */
const hearsay = 400

const asHearsay = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.map(({ key, weight }) => ({ key, weight: Math.min(weight, hearsay) }))

/** All mentions, the heaviest of each key. @internal */
export const mergeMentions = (...lists: ReadonlyArray<ReadonlyArray<Mention>>): ReadonlyArray<Mention> => {
  const weights = new Map<number, number>()
  for (const { key, weight } of lists.flat()) weights.set(key, Math.max(weights.get(key) ?? 0, weight))
  return [...weights].map(([key, weight]) => ({ key, weight }))
}

/** The surest first; of those that are as sure, in their order. @internal */
export const surestFirst = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.toSorted((one, other) => other.weight - one.weight)

/** A report of an article, and of whom it speaks. @internal */
export type Report = Pick<NewsEntry, "mentions" | "record">

/**
 * What is known of an article after another report of it.
 *
 * **Details.** The publisher's own report is told whole, whenever it came: what others say of its article is told nowhere under its name,
 * and finds it in passing alone. Of two that know as much the later fills what the earlier lacked. Of more mentions than there may be the
 * surest stay, and before others' those of who knows it better. `isRetold` says that what was known gave way.
 *
 * @internal
 */
export const mergeReports = (known: Report, later: Report): Report & { readonly isRetold: boolean } => {
  const [before, after] = [standingOf(known.record), standingOf(later.record)]
  const isRetold = after > before
  const [first, second] = isRetold ? [later, known] : [known, later]
  const mentions =
    before === after
      ? surestFirst(mergeMentions(first.mentions, second.mentions))
      : mergeMentions(surestFirst(first.mentions), surestFirst(asHearsay(second.mentions)))
  return {
    record: before === after ? filled(known.record, later.record) : first.record,
    mentions: mentions.slice(0, mostMentions),
    isRetold
  }
}
