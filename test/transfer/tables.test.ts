import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { migrationNames as onPostgres } from "@kittiwake/postgres/migrate"
import * as postgres from "@kittiwake/postgres/postgres"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ColumnKind, columnKinds, kindOf } from "../../packages/adapters/sqlite/src/columnKinds.ts"
import { migrate, migrationNames as onSqlite } from "../../packages/adapters/sqlite/src/migrate.ts"
import { openWriter } from "../../packages/adapters/sqlite/src/openConnection.ts"
import { needing } from "../setup/needs.ts"
import { folder, newDatabase, serverUrl } from "./ends.ts"

const needsServer = needing({ Postgres: serverUrl !== null })

/** What a column of Postgres holds. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  text: "text",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  boolean: "boolean",
  "timestamp with time zone": "moment",
  json: "json",
  jsonb: "json",
  ARRAY: "json",
  bytea: "bytes",
  // Half a digest, which SQLite keeps as bytes.
  uuid: "bytes"
}

type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What only one of them has, or has in another way. */
const exempt = [
  ...["frontier_tokens", "migrations", "sqlite_sequence", "sqlite_stat1"],
  // Pauses of hosts, which the one process of an embedded database has in memory.
  "host_pauses",
  // The words of the index, which SQLite keeps in tables of its own.
  ...["index_terms", "index_terms_config", "index_terms_data", "index_terms_docsize", "index_terms_idx"]
]

const gathered = (rows: ReadonlyArray<{ readonly table: string; readonly column: string; readonly kind: string }>) => {
  const tables: Record<string, Record<string, string>> = {}
  for (const { column, kind, table } of rows) {
    if (exempt.includes(table)) continue
    const columns = tables[table] ?? {}
    columns[column] = kind
    tables[table] = columns
  }
  return tables
}

const tablesOfPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly table: string; readonly column: string; readonly kind: string }>`
    select table_name as table, column_name as column, data_type as kind from information_schema.columns
    where table_schema = current_schema()`
  return gathered(rows.map((row) => ({ ...row, kind: kinds[row.kind] ?? row.kind })))
})

const tablesOfSqlite = (file: string): Tables => {
  const db = openWriter({ file, synchronous: "off" })
  migrate(db)
  const rows = db.all<{ readonly table: string; readonly column: string; readonly type: string }>(
    `select t.name as "table", c.name as "column", c.type from sqlite_schema t, pragma_table_xinfo(t.name) c
    where t.type = 'table'`
  )
  db.close()
  return gathered(rows.map(({ column, table, type }) => ({ table, column, kind: kindOf(table, column, type) })))
}

describe("the tables of both databases", () => {
  it("are made by migrations of the same numbers and names", () => {
    assert.deepStrictEqual(onSqlite, onPostgres)
    assert.isAbove(onSqlite.length, 9)
  })

  describe("on a server", needsServer, () => {
    it.live("have the same columns, which hold the same", () =>
      Effect.gen(function* () {
        const found = yield* tablesOfPostgres.pipe(Effect.provide(postgres.layer({ url: yield* newDatabase })))
        const expected = tablesOfSqlite(join(yield* folder, "tables.db"))
        assert.isAbove(Object.keys(found).length, 25)
        assert.deepStrictEqual(found, expected)
      }).pipe(Effect.scoped)
    )
  })

  it.live("are all that columns are told apart for", () =>
    Effect.gen(function* () {
      const tables = tablesOfSqlite(join(yield* folder, "tables.db"))
      for (const [table, columns] of Object.entries(columnKinds)) {
        if (exempt.includes(table)) continue
        for (const column of Object.keys(columns)) assert.property(tables[table] ?? {}, column, `${table}.${column}`)
      }
    }).pipe(Effect.scoped)
  )
})
