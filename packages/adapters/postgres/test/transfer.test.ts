import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { exportTo, importFrom } from "../src/transfer.ts"
import { onPglite, onPostgres, serverUrl } from "./databases.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-transfer-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const database = Effect.fnUntraced(function* (layer: Layer.Layer<SqlClient.SqlClient, unknown>) {
  return Context.get(yield* Layer.build(layer), SqlClient.SqlClient)
})

const within = (sql: SqlClient.SqlClient) => Effect.provideService(SqlClient.SqlClient, sql)

/** Numbers past the safest integer, text past ASCII, and a moment to the millisecond. */
const fill = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* sql`insert into instance_secrets (name, secret)
      select 'name ' || n, repeat('s', 200) || n || ' "quoted" \\ é 😀' from generate_series(1, 5000) n`
    yield* sql`insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
      values ('ent_1', 'org_1', 'grant', 'first', 9007199254740993, '2027-01-31T10:00:00.123Z')`
  })

const content = (sql: SqlClient.SqlClient) =>
  Effect.all([
    sql`select to_json(t)::text as row from instance_secrets t order by name`,
    sql`select to_json(t)::text as row from ledger_entries t order by id`
  ])

const moved = Effect.fnUntraced(function* (
  from: Layer.Layer<SqlClient.SqlClient, unknown>,
  to: Layer.Layer<SqlClient.SqlClient, unknown>,
  name: string
) {
  const path = join(yield* folder, name)
  const [source, destination] = [yield* database(from), yield* database(to)]
  yield* fill(source)
  const exported = yield* within(source)(exportTo(path))
  const imported = yield* within(destination)(importFrom(path))
  assert.deepStrictEqual(imported, exported)
  assert.strictEqual(exported.rows, 5_001)
  assert.deepStrictEqual(yield* content(destination), yield* content(source))
  return { path, destination }
})

const timeout = 60_000

describe("moving a database", () => {
  it.live(
    "takes every row as it is, in a file that only its owner reads",
    () =>
      Effect.gen(function* () {
        const { path } = yield* moved(onPglite, onPglite, "all.ndjson.gz")
        const { mode } = yield* Effect.promise(() => stat(path))
        assert.strictEqual(mode & 0o777, 0o600)
      }).pipe(Effect.scoped),
    timeout
  )

  it.live.skipIf(serverUrl === null)(
    "leads from the embedded database to Postgres",
    () => moved(onPglite, onPostgres, "all.ndjson").pipe(Effect.scoped),
    timeout
  )

  it.live(
    "refuses a database that has rows, and leaves them alone",
    () =>
      Effect.gen(function* () {
        const { destination, path } = yield* moved(onPglite, onPglite, "all.ndjson")
        const error = yield* Effect.flip(within(destination)(importFrom(path)))
        assert.include(error.message, "has rows already")
        const [rows] = yield* destination`select count(*)::int as count from instance_secrets`
        assert.deepStrictEqual(rows, { count: 5_000 })
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "imports all of a file or nothing of it",
    () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "broken.ndjson")
        const [source, destination] = [yield* database(onPglite), yield* database(onPglite)]
        yield* fill(source)
        yield* within(source)(exportTo(path))
        const text = yield* Effect.promise(() => readFile(path, "utf8"))
        yield* Effect.promise(() => writeFile(path, `${text}not a row\n`))
        assert.include((yield* Effect.flip(within(destination)(importFrom(path)))).message, "is not a row of a table")
        assert.deepStrictEqual(yield* destination`select 1 as one from instance_secrets`, [])
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "says of another file that it is not an export",
    () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "other.txt")
        yield* Effect.promise(() => writeFile(path, "hello\n"))
        const destination = yield* database(onPglite)
        assert.include((yield* Effect.flip(within(destination)(importFrom(path)))).message, "is not an export")
        assert.include((yield* Effect.flip(within(destination)(importFrom(`${path}.gone`)))).message, "ENOENT")
      }).pipe(Effect.scoped),
    timeout
  )
})
