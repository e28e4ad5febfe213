import { mostOfSite, whoYields } from "@kittiwake/core/internal/news/domain/roomForSources"
import type { NewsSource } from "@kittiwake/core/news/domain/NewsSource"
import { longestWait, NewsSourceStore, type PutSources, type SourceFilter } from "@kittiwake/core/news/NewsSourceStore"
import { readSource, sourceEntry } from "@kittiwake/storage/newsSources"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { isFree } from "./leaseEnds.ts"
import { orUnavailable } from "./storeFailure.ts"

interface EntryRow {
  readonly entry: unknown
}

/** A host that was due; without a token none of its sources is. */
interface PickedRow extends EntryRow {
  readonly host: string
  readonly token: number | null
}

const columns = {
  ...{ url: "text", host: "text", listed: "boolean", failing: "boolean", due_at: "timestamptz" },
  ...{ gone_at: "timestamptz", entry: "jsonb" },
  ...{ site: "text", brought_by: "text", fruitful: "boolean", added_at: "timestamptz" }
}

const valuesOf = (source: NewsSource) => [
  source.url,
  source.host,
  source.origin === "list",
  source.failures > 0,
  source.goneAt === null ? source.dueAt : null,
  source.goneAt,
  sourceEntry(source),
  source.site,
  source.broughtBy,
  source.articles > 0,
  source.addedAt
]

/** Those who put, record and replace write hosts in this order, so that none waits for another in a ring. */
const hostsOf = (sources: ReadonlyArray<NewsSource>) => [...new Set(sources.map(({ host }) => host))].sort()

/** Looks that are older than this say nothing any more. */
const lookDays = 30

const upsert = (sql: SqlClient.SqlClient, sources: ReadonlyArray<NewsSource>) => sql`
  ${insertArrays(sql, "news_sources", columns, sources.map(valuesOf))}
  on conflict (url) do update set host = excluded.host, listed = excluded.listed, failing = excluded.failing,
    due_at = excluded.due_at, gone_at = excluded.gone_at, entry = excluded.entry, site = excluded.site,
    brought_by = excluded.brought_by, fruitful = excluded.fruitful, added_at = excluded.added_at`

/** Tells whether there was one. What was found stays whose it is: whoever read it before somebody asked for it does not know. */
const update = (sql: SqlClient.SqlClient, source: NewsSource) => {
  const isListed = source.origin === "list"
  const dueAt = source.goneAt === null ? source.dueAt : null
  return Effect.map(
    sql`
      update news_sources set host = ${source.host}::text, listed = ${isListed}::boolean,
        failing = ${source.failures > 0}::boolean, due_at = ${dueAt}::timestamptz, gone_at = ${source.goneAt}::timestamptz,
        site = ${source.site}::text, fruitful = ${source.articles > 0}::boolean, added_at = ${source.addedAt}::timestamptz,
        brought_by = case when listed or ${isListed}::boolean or brought_by = '' then ${source.broughtBy}::text
          else brought_by end,
        entry = case when listed or ${isListed}::boolean or brought_by in ('', ${source.broughtBy}::text)
          then ${sourceEntry(source)}::jsonb
          else jsonb_set(${sourceEntry(source)}::jsonb, '{broughtBy}', to_jsonb(brought_by)) end
      where url = ${source.url} returning url`,
    (rows) => rows.length > 0
  )
}

/** What was nobody's is of whoever asks for it. */
const give = (sql: SqlClient.SqlClient, sources: ReadonlyArray<NewsSource>) => sql`
  update news_sources s set brought_by = x.brought_by, entry = jsonb_set(s.entry, '{broughtBy}', to_jsonb(x.brought_by))
  from unnest(${sources.map(({ url }) => url)}::text[], ${sources.map(({ broughtBy }) => broughtBy)}::text[])
    as x(url, brought_by)
  where s.url = x.url`

/** A host is due when one of its sources is. */
const settleHosts = (sql: SqlClient.SqlClient, hosts: ReadonlyArray<string>) => sql`
  update news_hosts h set due_at =
    (select s.due_at from news_sources s where s.host = h.host and s.due_at is not null order by s.due_at, s.url limit 1)
  where h.host = any(${hosts}::text[])`

