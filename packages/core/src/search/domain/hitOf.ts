/** A page that fits, as an index tells it. */
import type { IndexedPage, IndexHit } from "./IndexedPage.ts"
import { passageOf } from "./passage.ts"
import type { IndexCounts } from "./rankHits.ts"
import type { ReadQuestion } from "./readQuestion.ts"

/** The hit of a page that was weighed. */
export const hitOf = (read: ReadQuestion, page: IndexedPage, score: number, counts: IndexCounts): IndexHit => ({
  url: page.url,
  title: page.title,
  description: passageOf(read, page, counts),
  publishedAt: page.publishedAt,
  score,
  language: page.language,
  readAt: page.readAt
})
