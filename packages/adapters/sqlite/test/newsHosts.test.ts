/** Rows of hosts, which go with their last source, whoever holds them. */
import { assert, describe, it } from "@effect/vitest"
import { type NewsSource, newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Sqlite } from "../src/Sqlite.ts"
import { onSqlite } from "./databases.ts"

const lease = Duration.minutes(2)

const sourceOf = (name: string, given: Partial<NewsSource> = {}) =>
  newSource({
    ...{ url: `https://${name}.example/`, origin: "found", foundFor: `${name}.example`, title: null, country: null },
    ...{ addedAt: DateTime.makeUnsafe(0) },
    ...given
  })

const hosts = Effect.gen(function* () {
  const { read } = yield* Sqlite
  const rows = yield* read("hosts", (db) =>
    db.all<{ readonly host: string }>("select host from news_hosts order by host")
  )
  return rows.map(({ host }) => host)
})

const claimed = Effect.fnUntraced(function* (limit: number) {
  return yield* (yield* NewsSourceStore).claim({ now: yield* DateTime.now, limit, lease })
})

describe("hosts of news in SQLite", () => {
  const first = sourceOf("petrel")
  const chosen = sourceOf("tern", { origin: "list", addedAt: DateTime.makeUnsafe(1) })

  /** A source is dropped while its host is held; gives the claim. */
  const dropped = Effect.gen(function* () {
    const store = yield* NewsSourceStore
    yield* store.put({ sources: [first], most: 1, look: null })
    const [claim] = yield* claimed(1)
    yield* store.put({ sources: [chosen], most: 1, look: null })
    return claim!
  })

  it.effect("go when whoever held them records", () =>
    Effect.gen(function* () {
      const claim = yield* dropped
      assert.isFalse(yield* (yield* NewsSourceStore).record(claim, { source: first, quietUntil: null }))
      assert.deepStrictEqual(yield* hosts, [chosen.host])
    }).pipe(Effect.provide(onSqlite))
  )

  it.effect("go when whoever held them never came back, and keep nobody from the others", () =>
    Effect.gen(function* () {
      yield* dropped
      yield* TestClock.adjust(lease)
      const claims = [...(yield* claimed(1)), ...(yield* claimed(1))]
      assert.deepStrictEqual(
        claims.map(({ source }) => source.url),
        [chosen.url]
      )
      assert.deepStrictEqual(yield* hosts, [chosen.host])
    }).pipe(Effect.provide(onSqlite))
  )

  it.effect("stay while another source of theirs is known", () =>
    Effect.gen(function* () {
      const store = yield* NewsSourceStore
      const second = sourceOf("petrel", { url: "https://petrel.example/2", articles: 1 })
      yield* store.put({ sources: [first, second], most: 2, look: null })
      const [claim] = yield* claimed(1)
      yield* store.put({ sources: [chosen], most: 2, look: null })
      assert.isFalse(yield* store.record(claim!, { source: first, quietUntil: null }))
      yield* TestClock.adjust(lease)
      const urls = (yield* claimed(2)).map(({ source }) => source.url)
      assert.deepStrictEqual(urls, [second.url, chosen.url])
    }).pipe(Effect.provide(onSqlite))
  )
})
