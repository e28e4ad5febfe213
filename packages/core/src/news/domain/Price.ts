/** What a search of news costs: a credit for ten articles that are returned, begun ones whole (contract/news.md). */

/** Articles of one credit. */
const articlesOfCredit = 10

/** @internal */
export const newsPrice = (articles: number): number => Math.ceil(articles / articlesOfCredit)
