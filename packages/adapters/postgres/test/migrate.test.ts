import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { madeTables, migrate, migrated } from "../src/migrate.ts"
import * as PgClient from "../src/PgClient.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

/** Ends who waits for a lock, once somebody does. */
const endWaiting = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.repeat(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    { until: ({ length }) => length > 0 }
  )
)

describe("migrations", () => {
  it.live(
    "run once when ten processes start together",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        assert.isFalse(yield* migrated.pipe(Effect.provide(PgClient.layer({ url, poolSize: 1 }))))
        const ran = yield* Effect.forEach(
          Array.from({ length: 10 }),
          () => Effect.provide(migrate, PgClient.layer({ url, poolSize: 1 })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ran.filter((one) => one.length > 0).length, 1)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.isTrue(yield* migrated)
          assert.deepStrictEqual(yield* migrate, [])
          const [row] = yield* sql<{ count: number }>`select count(*) as count from migrations`
          assert.strictEqual(row?.count, ran.flat().length)
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )

  it.live(
    "are not begun where a newer version has brought the tables further",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate
          yield* sql`insert into migrations (migration_id, name) values (9999, 'from_the_future')`
          const refused = yield* Effect.flip(migrate)
          assert.include(String((refused.cause as Error).message), "the tables of a newer version (9999, not ")
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )

  it.live(
    "make the tables that are known by name, and no others",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate
          const found = yield* sql<{ readonly name: string }>`
            select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migrations'`
          const names = new Set(found.map(({ name }) => name))
          assert.deepStrictEqual(
            [...names].filter((name) => !madeTables.includes(name)),
            []
          )
          // Made under another name, which the table gave up.
          assert.deepStrictEqual(
            madeTables.filter((name) => !names.has(name)),
            ["narrow_mentions"]
          )
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )

  it.live(
    "wait for no dump where none is missing",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.provide(migrate, PgClient.layer({ url, poolSize: 1 }))
        const [reads, ends] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const dump = Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.withTransaction(
            sql`lock table migrations in access share mode`.pipe(
              Effect.andThen(Deferred.succeed(reads, undefined)),
              Effect.andThen(Deferred.await(ends))
            )
          )
        )
        const dumping = yield* Effect.forkChild(Effect.provide(dump, PgClient.layer({ url, poolSize: 1 })))
        yield* Deferred.await(reads)
        assert.deepStrictEqual(yield* Effect.provide(migrate, PgClient.layer({ url, poolSize: 1 })), [])
        yield* Deferred.succeed(ends, undefined)
        yield* Fiber.join(dumping)
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )

  it.live(
    "that lose the server say so, as any other call does",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const stopped = yield* sql.withTransaction(
            Effect.gen(function* () {
              // The migrations wait for a name that may be taken.
              yield* sql`create table organizations (id text)`
              const migrating = yield* Effect.forkChild(
                Effect.provide(Effect.flip(migrate), PgClient.layer({ url, poolSize: 1 }))
              )
              yield* Effect.provide(endWaiting, PgClient.layer({ url, poolSize: 1 }))
              return yield* Fiber.join(migrating)
            })
          )
          assert.strictEqual(stopped._tag, "StoreUnavailable")
          assert.strictEqual(stopped.operation, "migrate")
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    { timeout: 60_000, ...needsServer }
  )
})