const holdHosts = (sql: SqlClient.SqlClient, hosts: ReadonlyArray<string>) =>
  Effect.andThen(
    sql`insert into news_hosts (host) select x from unnest(${hosts}::text[]) x order by x on conflict do nothing`,
    sql`select 1 from news_hosts where host = any(${hosts}::text[]) order by host for update`
  )

/** Settles those that nobody holds. They are held first: what settles sees then what whoever had them wrote. */
const settleFree = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, hosts: ReadonlyArray<string>) {
  const free = yield* sql<{ readonly host: string }>`
    select host from news_hosts where host = any(${hosts}::text[]) for update skip locked`
  if (free.length === 0) return
  yield* settleHosts(
    sql,
    free.map(({ host }) => host)
  )
})

const noteLook = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { at, domain }: NonNullable<PutSources["look"]>
) {
  yield* sql`delete from news_looks where looked_at < ${DateTime.subtract(at, { days: lookDays })}::timestamptz`
  yield* sql`
    insert into news_looks (domain, looked_at) values (${domain}, ${at}::timestamptz)
    on conflict (domain) do update set looked_at = excluded.looked_at`
})

const conditions = (sql: SqlClient.SqlClient, { kind, origin }: SourceFilter) => [
  ...(origin === null ? [] : [sql`listed = ${origin === "list"}::boolean`]),
  ...(kind === null ? [] : [kind === "gone" ? sql`gone_at is not null` : sql`gone_at is null`]),
  ...(kind === "failing" ? [sql`failing`] : [])
]

interface Known {
  readonly url: string
  readonly listed: boolean
  readonly gone: boolean
  readonly broughtBy: string
}

interface Dropped {
  readonly listed: boolean
  readonly broughtBy: string
  readonly site: string
  readonly host: string
}

/** Drops the first of those that a statement picks. */
const drop = (sql: SqlClient.SqlClient, picked: Statement.Fragment) =>
  Effect.map(
    sql<Dropped>`
      delete from news_sources where url in (select url from news_sources where ${picked} limit 1)
      returning listed, brought_by as "broughtBy", site, host`,
    ([dropped]) => dropped
  )

/** Those that there is room for, made where there is none; and the hosts of those that gave it. Nobody else puts meanwhile. */
const takenOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, fresh: ReadonlyArray<NewsSource>, most: number) {
  const left = new Set<string>()
  const taken: Array<NewsSource> = []
  if (fresh.length === 0) return { taken, left }
  const [{ all }] = (yield* sql<{ readonly all: number }>`select count(*)::integer as "all" from news_sources`) as [
    { readonly all: number }
  ]
  let count = all
  const sites = [...new Set(fresh.flatMap(({ origin, site }) => (origin === "list" ? [] : [site])))]
  const counts = yield* sql<{ readonly site: string; readonly count: number }>`
    select site, count(*)::integer as count from news_sources where site = any(${sites}::text[]) and not listed group by site`
  const ofSites = new Map(counts.map((row) => [row.site, row.count]))
  let held: Map<string, number> | null = null

  const note = ({ broughtBy, listed, site }: Omit<Dropped, "host">, change: 1 | -1) => {
    count += change
    if (listed) return
    ofSites.set(site, (ofSites.get(site) ?? 0) + change)
    held?.set(broughtBy, (held.get(broughtBy) ?? 0) + change)
  }
  const goes = Effect.fnUntraced(function* (picked: Statement.Fragment) {
    const dropped = yield* drop(sql, picked)
    if (dropped === undefined) return false
    note(dropped, -1)
    left.add(dropped.host)
    return true
  })
  const hasRoomOfSite = Effect.fnUntraced(function* ({ addedAt, origin, site }: NewsSource) {
    if (origin === "list" || (ofSites.get(site) ?? 0) < mostOfSite) return true
    return yield* goes(sql`site = ${site} and not listed and added_at < ${addedAt}::timestamptz
      and (gone_at is not null or not fruitful) order by gone_at is null, fruitful, added_at, url`)
  })
  const hasRoom = Effect.fnUntraced(function* ({ addedAt, broughtBy, origin }: NewsSource) {
    if (count < most || (yield* goes(sql`gone_at is not null order by gone_at, url`))) return true
    if (held === null) {
      const rows = yield* sql<{ readonly broughtBy: string; readonly count: number }>`
        select brought_by as "broughtBy", count(*)::integer as count from news_sources where not listed group by brought_by`
      held = new Map(rows.map((row) => [row.broughtBy, row.count]))
      for (const one of taken) if (one.origin === "found") held.set(one.broughtBy, (held.get(one.broughtBy) ?? 0) + 1)
    }
    for (const yielding of whoYields(held, origin === "list" ? null : broughtBy)) {
      const hasGone = yield* goes(sql`not listed and brought_by = ${yielding.broughtBy}
        and (not fruitful or not ${yielding.isBarrenOnly}::boolean) and added_at < ${addedAt}::timestamptz
        order by fruitful, added_at, url`)
      if (hasGone) return true
    }
    return false
  })
  for (const source of fresh) {
    if (!(yield* hasRoomOfSite(source)) || !(yield* hasRoom(source))) continue
    taken.push(source)
    note({ broughtBy: source.broughtBy, listed: source.origin === "list", site: source.site }, 1)
  }
  return { taken, left }
})

