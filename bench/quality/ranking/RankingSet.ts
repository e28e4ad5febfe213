/** Pages, and questions of which it is known which of them answer. */
import type { IndexedPage } from "@kittiwake/core/search/PageIndex"

export interface RankingQuestion {
  readonly text: string
  /** Two letters, lower case. */
  readonly country: string | null
  /** What a page is worth, by its address; nothing where it is not named. */
  readonly gains: ReadonlyMap<string, number>
}

export interface RankingSet {
  readonly pages: ReadonlyArray<Omit<IndexedPage, "organizationId">>
  readonly questions: ReadonlyArray<RankingQuestion>
}
