/** Observed: databases that exports of every earlier version become, beside what the files that they are of become by themselves. */
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as postgres from "@kittiwake/postgres/postgres"
import * as postgresTransfer from "@kittiwake/postgres/transfer"
import * as sqliteTransfer from "@kittiwake/sqlite/transfer"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Connection } from "../../packages/adapters/sqlite/src/Connection.ts"
import type { ColumnKind } from "../../packages/adapters/sqlite/src/columnKinds.ts"
import { latestMigration, migrate, migrationNames } from "../../packages/adapters/sqlite/src/migrate.ts"
import { openWriter } from "../../packages/adapters/sqlite/src/openConnection.ts"
import { needing } from "../setup/needs.ts"
import { casesInTurn } from "../setup/turns.ts"
import { folder, newDatabase, serverUrl, sqlite } from "./ends.ts"
import { rowsOf } from "./rowsOf.ts"
import { fill } from "./story.ts"

const timeout = 240_000

const needsServer = needing({ Postgres: serverUrl !== null })

/** Those that an export may be of. */
const earlier = migrationNames.map((name) => Number.parseInt(name, 10)).filter((n) => n >= 9 && n < latestMigration)

/** The first and the last of them in every run, and of those between a quarter. */
const inRun = [...earlier.slice(0, 1), ...casesInTurn(earlier.slice(1, -2), 4), ...earlier.slice(-2)]

/** A value for a column that nothing else fills. */
const anything: Readonly<Record<ColumnKind, string | number | Uint8Array>> = {
  text: "something",
  integer: 1,
  boolean: 1,
  moment: 1_800_000_000_123,
  json: '{"some":[1,null]}',
  bytes: new Uint8Array([1, 2, 3])
}

/** Columns that take few values. */
const chosen: Readonly<Record<string, string>> = { split_by: "path" }

const count = (db: Connection, table: string) =>
  db.get<{ readonly count: number }>(`select count(*) as count from "${table}"`)!.count

/** Fills the tables of an earlier version with what those of now have, and one row of anything where they have none. */
const fillOld = (db: Connection, present: string) => {
  db.exec("pragma foreign_keys = off")
  db.run("attach ? as present", present)
  const columnsNow = (table: string) =>
    new Set(
      db.all<{ name: string }>("select name from pragma_table_xinfo(?, 'present')", table).map(({ name }) => name)
    )
  for (const [table, columns] of sqliteTransfer.tablesOf(db)) {
    const now = columnsNow(table)
    const names = columns.filter(({ name }) => now.has(name)).map(({ name }) => `"${name}"`)
    db.exec(`insert into main."${table}" (${names}) select ${names} from present."${table}"`)
    if (count(db, table) > 0) continue
    const places = columns.map(() => "?").join(", ")
    db.run(
      `insert into main."${table}" (${columns.map(({ name }) => `"${name}"`)}) values (${places})`,
      ...columns.map(({ kind, name }) => chosen[name] ?? anything[kind])
    )
  }
  db.exec("detach present")
}

interface OldExport {
  readonly migration: number
  readonly path: string
  /** How many rows it has. */
  readonly rows: number
  /** What its database becomes where it stands. */
  readonly expected: ReadonlyArray<string>
}

/** Exports of the earlier versions of this run, with something in every table. */
const oldExports = Effect.gen(function* () {
  const [source, root] = [yield* sqlite, yield* folder]
  yield* source.use(fill)
  const [told, present] = [join(root, "present.ndjson"), join(root, "present.db")]
  yield* source.exportTo(told)
  yield* sqliteTransfer.importFrom({ file: present, path: told })
  return yield* Effect.forEach(
    inRun,
    Effect.fnUntraced(function* (migration) {
      const [file, path] = [join(root, `${migration}.db`), join(root, `${migration}.ndjson`)]
      const db = openWriter({ file, synchronous: "off" })
      migrate(db, false, migration)
      fillOld(db, present)
      for (const table of sqliteTransfer.tablesOf(db).keys()) assert.isAbove(count(db, table), 0, table)
      db.exec("pragma wal_checkpoint(truncate)")
      db.close()
      const { rows } = yield* sqliteTransfer.exportTo({ file, path })
      const [here, after] = [`${file}.now`, `${path}.now`]
      yield* Effect.promise(() => copyFile(file, here))
      const upToDate = openWriter({ file: here, synchronous: "off" })
      migrate(upToDate)
      upToDate.close()
      yield* sqliteTransfer.exportTo({ file: here, path: after })
      return { migration, path, rows, expected: yield* rowsOf(after) } satisfies OldExport
    })
  )
})