/** Within a transaction, in which nobody else puts. */
const put = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { look, most, sources }: PutSources) {
  if (look !== null) yield* noteLook(sql, look)
  if (sources.length === 0) return { added: [], known: 0, refused: [] }
  const hosts = hostsOf(sources)
  // Hosts first, as whoever records does, who then writes its source: the other way round each would wait for the other.
  yield* holdHosts(sql, hosts)
  yield* sql`lock table news_sources in share row exclusive mode`
  const urls = sources.map(({ url }) => url)
  const rows = yield* sql<Known>`
    select url, listed, gone_at is not null as gone, brought_by as "broughtBy"
    from news_sources where url = any(${urls}::text[])`
  const before = new Map(rows.map((row) => [row.url, row]))
  const chosen = sources.filter(({ origin, url }) => {
    const row = before.get(url)
    return row !== undefined && origin === "list" && (!row.listed || row.gone)
  })
  const fresh = sources.filter(({ url }) => !before.has(url))
  const given = sources.filter(({ broughtBy, origin, url }) => {
    const row = before.get(url)
    return row !== undefined && origin === "found" && broughtBy !== "" && !row.listed && row.broughtBy === ""
  })
  if (chosen.length > 0) yield* upsert(sql, chosen)
  if (given.length > 0) yield* give(sql, given)
  const { left, taken } = yield* takenOf(sql, fresh, most)
  if (taken.length > 0) yield* upsert(sql, taken)
  yield* settleHosts(sql, hosts)
  // Whoever holds one settles it when he records.
  if (left.size > 0) yield* settleFree(sql, [...left])
  if (chosen.length > 0) {
    yield* sql`update news_hosts set token = token + 1, lease_until = null where host = any(${hostsOf(chosen)}::text[])`
  }
  const added = new Set([...chosen, ...taken].map(({ url }) => url))
  const isTaken = new Set(taken)
  return {
    added: urls.filter((url) => added.has(url)),
    known: sources.length - chosen.length - fresh.length,
    refused: fresh.filter((source) => !isTaken.has(source)).map(({ url }) => url)
  }
})

const each = (sources: ReadonlyArray<NewsSource>) => [
  ...new Map(sources.map((source) => [source.url, source])).values()
]

