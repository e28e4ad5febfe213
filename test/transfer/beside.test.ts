/** Observed: moves of Postgres databases that something else has made or works on. */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { migrate } from "@kittiwake/postgres/migrate"
import * as PgClient from "@kittiwake/postgres/PgClient"
import * as postgres from "@kittiwake/postgres/postgres"
import * as postgresTransfer from "@kittiwake/postgres/transfer"
import * as sqliteTransfer from "@kittiwake/sqlite/transfer"
import { Deferred, Duration, Effect, Fiber, Logger, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { PgOptions } from "../../packages/adapters/postgres/src/connectionConfig.ts"
import { needing } from "../setup/needs.ts"
import { folder, newDatabase, serverUrl, sqlite } from "./ends.ts"
import { rowsOf } from "./rowsOf.ts"
import { fill } from "./story.ts"

const timeout = 120_000

const options = { tablesAt: sqliteTransfer.temporaryTables }

const statements = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(texts, (text) => sql.unsafe(text)))

/** The same work on another connection. */
const elsewhere =
  (url: Redacted.Redacted) =>
  <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(work, PgClient.layer({ url, poolSize: 1 }))

const on =
  (url: Redacted.Redacted, more: Omit<PgOptions, "url"> = {}) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provide(work, postgres.layer({ url, ...more }))

/** An export with something in every table. */
const exported = Effect.gen(function* () {
  const [source, root] = [yield* sqlite, yield* folder]
  yield* source.use(fill)
  const path = join(root, "all.ndjson")
  yield* source.exportTo(path)
  return { root, path, again: join(root, "again.ndjson") }
})

/** The server makes tables in this order then: each is made anew behind all others, with what it had. */
const madeAnew = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const name of names) {
      const keys = yield* sql<{ readonly table: string; readonly name: string; readonly text: string }>`
        select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
        from pg_constraint where contype = 'f' and confrelid = ${name}::regclass`
      yield* statements(
        ...keys.map((key) => `alter table ${key.table} drop constraint ${key.name}`),
        `alter table ${name} rename to before`,
        `create table ${name} (like before including all)`,
        `insert into ${name} select * from before`,
        "drop table before",
        ...keys.map((key) => `alter table ${key.table} add constraint ${key.name} ${key.text}`)
      )
    }
  })

describe("on a server", needing({ Postgres: serverUrl !== null }), () => {
  it.effect(
    "an export tells rows after those they refer to, in whatever order the server made their tables",
    () =>
      Effect.gen(function* () {
        const { again, path } = yield* exported
        yield* Effect.gen(function* () {
          yield* postgresTransfer.importFrom(path, options)
          yield* madeAnew("organizations", "monitor_versions", "version_bodies", "asset_bodies")
          yield* postgresTransfer.exportTo(again)
        }).pipe(on(yield* newDatabase))
        assert.deepStrictEqual(yield* rowsOf(again), yield* rowsOf(path))
        const tables = yield* Effect.forEach([path, again], (one) =>
          Effect.promise(async () => {
            const lines = (await readFile(one, "utf8")).trimEnd().split("\n").slice(1, -1)
            return [...new Set(lines.map((line) => (JSON.parse(line) as { readonly table: string }).table))]
          })
        )
        assert.deepStrictEqual(tables[1], tables[0])
      }).pipe(Effect.scoped),
    timeout
  )

  it.effect(
    "tables of other programs are neither told nor in the way, in the same schema or another one",
    () =>
      Effect.gen(function* () {
        const { again, path } = yield* exported
        const url = yield* newDatabase
        yield* statements(
          "create table runs (secret text)",
          "insert into runs values ('not ours')",
          'create schema "Ours"',
          'create table "Ours".users (secret text)',
          `insert into "Ours".users values ('not ours')`,
          `do $$ begin execute format('alter database %I set search_path = "Ours", public', current_database()); end $$`
        ).pipe(elsewhere(url))
        yield* Effect.gen(function* () {
          const { rows } = yield* postgresTransfer.importFrom(path, options)
          assert.strictEqual((yield* postgresTransfer.exportTo(again)).rows, rows)
        }).pipe(on(url))
        assert.deepStrictEqual(yield* rowsOf(again), yield* rowsOf(path))
      }).pipe(Effect.scoped),
    timeout
  )

  it.effect(
    "an import outlasts the time that a transaction may be idle while it reads what an earlier version wrote",
    () =>
      Effect.gen(function* () {
        const { path } = yield* exported
        const url = yield* newDatabase
        yield* migrate.pipe(elsewhere(url))
        const asleep = elsewhere(url)(statements("select pg_sleep(1.5)")).pipe(Effect.orDie)
        const text = yield* Effect.promise(() => readFile(path, "utf8"))
        const turned = `${path}.turned`
        // What comes too early is read into tables of its own, as what an earlier version wrote is.
        const [first, ...lines] = text.trimEnd().split("\n")
        const rows = [...lines.slice(0, -1).toReversed(), lines.at(-1)]
        yield* Effect.promise(() => writeFile(turned, [first, ...rows, ""].join("\n")))
        const tablesAt: typeof options.tablesAt = (file, migration) =>
          Effect.andThen(asleep, sqliteTransfer.temporaryTables(file, migration))
        const done = yield* postgresTransfer
          .importFrom(turned, { tablesAt })
          .pipe(on(url, { statementTimeout: Duration.seconds(1) }))
        assert.strictEqual(done.rows, lines.length - 1)
      }).pipe(Effect.scoped),
    timeout
  )

  it.effect(
    "whoever comes while an import runs waits for it and says so: a start then goes on, and a second import is refused",
    () =>
      Effect.gen(function* () {
        const { path } = yield* exported
        const url = yield* newDatabase
        yield* migrate.pipe(elsewhere(url))
        const [begun, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const halt = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(goOn))
        const text = yield* Effect.promise(() => readFile(path, "utf8"))
        const old = `${path}.old`
        yield* Effect.promise(() => writeFile(old, text.replace(/"migration":\d+/, '"migration":54')))
        const tablesAt: typeof options.tablesAt = (file, migration) =>
          Effect.andThen(halt, sqliteTransfer.temporaryTables(file, migration))
        const first = yield* Effect.forkChild(postgresTransfer.importFrom(old, { tablesAt }).pipe(on(url)))
        yield* Deferred.await(begun)

        const waiting = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) {
          const said = yield* Deferred.make<string>()
          const logger = Logger.make(({ message }) => void Deferred.doneUnsafe(said, Effect.succeed(String(message))))
          const fiber = yield* Effect.forkChild(Effect.provide(elsewhere(url)(work), Logger.layer([logger])))
          assert.match(yield* Deferred.await(said), /^Another process .*: waiting until it is done\.$/)
          return fiber
        })
        const start = yield* waiting(migrate)
        const second = yield* waiting(Effect.flip(postgresTransfer.importFrom(path, options)))
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(first)
        assert.deepStrictEqual(yield* Fiber.join(start), [])
        assert.match(String(yield* Fiber.join(second)), /The database has rows already/)
      }).pipe(Effect.scoped),
    timeout
  )
})
