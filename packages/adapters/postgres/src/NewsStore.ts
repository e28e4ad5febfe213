import { levelWorth } from "@kittiwake/core/internal/news/domain/matchWeight"
import { isSameStory } from "@kittiwake/core/internal/news/domain/stories"
import {
  type ArticleRecord,
  type Mention,
  mergeMentions,
  mergeRecords,
  type NewsEntry,
  primaryWeight,
  sortedAt
} from "@kittiwake/core/news/domain/NewsEntry"
import { type NewsFilter, NewsStore } from "@kittiwake/core/news/NewsStore"
import {
  type ArticleRow,
  afterOf,
  firstOf,
  foundArticles,
  type MentionRow,
  placeOf,
  wantedKeys
} from "@kittiwake/storage/news"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"
import { orUnavailable } from "./storeFailure.ts"

const articleColumns = {
  article_no: "bigint",
  ...{ id: "text", story_id: "text", sorted_at: "bigint", place: "bigint", day: "integer" },
  ...{ source_domain: "text", source_country: "text", language: "text", type: "text", put_at: "bigint", record: "text" }
}

const mentionColumns = {
  ...{ article_no: "bigint", key: "bigint", weight: "integer", sorted_at: "bigint", place: "bigint" },
  ...{ source: "text", country: "text", language: "text", type: "text" }
}

const bandColumns = { band: "bigint", article_no: "bigint", put_at: "bigint" }

/** Those of one band that are compared. */
const candidates = 8

interface KnownRow {
  readonly articleNo: string
  readonly id: string
  readonly record: string
}

interface CandidateRow {
  readonly band: string
  readonly storyId: string
  readonly day: number
  readonly language: string | null
  readonly record: string
}

interface Telling {
  readonly storyId: string
  readonly day: number
  readonly language: string | null
  readonly record: ArticleRecord
}

/** Who has which of these bands already, the newest first. */
const tellings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, bands: ReadonlyArray<number>) {
  const rows = yield* sql<CandidateRow>`
    select w.band::text as "band", c.story_id as "storyId", c.day, c.language, c.record
    from unnest(${bands.map(String)}::bigint[]) w(band)
    cross join lateral (
      select a.story_id, a.day, a.language, a.record from news_bands b join news_articles a on a.article_no = b.article_no
      where b.band = w.band order by b.article_no desc limit ${candidates}::integer
    ) c`
  const byBand = new Map<number, Array<Telling>>()
  for (const { band, record, ...row } of rows) {
    const all = byBand.get(Number(band)) ?? []
    byBand.set(Number(band), [...all, { ...row, record: JSON.parse(record) as ArticleRecord }])
  }
  return byBand
})

/** The story of an entry, which from now on tells it to those behind it. */
const storyOf = (byBand: Map<number, Array<Telling>>, { bands, day, id, record }: NewsEntry): string => {
  const told = bands
    .flatMap((band) => (byBand.get(band) ?? []).slice(0, candidates))
    .find((one) => one.day === day && one.language === record.language && isSameStory(one.record, record))
  const storyId = told?.storyId ?? id
  for (const band of bands)
    byBand.set(band, [{ storyId, day, language: record.language, record }, ...(byBand.get(band) ?? [])])
  return storyId
}

const mentionRows = (articleNo: string, mentions: ReadonlyArray<Mention>, record: ArticleRecord, place: number) =>
  mentions.map(({ key, weight }) => [
    ...[articleNo, key, weight, sortedAt(record), place],
    ...[record.source.domain, record.source.country, record.language, record.type]
  ])

const addAll = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, entries: ReadonlyArray<NewsEntry>, at: number) {
  if (entries.length === 0) return
  const byBand = yield* tellings(sql, [...new Set(entries.flatMap(({ bands }) => bands))])
  // Whoever puts holds the lock, so that nobody else takes these numbers.
  const [{ last }] = (yield* sql<{ readonly last: string }>`
    select coalesce(max(article_no), 0)::text as "last" from news_articles`) as [{ readonly last: string }]
  const numbers = new Map(entries.map(({ id }, index) => [id, String(Number(last) + 1 + index)]))
  const rows = entries.map((entry) => {
    const { day, id, record } = entry
    return [
      numbers.get(id)!,
      ...[id, storyOf(byBand, entry), sortedAt(record), placeOf(id), day, record.source.domain, record.source.country],
      ...[record.language, record.type, at, JSON.stringify(record)]
    ]
  })
  yield* sql`${insertArrays(sql, "news_articles", articleColumns, rows)}`
  const mentions = entries.flatMap(({ id, mentions, record }) =>
    mentionRows(numbers.get(id)!, mentions, record, placeOf(id))
  )
  if (mentions.length > 0) yield* sql`${insertArrays(sql, "news_mentions", mentionColumns, mentions)}`
  const bands = entries.flatMap(({ bands, id }) => [...new Set(bands)].map((band) => [band, numbers.get(id)!, at]))
  if (bands.length > 0) yield* sql`${insertArrays(sql, "news_bands", bandColumns, bands)}`
})