/** `NewsSourceStore` on Postgres. */
export const layer: Layer.Layer<NewsSourceStore, never, SqlClient.SqlClient> = Layer.effect(
  NewsSourceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leaseNow = yield* LeaseClock

    const clock = (at: DateTime.Utc | null) =>
      sql`clock as materialized (select coalesce(${at}::timestamptz, clock_timestamp()) as at)`

    /** Tells whether it is known. Whoever puts may drop it until it is written: it comes back no more then, and its host is settled. */
    const keep = (source: NewsSource) => Effect.tap(update(sql, source), () => settleHosts(sql, [source.host]))

    const record = Effect.fnUntraced(function* (source: NewsSource, token: number, quietUntil: DateTime.Utc | null) {
      const [held] = yield* sql`
        select 1 from news_hosts where host = ${source.host} and token = ${token}::integer and lease_until is not null
        for update`
      if (held === undefined) return false
      if (!(yield* keep(source))) return false
      yield* sql`
        update news_hosts set lease_until = null, quiet_until = greatest(quiet_until, ${quietUntil}::timestamptz)
        where host = ${source.host}`
      return true
    })

    const replace = Effect.fnUntraced(function* (source: NewsSource) {
      yield* holdHosts(sql, [source.host])
      if (!(yield* keep(source))) return false
      yield* sql`update news_hosts set token = token + 1, lease_until = null where host = ${source.host}`
      return true
    })

    return NewsSourceStore.of({
      put: Effect.fn("NewsSourceStore.put")(function* (given) {
        const sources = each(given.sources)
        const done = yield* sql.withTransaction(put(sql, { ...given, sources }))
        return { ...done, known: done.known + given.sources.length - sources.length }
      }, orUnavailable("NewsSourceStore.put")),

      claim: Effect.fn("NewsSourceStore.claim")(function* ({ lease, limit, now }) {
        const beyond = DateTime.addDuration(now, longestWait)
        const rows = yield* sql<PickedRow>`
          with ${clock(yield* leaseNow)},
          picked as materialized (
            select h.host, h.due_at from news_hosts h
            where (h.due_at <= ${now}::timestamptz or h.due_at > ${beyond}::timestamptz)
              and (h.quiet_until is null or h.quiet_until <= ${now}::timestamptz or h.quiet_until > ${beyond}::timestamptz)
              and ${isFree(sql, "h.lease_until", sql`(select at from clock)`, lease)}
            order by h.due_at, h.host limit ${limit}::integer for update skip locked
          ),
          due as materialized (
            select p.host, p.due_at, s.entry from picked p cross join lateral (
              select s.entry from (
                (select b.entry, 0 as place from news_sources b
                  where b.host = p.host and b.due_at > ${beyond}::timestamptz order by b.due_at, b.url limit 1)
                union all
                (select a.entry, 1 from news_sources a
                  where a.host = p.host and a.due_at is not null order by a.due_at, a.url limit 1)
              ) s order by s.place limit 1
            ) s
          ),
          taken as (
            update news_hosts h set token = h.token + 1, quiet_until = null,
              lease_until = clock.at + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond'
            from due, clock where h.host = due.host returning h.host, h.token
          )
          select p.host, due.entry, taken.token from picked p
            left join due on due.host = p.host left join taken on taken.host = p.host order by p.due_at, p.host`
        // Whoever held a host whose source was dropped may have been killed: it would be picked first each time, for nothing.
        const empty = rows.flatMap(({ host, token }) => (token === null ? [host] : []))
        if (empty.length > 0) yield* sql.withTransaction(settleFree(sql, empty))
        return rows.flatMap(({ entry, token }) => (token === null ? [] : [{ source: readSource(entry), token }]))
      }, orUnavailable("NewsSourceStore.claim")),

      record: Effect.fn("NewsSourceStore.record")(
        ({ token }, { quietUntil, source }) => sql.withTransaction(record(source, token, quietUntil)),
        orUnavailable("NewsSourceStore.record")
      ),

      replace: Effect.fn("NewsSourceStore.replace")(
        (source) => sql.withTransaction(replace(source)),
        orUnavailable("NewsSourceStore.replace")
      ),

      get: Effect.fn("NewsSourceStore.get")(function* (url) {
        const [row] = yield* sql<EntryRow>`select entry from news_sources where url = ${url}`
        return Option.map(Option.fromUndefinedOr(row), ({ entry }) => readSource(entry))
      }, orUnavailable("NewsSourceStore.get")),

      list: Effect.fn("NewsSourceStore.list")(function* ({ after, filter, limit }) {
        const where = sql.and([sql`url > ${after ?? ""}`, ...conditions(sql, filter)])
        const rows = yield* sql<EntryRow>`
          select entry from news_sources where ${where} order by url limit ${limit}::integer`
        return rows.map(({ entry }) => readSource(entry))
      }, orUnavailable("NewsSourceStore.list")),

      counts: orUnavailable("NewsSourceStore.counts")(
        Effect.map(
          sql<{ readonly sources: number; readonly failing: number; readonly gone: number }>`
            select count(*) filter (where gone_at is null) as sources,
              count(*) filter (where gone_at is null and failing) as failing,
              count(*) filter (where gone_at is not null) as gone
            from news_sources`,
          ([row]) => row!
        )
      ),

      lookedAt: Effect.fn("NewsSourceStore.lookedAt")(function* (domain) {
        const [row] = yield* sql<{ readonly at: string }>`
          select looked_at as at from news_looks where domain = ${domain}`
        return Option.map(Option.fromUndefinedOr(row), ({ at }) => DateTime.makeUnsafe(at))
      }, orUnavailable("NewsSourceStore.lookedAt"))
    })
  })
)
