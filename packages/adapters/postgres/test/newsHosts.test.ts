/** Hosts of news whose sources go while somebody else writes: what two connections do to each other. */
import { assert, describe, it } from "@effect/vitest"
import { type NewsSource, newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { DateTime, Deferred, Duration, Effect, Fiber, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { needsServer, onPostgres } from "./databases.ts"

const lease = Duration.minutes(2)

const sourceOf = (name: string, given: Partial<NewsSource> = {}) =>
  newSource({
    ...{ url: `https://${name}.example/`, origin: "found", foundFor: `${name}.example`, title: null, country: null },
    ...{ addedAt: DateTime.makeUnsafe(0) },
    ...given
  })

const claimed = Effect.fnUntraced(function* (limit: number) {
  const claims = yield* (yield* NewsSourceStore).claim({ now: yield* DateTime.now, limit, lease })
  return claims.map(({ source }) => source.url)
})

const dueHosts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly host: string }>`select host from news_hosts where due_at is not null order by host`
  return rows.map(({ host }) => host)
})

/** Keeps what `statement` locks until it is told to let go. */
const keeping = Effect.fnUntraced(function* (statement: Effect.Effect<unknown, SqlError.SqlError>) {
  const sql = yield* SqlClient.SqlClient
  const [taken, letGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const fiber = yield* statement.pipe(
    Effect.andThen(Deferred.succeed(taken, undefined)),
    Effect.andThen(Deferred.await(letGo)),
    sql.withTransaction,
    Effect.forkChild
  )
  yield* Deferred.await(taken)
  return { letGo: Effect.andThen(Deferred.succeed(letGo, undefined), Fiber.join(fiber)) }
})

/** Until a statement waits for a lock of another transaction, or the work is done. */
const untilWaiting = Effect.fnUntraced(function* (work: Fiber.Fiber<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.repeat(
    sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    { until: ([row]) => row!.n > 0 || work.pollUnsafe() !== undefined }
  )
})

describe("hosts of news", needsServer, () => {
  it.effect("that are due without a source hold up nobody but once", () =>
    Effect.gen(function* () {
      const [sql, store] = [yield* SqlClient.SqlClient, yield* NewsSourceStore]
      yield* sql`
        insert into news_hosts (host, due_at) select 'empty' || n, '1960-01-01' from generate_series(1, 3) n`
      const source = sourceOf("petrel")
      yield* store.put({ sources: [source], most: 10, look: null })
      assert.deepStrictEqual(yield* claimed(3), [])
      assert.deepStrictEqual(yield* claimed(3), [source.url])
      assert.deepStrictEqual(yield* dueHosts, [source.host])
    }).pipe(Effect.provide(onPostgres))
  )

  it.effect("are settled by whoever held them while their source went", () =>
    Effect.gen(function* () {
      const [sql, store] = [yield* SqlClient.SqlClient, yield* NewsSourceStore]
      const source = sourceOf("petrel")
      yield* store.put({ sources: [source], most: 1, look: null })
      const next = sourceOf("tern", { origin: "list", addedAt: DateTime.makeUnsafe(1) })
      const held = yield* keeping(sql`select 1 from news_hosts where host = ${source.host} for update`)
      yield* store.put({ sources: [next], most: 1, look: null })
      yield* held.letGo
      assert.isTrue(Option.isNone(yield* store.get(source.url)))
      assert.include(yield* dueHosts, source.host)
      assert.isFalse(yield* store.replace(source))
      assert.deepStrictEqual(yield* dueHosts, [next.host])
    }).pipe(Effect.provide(onPostgres))
  )

  it.effect("bring no source back that goes while it is written", () =>
    Effect.gen(function* () {
      const [sql, store] = [yield* SqlClient.SqlClient, yield* NewsSourceStore]
      const source = sourceOf("petrel")
      yield* store.put({ sources: [source], most: 1, look: null })
      const [claim] = yield* store.claim({ now: yield* DateTime.now, limit: 1, lease })
      const writes = [
        store.replace({ ...source, articles: 1 }),
        store.record(claim!, { source: { ...source, articles: 1 }, quietUntil: null })
      ]
      for (const write of writes.toReversed()) {
        yield* store.put({ sources: [source], most: 1, look: null })
        const held = yield* keeping(
          Effect.andThen(
            sql`lock table news_sources in share row exclusive mode`,
            sql`delete from news_sources where url = ${source.url}`
          )
        )
        const writing = yield* Effect.forkChild(write)
        yield* untilWaiting(writing)
        yield* held.letGo
        assert.isFalse(yield* Fiber.join(writing))
        assert.isTrue(Option.isNone(yield* store.get(source.url)))
        assert.deepStrictEqual(yield* dueHosts, [])
      }
    }).pipe(Effect.provide(onPostgres))
  )
})