const fill = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, known: KnownRow, entry: NewsEntry) {
  const record = mergeRecords(JSON.parse(known.record) as ArticleRecord, entry.record)
  const text = JSON.stringify(record)
  const before = (yield* sql<{ readonly key: string; readonly weight: number }>`
    select key::text as "key", weight from news_mentions where article_no = ${known.articleNo}::bigint`).map(
    ({ key, weight }) => ({ key: Number(key), weight })
  )
  const mentions = mergeMentions(before, entry.mentions)
  const weights = new Map(before.map(({ key, weight }) => [key, weight]))
  if (text === known.record && mentions.every(({ key, weight }) => weights.get(key) === weight)) return false
  yield* sql`
    update news_articles set sorted_at = ${sortedAt(record)}::bigint, source_country = ${record.source.country}::text,
      language = ${record.language}::text, type = ${record.type}::text, record = ${text}::text
    where article_no = ${known.articleNo}::bigint`
  yield* sql`delete from news_mentions where article_no = ${known.articleNo}::bigint`
  const rows = mentionRows(known.articleNo, mentions, record, placeOf(entry.id))
  if (rows.length > 0) yield* sql`${insertArrays(sql, "news_mentions", mentionColumns, rows)}`
  return true
})

/** Within a transaction, in which nobody else puts: of two that tell one story neither begins its own. */
const put = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, given: ReadonlyArray<NewsEntry>, at: number) {
  yield* sql`select pg_advisory_xact_lock(hashtext('kittiwake news'))`
  const ids = [...new Set(given.map(({ id }) => id))]
  const rows = yield* sql<KnownRow>`
    select article_no::text as "articleNo", id, record from news_articles where id = any(${ids}::text[])`
  const known = new Map(rows.map((row) => [row.id, row]))
  const fresh = new Map<string, NewsEntry>()
  let filled = 0
  for (const entry of given) {
    const row = known.get(entry.id)
    const before = fresh.get(entry.id)
    if (row !== undefined) {
      if (yield* fill(sql, row, entry)) filled += 1
    } else if (before === undefined) fresh.set(entry.id, entry)
    else {
      const record = mergeRecords(before.record, entry.record)
      const mentions = mergeMentions(before.mentions, entry.mentions)
      fresh.set(entry.id, { ...before, record, mentions })
    }
  }
  yield* addAll(sql, [...fresh.values()], at)
  return { added: fresh.size, filled }
})

const conditions = (sql: SqlClient.SqlClient, filter: NewsFilter) => {
  const { from, languages, sourceCountries, sourceDomains, to, types } = filter
  const lists = [
    ...(sourceDomains.length === 0 ? [] : [sql`m.source = any(${sourceDomains}::text[])`]),
    ...(sourceCountries.length === 0 ? [] : [sql`m.country = any(${sourceCountries}::text[])`]),
    ...(languages.length === 0 ? [] : [sql`m.language = any(${languages}::text[])`]),
    ...(types.length === 0 ? [] : [sql`m.type = any(${types}::text[])`])
  ]
  const window =
    from === null && to === null
      ? []
      : [sql`m.sorted_at between ${Math.max(0, from ?? 0)}::bigint and ${to ?? Number.MAX_SAFE_INTEGER}::bigint`]
  return [...lists, ...window]
}

interface FoundMention {
  readonly articleNo: string
  readonly weight: number
  readonly sortedAt: string
  readonly place: string
  readonly factor: number
}

const toMention = (row: FoundMention): MentionRow => ({
  articleNo: Number(row.articleNo),
  weight: row.weight,
  sortedAt: Number(row.sortedAt),
  place: Number(row.place),
  factor: row.factor
})

