/** What finds a brand beside words, as rows: its symbols, and what registers call it. */
import type { BrandFacts } from "@kittiwake/core/internal/brands/domain/mergeBrands"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"

const symbolTypes = { kind: "text", code: "text", exchange: "text", domain: "text" }

const symbolRows = (entries: ReadonlyArray<BrandFacts>) =>
  entries.flatMap(({ domain, symbols }) =>
    symbols.map(({ code, exchange, kind }) => [kind, code, exchange ?? "", domain] as const)
  )

/** Writes the symbols of entries, in place of those that were known of them. */
export const putSymbols = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  known: ReadonlyArray<BrandFacts>,
  next: ReadonlyArray<BrandFacts>
) {
  const symbols = symbolRows(next)
  const kept = new Set(symbols.map((row) => JSON.stringify(row)))
  // Each by its key: nothing finds symbols by their domain.
  const gone = symbolRows(known).filter((row) => !kept.has(JSON.stringify(row)))
  if (gone.length > 0) {
    yield* sql`
      delete from brand_symbols where ctid = any (array(
        select b.ctid from unnest(
          ${gone.map(([kind]) => kind)}::text[], ${gone.map(([, code]) => code)}::text[],
          ${gone.map(([, , exchange]) => exchange)}::text[], ${gone.map(([, , , domain]) => domain)}::text[]
        ) as x(kind, code, exchange, domain)
        cross join lateral (
          select ctid from brand_symbols
          where kind = x.kind and code = x.code and exchange = x.exchange and domain = x.domain offset 0
        ) b
      ))`
  }
  if (symbols.length === 0) return
  yield* sql`${insertArrays(sql, "brand_symbols", symbolTypes, symbols)} on conflict do nothing`
})

/** Adds what registers call the entries. */
export const putIds = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, next: ReadonlyArray<BrandFacts>) {
  const ids = next.flatMap(({ domain, ids: own }) => own.map(({ code, kind }) => [kind, code, domain]))
  if (ids.length === 0) return
  yield* sql`${insertArrays(sql, "brand_ids", { kind: "text", code: "text", domain: "text" }, ids)} on conflict do nothing`
})
