import { inBatches } from "@kittiwake/core/internal/inBatches"
import { differMillis } from "@kittiwake/core/internal/leaseHorizon"
import { type CachedPage, type CacheLimits, PageCache } from "@kittiwake/core/pages/PageCache"
import { decodeBody } from "@kittiwake/storage/bodyCoding"
import { type BodyOfRow, LargeBodies, loadBody } from "@kittiwake/storage/largeBodies"
import { storableText } from "@kittiwake/storage/storable"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { loosened, putWithBody, settleBodies, pageTables as tables } from "./bodyRows.ts"
import { gatheredLength, type PutPage, putPages } from "./putPages.ts"
import { orUnavailable } from "./storeFailure.ts"

/** What was captured later than that was so by a clock that was ahead. */
const untilOf = (now: DateTime.Utc) => DateTime.add(now, { milliseconds: differMillis })

interface FoundRow extends Omit<BodyOfRow, "content" | "size"> {
  readonly content: BodyOfRow["content"] | null
  readonly capturedAt: string
  readonly facts: string
}

const putPage = (
  sql: SqlClient.SqlClient,
  large: (typeof LargeBodies)["Service"],
  { body, capturedAt, facts, key, space }: CachedPage,
  until: DateTime.Utc
) =>
  putWithBody(sql, large, tables, body, [
    sql`put as (
      insert into cached_pages as p (space, key, captured_at, used_at, facts, digest)
      select ${space}::text, ${key}::text, ${capturedAt}::timestamptz, ${capturedAt}::timestamptz, ${facts}::text, digest
      from body
      on conflict (space, key) do update set captured_at = excluded.captured_at,
        used_at = case when p.used_at > ${until}::timestamptz then excluded.used_at else greatest(p.used_at, excluded.used_at) end,
        facts = excluded.facts, digest = excluded.digest, replaced = nullif(p.digest, excluded.digest)
      where p.captured_at <= excluded.captured_at or p.captured_at > ${until}::timestamptz
      returning replaced
    )`,
    loosened(sql, tables, sql`select replaced from put`)
  ])

/** Drops up to `limit` pages that were captured before a moment. */
const dropOld = (sql: SqlClient.SqlClient, before: DateTime.Utc, limit: number) =>
  Effect.map(
    sql<{ dropped: number }>`
      with gone as (
        delete from cached_pages where ctid = any (array(
          select ctid from cached_pages where captured_at < ${before}::timestamptz
          order by captured_at limit ${limit} for update skip locked
        ))
        returning digest
      ),
      ${loosened(sql, tables, sql`select digest from gone`)}
      select count(*) as dropped from gone`,
    ([row]) => row!.dropped
  )

/** Drops up to `limit` pages, those first that were used longest ago, until their bodies make up so many bytes. */
const dropUnused = (sql: SqlClient.SqlClient, bytes: number, limit: number) =>
  Effect.map(
    sql<{ dropped: number }>`
      with oldest as materialized (
        select ctid as place, digest, used_at from cached_pages order by used_at limit ${limit} for update skip locked
      ),
      sized as materialized (
        select o.place, sum(b.size) over (order by o.used_at, o.place) - b.size as freed_before
        from oldest o join cache_bodies b on b.digest = o.digest
      ),
      gone as (
        delete from cached_pages where ctid = any (array(select place from sized where freed_before < ${bytes}))
        returning digest
      ),
      ${loosened(sql, tables, sql`select digest from gone`)}
      select count(*) as dropped from gone`,
    ([row]) => row!.dropped
  )

/**
 * Drops pages, as `drop` is told how many bytes there are, and the bodies that nobody has any more. Null when somebody else
 * prunes. A transaction of its own: two that loosen bodies would lock them in no order.
 */
