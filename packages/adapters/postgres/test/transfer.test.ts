import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { AssetStore } from "@kittiwake/core/assets/AssetStore"
import type { KeptAnswer } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { IdempotencyStore } from "@kittiwake/core/idempotency/IdempotencyStore"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { PageCache } from "@kittiwake/core/pages/PageCache"
import { BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { FrontierStore } from "@kittiwake/core/sites/FrontierStore"
import { epoch, monitorOf, organizationOf, queuedRunOf } from "@kittiwake/core/testing/builders"
import { keptAnswerOf } from "@kittiwake/core/testing/keyedWrites"
import { noise } from "@kittiwake/core/testing/noise"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { exportTo, importFrom } from "../src/transfer.ts"
import { needsServer, onPglite, onPostgres } from "./databases.ts"

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

  it.live(
    "leads from the embedded database to Postgres",
    () => moved(onPglite, onPostgres, "all.ndjson").pipe(Effect.scoped),
    { timeout, ...needsServer }
  )

  it.live(
    "takes along what idempotency keys stand for, so that a repeat after the move does nothing again",
    () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "all.ndjson")
        const [source, destination] = [yield* Layer.build(onPglite), yield* Layer.build(onPglite)]
        const monitor = monitorOf(organizationOf().id, epoch)
        const create = Effect.fnUntraced(function* (kept: KeptAnswer) {
          const run = queuedRunOf(monitor, epoch)
          return yield* (yield* MonitorStore).create({ monitor, run, allowance: 9, kept })
        })
        const kept = yield* keptAnswerOf(monitor.organizationId)
        yield* Effect.provideContext(create(kept), source)
        yield* Effect.provideContext(exportTo(path), source)
        yield* Effect.provideContext(importFrom(path), destination)
        const error = yield* Effect.flip(Effect.provideContext(create(kept), destination))
        assert.strictEqual(error._tag, "IdempotencyKeyTaken")
        const found = yield* Context.get(destination, IdempotencyStore).find(kept, kept.keptAt)
        assert.deepStrictEqual(Option.getOrNull(found), { answer: kept.answer, digest: kept.digest })
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "takes assets and browser profiles along, which then work, and leaves behind what can be had again",
    () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "web.ndjson")
        const now = yield* DateTime.now
        const [source, destination] = [yield* Layer.build(onPglite), yield* Layer.build(onPglite)]
        const { id } = organizationOf()
        const limits = { maxEntries: 10, now }
        const profile = {
          id: BrowserProfileId.make("prof_1"),
          organizationId: id,
          description: null,
          createdAt: now,
          lastUsedAt: null
        }
        const asset = {
          id: "ast_1",
          organizationId: id,
          mediaType: "image/png",
          bytes: noise(3_000_000),
          createdAt: now,
          expiresAt: DateTime.add(now, { days: 1 })
        }
        const sealing = Context.get(source, InstanceSecretStore)
        yield* sealing.getOrKeep("sealing", "the key")
        yield* Context.get(source, AssetStore).put(asset)
        yield* Context.get(source, ProfileStore).put(profile, Uint8Array.of(0, 255, 10), 1)
        const cached = { space: "shared", key: "k", capturedAt: now, facts: "{}", body: noise(100) }
        yield* Context.get(source, PageCache).put(cached)
        yield* Context.get(source, FrontierStore).add(id, "crawl", [{ identity: "a", url: "a", depth: 0 }], limits)

        yield* exportTo(path).pipe(Effect.provideContext(source))
        yield* importFrom(path).pipe(Effect.provideContext(destination))

        const moved = Option.getOrThrow(yield* Context.get(destination, AssetStore).get(asset.id, now))
        assert.deepStrictEqual(Buffer.from(moved.bytes), Buffer.from(asset.bytes))
        const profiles = Context.get(destination, ProfileStore)
        const taken = Option.getOrThrow(yield* profiles.take(id, profile.id, { now, lease: Duration.minutes(1) }))
        assert.deepInclude(taken, { sealedSession: Uint8Array.of(0, 255, 10) })
        // The organization has as many profiles as before.
        assert.isFalse(yield* profiles.put({ ...profile, id: BrowserProfileId.make("prof_2") }, null, 1))
        assert.strictEqual(
          yield* Context.get(destination, InstanceSecretStore).getOrKeep("sealing", "another"),
          "the key"
        )
        const page = yield* Context.get(destination, PageCache).find("shared", "k", now, now)
        assert.isTrue(Option.isNone(page))
        const counts = yield* Context.get(destination, FrontierStore).counts(id, "crawl")
        assert.deepStrictEqual(counts, { waiting: 0, claimed: 0, done: 0 })
      }).pipe(Effect.scoped),
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
