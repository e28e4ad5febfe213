import type { NewsSource } from "@kittiwake/core/news/domain/NewsSource"
import { longestWait, NewsSourceStore, type SourceFilter } from "@kittiwake/core/news/NewsSourceStore"
import { readSource, sourceEntry } from "@kittiwake/storage/newsSources"
import { Duration, Effect, Layer, Option } from "effect"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf, millisOrNull, momentOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"
import type { SourceRow } from "./writes/newsSources.ts"

interface EntryRow {
  readonly entry: string
}

const toRow = (source: NewsSource): SourceRow => ({
  url: source.url,
  host: source.host,
  listed: source.origin === "list" ? 1 : 0,
  failing: source.failures > 0 ? 1 : 0,
  dueAt: source.goneAt === null ? millisOf(source.dueAt) : null,
  goneAt: millisOrNull(source.goneAt),
  entry: sourceEntry(source),
  site: source.site,
  broughtBy: source.broughtBy,
  fruitful: source.articles > 0 ? 1 : 0,
  addedAt: millisOf(source.addedAt)
})

const conditions = ({ kind, origin }: SourceFilter): string =>
  [
    origin === null ? "" : ` and listed = ${origin === "list" ? 1 : 0}`,
    kind === null ? "" : ` and gone_at is ${kind === "gone" ? "not " : ""}null`,
    kind === "failing" ? " and failing" : ""
  ].join("")

/** `NewsSourceStore` on SQLite. */
export const layer: Layer.Layer<NewsSourceStore, never, Sqlite> = Layer.effect(
  NewsSourceStore,
  Effect.gen(function* () {
    const { read, write } = yield* Sqlite
    const leaseNow = yield* LeaseClock

    return NewsSourceStore.of({
      put: ({ look, most, sources }) =>
        write("NewsSourceStore.put", {
          sources: sources.map(toRow),
          most,
          look: look === null ? null : { domain: look.domain, at: millisOf(look.at) }
        }),

      claim: Effect.fnUntraced(function* ({ lease, limit, now }) {
        const beyond = millisOf(now) + Duration.toMillis(longestWait)
        const clock = yield* leaseNow
        const claim = { now: millisOf(now), beyond, clock, lease: Math.trunc(Duration.toMillis(lease)), limit }
        const rows = yield* write("NewsSourceStore.claim", claim)
        return rows.map(({ entry, token }) => ({ source: readSource(entry), token }))
      }),

      record: ({ token }, { quietUntil, source }) =>
        write("NewsSourceStore.record", { source: toRow(source), token, quietUntil: millisOrNull(quietUntil) }),

      replace: (source) => write("NewsSourceStore.replace", toRow(source)),

      get: (url) =>
        read("NewsSourceStore.get", (db) =>
          Option.map(
            Option.fromUndefinedOr(db.get<EntryRow>("select entry from news_sources where url = ?", url)),
            ({ entry }) => readSource(entry)
          )
        ),

      list: ({ after, filter, limit }) =>
        read("NewsSourceStore.list", (db) =>
          db
            .all<EntryRow>(
              `select entry from news_sources where url > ?${conditions(filter)} order by url limit ?`,
              ...[after ?? "", limit]
            )
            .map(({ entry }) => readSource(entry))
        ),

      counts: read("NewsSourceStore.counts", (db) => {
        const row = db.get<{ readonly asked: number; readonly failing: number; readonly gone: number }>(
          `select count(*) filter (where gone_at is null) as asked,
            count(*) filter (where gone_at is null and failing) as failing,
            count(*) filter (where gone_at is not null) as gone
          from news_sources`
        )!
        return { sources: row.asked, failing: row.failing, gone: row.gone }
      }),

      lookedAt: (domain) =>
        read("NewsSourceStore.lookedAt", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<{ readonly at: number }>("select looked_at as at from news_looks where domain = ?", domain)
            ),
            ({ at }) => momentOf(at)
          )
        )
    })
  })
)