const pruneRound = (
  sql: SqlClient.SqlClient,
  limit: number,
  drop: (bytes: number) => Effect.Effect<number, SqlError.SqlError>
) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const [size] = yield* sql<{ bytes: number }>`select bytes from cache_size for update skip locked`
      if (size === undefined) return null
      const dropped = yield* drop(size.bytes)
      const { grown, looked } = yield* settleBodies(sql, tables, limit)
      const bytes = size.bytes + grown
      yield* sql`update cache_size set bytes = ${bytes}`
      return { bytes, dropped, looked }
    })
  )

/** What `PageCache.prune` promises. The sum of bytes is exact once no body is loose, so pages go by it only then. */
const prunePages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, limits: CacheLimits, limit: number) {
  const old = yield* pruneRound(sql, limit, () => dropOld(sql, limits.keepSince, limit))
  if (old === null) return 0
  if (old.dropped === limit || old.looked === limit) return limit
  if (old.bytes <= limits.maxBytes) return old.dropped
  const unused = yield* pruneRound(sql, limit, (bytes) => dropUnused(sql, bytes - limits.maxBytes, limit))
  if (unused === null) return old.dropped
  const isCut = unused.dropped === limit || (unused.dropped > 0 && unused.bytes > limits.maxBytes)
  return isCut ? limit : Math.min(limit, old.dropped + unused.dropped)
})

/** `PageCache` on Postgres. */
export const layer: Layer.Layer<PageCache, never, SqlClient.SqlClient> = Layer.effect(
  PageCache,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const large = yield* LargeBodies
    const putGathered = yield* inBatches({
      max: 32,
      lanes: 1,
      write: (pages: ReadonlyArray<PutPage>) =>
        putPages(sql, pages).pipe(
          Effect.map(() => pages.map(() => undefined)),
          orUnavailable("PageCache.put")
        )
    })
    const putAlone = ({ page, until }: PutPage) => orUnavailable("PageCache.put")(putPage(sql, large, page, until))

    return PageCache.of({
      find: Effect.fn("PageCache.find")(function* (space, key, since, now, maxBytes = Number.MAX_SAFE_INTEGER) {
        const [row] = yield* sql<FoundRow>`
          with found as materialized (
            select p.captured_at as "capturedAt", p.facts, b.encoding, b.length,
              case when b.length <= ${maxBytes}::bigint then b.content end as content
            from cached_pages p join cache_bodies b on b.digest = p.digest
            where p.space = ${space} and p.key = ${key} and p.captured_at >= ${since}::timestamptz and p.captured_at <= ${untilOf(now)}::timestamptz
          ),
          used as (
            update cached_pages p set used_at = ${now}::timestamptz
            where p.space = ${space} and p.key = ${key} and p.used_at < ${now}::timestamptz - interval '1 minute'
              and exists (select from found)
          )
          select * from found`
        if (row === undefined) return Option.none()
        const { content, facts, length } = row
        const body = content === null ? null : yield* decodeBody(yield* loadBody(large, { ...row, content }))
        const capturedAt = DateTime.makeUnsafe(row.capturedAt)
        return Option.some({ space, key, capturedAt, facts, bodyBytes: length, body })
      }, orUnavailable("PageCache.find")),

      present: Effect.fn("PageCache.present")(function* (space, keys, since, now) {
        if (keys.length === 0) return new Set<string>()
        const rows = yield* sql<{ key: string }>`
          select key from cached_pages
          where space = ${space} and key = any (${keys.map(storableText)}::text[])
            and captured_at >= ${since}::timestamptz and captured_at <= ${untilOf(now)}::timestamptz`
        return new Set(rows.map(({ key }) => key))
      }, orUnavailable("PageCache.present")),

      put: Effect.fn("PageCache.put")((page, now) =>
        (page.body.length > gatheredLength ? putAlone : putGathered)({ page, until: untilOf(now) })
      ),

      prune: Effect.fn("PageCache.prune")(
        (limits, limit) => prunePages(sql, limits, limit),
        orUnavailable("PageCache.prune")
      )
    })
  })
)
