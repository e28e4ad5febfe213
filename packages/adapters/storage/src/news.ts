/** Articles as they stand in tables, and lists of several keys as one. */
import { matchOf, matchWeight } from "@kittiwake/core/internal/news/domain/matchWeight"
import type { ArticleRecord } from "@kittiwake/core/news/domain/NewsEntry"
import type { FoundArticle, NewsPosition, NewsQuestion, WantedKey } from "@kittiwake/core/news/NewsStore"

/** A mention that fits, of one key. */
export interface MentionRow {
  readonly articleNo: number
  readonly weight: number
  readonly sortedAt: number
  readonly place: number
  readonly factor: number
}

export interface ArticleRow {
  readonly articleNo: number
  readonly id: string
  readonly storyId: string
  readonly record: string
}

/** Articles of which one is published at the same moment as another stand in the order of their ids. */
export const placeOf = (id: string): number => Number.parseInt(id.slice(id.indexOf("_") + 1, id.indexOf("_") + 14), 16)

/** Where a list goes on in numbers. */
export interface AfterRow {
  readonly worth: number
  readonly sortedAt: number
  readonly place: number
}

export const afterOf = (after: NewsPosition | null): AfterRow | null =>
  after === null ? null : { worth: after.weight, sortedAt: after.sortedAt, place: placeOf(after.id) }

interface Best extends MentionRow {
  readonly worth: number
}

/** The first of all lists, each article once and by its heaviest mention. */
export const firstOf = (rows: ReadonlyArray<MentionRow>, { limit, order }: NewsQuestion): ReadonlyArray<Best> => {
  const best = new Map<number, Best>()
  for (const row of rows) {
    const worth = matchWeight(row.weight, row.factor)
    const known = best.get(row.articleNo)
    if (known === undefined || known.worth < worth) best.set(row.articleNo, { ...row, worth })
  }
  return [...best.values()]
    .sort((a, b) => (order === "relevance" ? b.worth - a.worth : 0) || b.sortedAt - a.sortedAt || b.place - a.place)
    .slice(0, limit)
}

/** What was found, in the order of `first`. */
export const foundArticles = (
  first: ReadonlyArray<Best>,
  articles: ReadonlyArray<ArticleRow>,
  { order }: NewsQuestion
): ReadonlyArray<FoundArticle> => {
  const rows = new Map(articles.map((row) => [Number(row.articleNo), row]))
  return first.flatMap(({ articleNo, sortedAt, worth }) => {
    const row = rows.get(articleNo)
    if (row === undefined) return []
    return {
      id: row.id,
      storyId: row.storyId,
      record: JSON.parse(row.record) as ArticleRecord,
      ...matchOf(worth),
      position: { weight: order === "newest" ? 0 : worth, sortedAt, id: row.id }
    }
  })
}

/** Keys, each once and by its greatest factor. */
export const wantedKeys = (keys: ReadonlyArray<WantedKey>): ReadonlyArray<WantedKey> => {
  const factors = new Map<number, number>()
  for (const { factor, key } of keys) factors.set(key, Math.max(factors.get(key) ?? 0, factor))
  return [...factors].map(([key, factor]) => ({ key, factor }))
}
