/** Which pages of the index have which words. */
import type { TermTree } from "@kittiwake/core/internal/search/domain/readQuestion"
import { spaced } from "@kittiwake/storage/indexSpaces"
import type { Connection } from "../Connection.ts"
import { indexToken } from "../indexToken.ts"

export interface CountedTerms {
  readonly space: number
  readonly terms: ReadonlyArray<string>
  readonly within: TermTree | null
}

export interface MatchedPages {
  readonly space: number
  readonly tree: TermTree
  readonly publishedSince: number | null
  readonly before: number | null
  readonly limit: number
}

const quoted = (space: number, term: string): string => `"${indexToken(spaced(space, term))}"`

/** A tree of words as the full text search of SQLite has it. */
const expressionOf = (space: number, tree: TermTree): string => {
  if ("term" in tree) return quoted(space, tree.term)
  const isAll = "all" in tree
  const parts = (isAll ? tree.all : tree.any).map((part) => expressionOf(space, part))
  return `(${parts.join(isAll ? " AND " : " OR ")})`
}

export const pageIndexReads = {
  "PageIndex.counts": (db: Connection, { space, terms, within }: CountedTerms): ReadonlyArray<number> =>
    terms.map((term) => {
      const own = quoted(space, term)
      const expression = within === null ? own : `${own} AND ${expressionOf(space, within)}`
      return db.get<{ readonly n: number }>(
        "select count(*) as n from index_terms where index_terms match ?",
        expression
      )!.n
    }),

  "PageIndex.match": (db: Connection, wanted: MatchedPages): ReadonlyArray<number> => {
    const { before, limit, publishedSince, space, tree } = wanted
    const text =
      publishedSince === null
        ? `select rowid as pageNo from index_terms where index_terms match ?1 and rowid < ?2 order by rowid desc limit ?3`
        : `select t.rowid as pageNo from index_terms t cross join index_pages p on p.page_no = t.rowid
          where t.index_terms match ?1 and t.rowid < ?2 and (p.published_at is null or p.published_at >= ?4)
          order by t.rowid desc limit ?3`
    const values = [expressionOf(space, tree), before ?? Number.MAX_SAFE_INTEGER, limit]
    return db
      .all<{ readonly pageNo: number }>(text, ...(publishedSince === null ? values : [...values, publishedSince]))
      .map(({ pageNo }) => pageNo)
  }
}