const monitorsIn = (rows: ReadonlyArray<string>) =>
  rows.flatMap((text) => {
    const { row, table } = JSON.parse(text) as { row: { host: string; losses: number }; table: string }
    return table === "monitors" ? [row] : []
  })

describe("an export of every earlier version", () => {
  it.effect(
    "becomes on SQLite what its database becomes where it stands",
    () =>
      Effect.gen(function* () {
        assert.isAbove(earlier.length, 40)
        const found = yield* oldExports
        assert.isAbove(found.length, 10)
        for (const { expected, migration, path, rows } of found) {
          const [file, again] = [`${path}.db`, `${path}.again`]
          assert.strictEqual((yield* sqliteTransfer.importFrom({ file, path })).rows, rows)
          yield* sqliteTransfer.exportTo({ file, path: again })
          const imported = yield* rowsOf(again)
          assert.deepStrictEqual(imported, expected, `migration ${migration}`)
          assert.isNotEmpty(monitorsIn(imported))
          for (const { host, losses } of monitorsIn(imported)) {
            assert.isAtLeast(losses, 0)
            assert.match(host, /^[a-z0-9.-]+$/, `migration ${migration}`)
          }
        }
      }).pipe(Effect.scoped),
    timeout
  )

  it.effect(
    "leaves nothing of its old tables behind, also where it fails",
    () =>
      Effect.gen(function* () {
        const root = yield* folder
        const [file, path] = [join(root, "kittiwake.db"), join(root, "old.ndjson")]
        const names = Effect.promise(() => readdir(root))
        const row = { table: "monitors", row: { id: "mon_1" } }
        const lines = ['{"kittiwake":"export","migration":13}', JSON.stringify(row), '{"rows":1}']
        yield* Effect.promise(() => writeFile(path, `${lines.join("\n")}\n`))
        const { message } = yield* Effect.flip(sqliteTransfer.importFrom({ file, path }))
        assert.match(message, /old\.ndjson: monitors: NOT NULL constraint failed/)
        assert.sameMembers(yield* names, ["kittiwake.db", "old.ndjson"])
        assert.notInclude(yield* Effect.promise(() => readFile(file, "latin1")), "mon_1")
      }).pipe(Effect.scoped),
    timeout
  )

  describe("on a server", needsServer, () => {
    it.effect(
      "becomes on Postgres what its database becomes where it stands, and no less of it than a row that fits no table",
      () =>
        Effect.gen(function* () {
          const found = yield* oldExports
          const options = { tablesAt: sqliteTransfer.temporaryTables }
          yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const names = yield* sql<{ readonly name: string }>`select quote_ident(tablename) as name from pg_tables
              where schemaname = current_schema() and tablename <> 'migrations'`
            for (const { expected, migration, path, rows } of found) {
              assert.strictEqual((yield* postgresTransfer.importFrom(path, options)).rows, rows)
              const again = `${path}.again`
              yield* postgresTransfer.exportTo(again)
              assert.deepStrictEqual(yield* rowsOf(again), expected, `migration ${migration}`)
              // Past the trigger that keeps the ledger.
              const emptied = sql.unsafe(`truncate ${names.map(({ name }) => name).join(", ")} cascade`)
              const untriggered = sql.unsafe("set local session_replication_role = replica")
              yield* sql.withTransaction(Effect.andThen(untriggered, emptied))
            }
            const broken = `${found[0]!.path}.broken`
            const row = { table: "ledger_entries", row: { id: "ent_1" } }
            const lines = [`{"kittiwake":"export","migration":${latestMigration}}`, JSON.stringify(row), '{"rows":1}']
            yield* Effect.promise(() => writeFile(broken, `${lines.join("\n")}\n`))
            const { message } = (yield* Effect.flip(postgresTransfer.importFrom(broken, options))) as Error
            assert.match(message, /broken: ledger_entries: .*null value/)
          }).pipe(Effect.provide(postgres.layer({ url: yield* newDatabase })))
        }).pipe(Effect.scoped),
      timeout
    )
  })
})
