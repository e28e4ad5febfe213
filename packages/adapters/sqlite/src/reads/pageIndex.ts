/** Which pages of the index have which words. */
import type { TermTree } from "@kittiwake/core/internal/search/domain/readQuestion"
import { spaced } from "@kittiwake/storage/indexSpaces"
import type { HeaviestPages } from "@kittiwake/storage/searchPages"
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

export interface WeighedPages extends HeaviestPages {
  readonly space: number
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

  "PageIndex.heaviest": (
    db: Connection,
    { limit, publishedSince, space, terms, within }: WeighedPages
  ): ReadonlyArray<number> => {
    const one = "select rowid as page_no, cast(? as real) as weight from index_terms where index_terms match ?"
    const since = "join index_pages p on p.page_no = f.page_no and (p.published_at is null or p.published_at >= ?)"
    const text = `
      select f.page_no as pageNo from (
        select page_no, sum(weight) as weight from (${terms.map(() => one).join(" union all ")})
        group by page_no having count(*) > 1
      ) f ${publishedSince === null ? "" : since} order by f.weight desc, f.page_no desc limit ?`
    const values = terms.flatMap(({ term, weight }) => [
      weight,
      expressionOf(space, within === null ? { term } : { all: [{ term }, within] })
    ])
    return db
      .all<{ readonly pageNo: number }>(text, ...values, ...(publishedSince === null ? [] : [publishedSince]), limit)
      .map(({ pageNo }) => pageNo)
  },

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