/** `NewsStore` on Postgres. */
export const layer: Layer.Layer<NewsStore, never, SqlClient.SqlClient> = Layer.effect(
  NewsStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const worth = (weight: string, factor: string) =>
      sql.literal(
        `(case when ${weight} >= ${primaryWeight} then ${levelWorth} + (${weight} - ${primaryWeight}) * ${factor} else ${weight} * ${factor} end)`
      )

    return NewsStore.of({
      put: (entries, at) =>
        entries.length === 0
          ? Effect.succeed({ added: 0, filled: 0 })
          : sql.withTransaction(put(sql, entries, at)).pipe(orUnavailable("NewsStore.put")),

      search: Effect.fn("NewsStore.search")(
        function* (question) {
          const { filter, limit, order } = question
          const keys = wantedKeys(question.keys)
          const after = afterOf(question.after)
          const all = conditions(sql, filter)
          const own = worth("m.weight", "w.factor")
          const isNewest = order === "newest"
          const where = sql.and([
            sql`m.key = w.key`,
            ...all,
            ...(after === null
              ? []
              : isNewest
                ? [sql`(m.sorted_at, m.place) < (${after.sortedAt}::bigint, ${after.place}::bigint)`]
                : [
                    sql`m.weight <= (case when ${after.worth}::bigint >= ${levelWorth}
                      then ${primaryWeight} + (${after.worth}::bigint - ${levelWorth}) / w.factor
                      else ${after.worth}::bigint / w.factor end)`,
                    sql`(${own}, m.sorted_at, m.place) < (${after.worth}::bigint, ${after.sortedAt}::bigint, ${after.place}::bigint)`
                  ]),
            ...(isNewest || keys.length === 1
              ? []
              : [
                  sql`not exists (select 1 from wanted o join news_mentions n on n.article_no = m.article_no and n.key = o.key
                    where ${worth("n.weight", "o.factor")} > ${own})`
                ])
          ])
          const sorting = isNewest
            ? sql`m.sorted_at desc, m.place desc`
            : sql`m.weight desc, m.sorted_at desc, m.place desc`
          const rows = yield* sql<FoundMention>`
            with wanted as materialized (
              select * from unnest(${keys.map(({ key }) => String(key))}::bigint[], ${keys.map(({ factor }) => String(factor))}::integer[]) x(key, factor)
            )
            select f.* from wanted w cross join lateral (
              select m.article_no::text as "articleNo", m.weight, m.sorted_at::text as "sortedAt", m.place::text as "place", w.factor
              from news_mentions m where ${where} order by ${sorting} limit ${limit}::integer
            ) f`
          const first = firstOf(rows.map(toMention), question)
          if (first.length === 0) return []
          const numbers = first.map(({ articleNo }) => String(articleNo))
          const articles = yield* sql<ArticleRow>`
            select article_no::text as "articleNo", id, story_id as "storyId", record
            from news_articles where article_no = any(${numbers}::bigint[])`
          return foundArticles(first, articles, question)
        },
        (effect) => orUnavailable("NewsStore.search")(effect)
      ),

      known: (ids) =>
        sql<{ readonly id: string }>`select id from news_articles where id = any(${ids}::text[])`.pipe(
          Effect.map((rows) => new Set(rows.map(({ id }) => id))),
          orUnavailable("NewsStore.known")
        ),

      count: sql<{ readonly count: string }>`select count(*)::text as "count" from news_articles`.pipe(
        Effect.map(([row]) => Number(row?.count ?? 0)),
        orUnavailable("NewsStore.count")
      ),

      prune: ({ bandsSince, keepSince, maxArticles }, limit) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`
                delete from news_bands where (band, article_no) in (
                  select band, article_no from news_bands where put_at < ${bandsSince}::bigint order by put_at
                  limit ${limit * 16}::integer for update skip locked)`
              const gone = yield* sql<{ readonly articleNo: string }>`
                delete from news_articles where article_no in (
                  select article_no from (
                    select article_no, put_at, row_number() over (order by put_at, article_no) as nth
                    from (select article_no, put_at from news_articles order by put_at, article_no limit ${limit}::integer) oldest
                  ) counted
                  where put_at < ${keepSince}::bigint
                    or nth <= (select count(*) from news_articles) - ${maxArticles}::bigint)
                returning article_no::text as "articleNo"`
              const numbers = gone.map(({ articleNo }) => articleNo)
              if (numbers.length > 0) {
                yield* sql`delete from news_mentions where article_no = any(${numbers}::bigint[])`
                yield* sql`delete from news_bands where article_no = any(${numbers}::bigint[])`
              }
              return numbers.length
            })
          )
          .pipe(orUnavailable("NewsStore.prune"))
    })
  })
)
