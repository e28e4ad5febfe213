/** Observed: rows as an export reads them, page by page. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readRows } from "../src/transfer.ts"
import { needsServer, onPostgres } from "./databases.ts"

describe("on a server", needsServer, () => {
  layer(onPostgres)("an export", (it) => {
    /** A table of texts of these lengths, one letter each, which are kept packed. */
    const tableOf = Effect.fnUntraced(function* (name: string, lengths: ReadonlyArray<number>) {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table ${sql(name)} (n integer, body text)`
      yield* sql`insert into ${sql(name)}
        select n, repeat('x', l) from unnest(${lengths}::integer[]) with ordinality as t(l, n)`
      return { name, columns: ["n", "body"] }
    })

    const pagesOf = Effect.fnUntraced(function* (table: Parameters<typeof readRows>[0], rows: number, length: number) {
      const pages: Array<ReadonlyArray<number>> = []
      for (let from: string | null = null; ; ) {
        const page: Effect.Success<ReturnType<typeof readRows>> = yield* readRows(table, from, { rows, length })
        pages.push(page.rows.map((row) => (JSON.parse(row) as { readonly n: number }).n))
        if (page.next === null) return pages
        from = page.next
      }
    })

    it.effect("asks for no row beyond what a page has room for, however small the rows before were", () =>
      Effect.gen(function* () {
        const table = yield* tableOf("grows", [...Array.from({ length: 6 }, () => 1), 900_000, 900_000, 900_000, 1, 1])
        assert.deepStrictEqual(yield* pagesOf(table, 4, 1_000_000), [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
          [9, 10, 11]
        ])
        assert.deepStrictEqual(yield* pagesOf(table, 100, 500_000), [[1, 2, 3, 4, 5, 6, 7], [8], [9], [10, 11]])
      })
    )

    it.effect("ends with the table, also where that ends with a page, is empty, or has holes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* pagesOf(yield* tableOf("even", [1, 1, 1, 1]), 2, 1_000), [[1, 2], [3, 4], []])
        assert.deepStrictEqual(yield* pagesOf(yield* tableOf("empty", []), 2, 1_000), [[]])
        const holes = yield* tableOf(
          "holes",
          Array.from({ length: 6 }, () => 1)
        )
        yield* sql`delete from holes where n in (1, 3, 6)`
        assert.deepStrictEqual(yield* pagesOf(holes, 2, 1_000), [[2, 4], [5]])
      })
    )

    it.effect("finds each row by its place, and walks through no table for it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const table = yield* tableOf(
          "many",
          Array.from({ length: 20_000 }, () => 10)
        )
        yield* sql`analyze many`
        const looked = Effect.gen(function* () {
          const { rows } = yield* readRows(table, "(50,1)", { rows: 2_000, length: 1_000_000 })
          const [seen] = yield* sql<{ rows: number }>`
            select seq_tup_read::float8 as rows from pg_stat_xact_user_tables where relname = 'many'`
          return [rows.length, seen!.rows] as const
        })
        const [told, walked] = yield* sql.withTransaction(looked)
        assert.strictEqual(told, 2_000)
        assert.isAtMost(walked, 20_000)
      })
    )
  })
})
