import { levelWorth } from "@kittiwake/core/internal/news/domain/matchWeight"
import { compared, likeliest, type Telling, tellingOf, tellSame } from "@kittiwake/core/internal/news/domain/stories"
import {
  type ArticleRecord,
  type Mention,
  mergeReports,
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

interface KnownRow {
  readonly articleNo: string
  readonly id: string
  readonly record: string
}

/** An article with its number, which is to get a story. */
interface Numbered {
  readonly articleNo: string
  readonly entry: NewsEntry
}

interface ToldRow {
  readonly articleNo: string
  readonly storyId: string
  readonly day: number
  readonly language: string | null
  readonly record: string
}

/** Who has which of these bands already, the newest first. */
const sharing = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, bands: ReadonlyArray<number>) {
  const rows = yield* sql<{ readonly band: string; readonly articleNo: string }>`
    select w.band::text as "band", c.article_no::text as "articleNo" from unnest(${bands.map(String)}::bigint[]) w(band)
    cross join lateral (
      select b.article_no from news_bands b where b.band = w.band order by b.article_no desc limit ${compared.ofBand}::integer
    ) c`
  const byBand = new Map<number, Array<string>>()
  for (const { articleNo, band } of rows) {
    const all = byBand.get(Number(band))
    if (all === undefined) byBand.set(Number(band), [articleNo])
    else all.push(articleNo)
  }
  return byBand
})

/** The stories of articles, of which each tells its own to those behind it. */
const storiesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, articles: ReadonlyArray<Numbered>) {
  const byBand = yield* sharing(sql, [...new Set(articles.flatMap(({ entry }) => entry.bands))])
  const likely = articles.map(({ articleNo, entry }) => {
    const found = likeliest(entry.bands.map((band) => byBand.get(band) ?? []))
    for (const band of new Set(entry.bands))
      byBand.set(band, [articleNo, ...(byBand.get(band) ?? [])].slice(0, compared.ofBand))
    return found
  })
  const rows = yield* sql<ToldRow>`
    select article_no::text as "articleNo", story_id as "storyId", day, language, record from news_articles
    where article_no = any(${[...new Set(likely.flat())]}::bigint[])`
  const told = new Map<
    string,
    { readonly storyId: string; readonly day: number; readonly language: string | null; readonly telling: Telling }
  >(
    rows.map(({ articleNo, day, language, record, storyId }) => [
      articleNo,
      { storyId, day, language, telling: tellingOf(JSON.parse(record) as ArticleRecord) }
    ])
  )
  const stories = new Map<string, string>()
  for (const [index, { articleNo, entry }] of articles.entries()) {
    const { day, id, record } = entry
    const telling = tellingOf(record)
    const other = likely[index]!.map((no) => told.get(no)).find(
      (one) =>
        one !== undefined && one.day === day && one.language === record.language && tellSame(one.telling, telling)
    )
    const storyId = other?.storyId ?? id
    told.set(articleNo, { storyId, day, language: record.language, telling })
    stories.set(articleNo, storyId)
  }
  return stories
})

const bandRows = (articles: ReadonlyArray<Numbered>, at: number) =>
  articles.flatMap(({ articleNo, entry }) => [...new Set(entry.bands)].map((band) => [band, articleNo, at]))

const mentionRows = (articleNo: string, mentions: ReadonlyArray<Mention>, record: ArticleRecord, place: number) =>
  mentions.map(({ key, weight }) => [
    ...[articleNo, key, weight, sortedAt(record), place],
    ...[record.source.domain, record.source.country, record.language, record.type]
  ])

/** Puts what is fresh, and gives what is retold the story that it tells now. */
const addAll = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<NewsEntry>,
  retold: ReadonlyArray<Numbered>,
  at: number
) {
  if (entries.length + retold.length === 0) return
  if (retold.length > 0) {
    const numbers = retold.map(({ articleNo }) => articleNo)
    yield* sql`delete from news_bands where article_no = any(${numbers}::bigint[])`
  }
  // Whoever puts holds the lock, so that nobody else takes these numbers.
  const [{ last }] = (yield* sql<{ readonly last: string }>`
    select coalesce(max(article_no), 0)::text as "last" from news_articles`) as [{ readonly last: string }]
  const fresh = entries.map((entry, index): Numbered => ({ articleNo: String(Number(last) + 1 + index), entry }))
  const all = [...retold, ...fresh]
  const stories = yield* storiesOf(sql, all)
  for (const { articleNo, entry } of retold) {
    yield* sql`
      update news_articles set story_id = ${stories.get(articleNo)!}::text, day = ${entry.day}::integer
      where article_no = ${articleNo}::bigint`
  }
  const rows = fresh.map(({ articleNo, entry: { day, id, record } }) => [
    ...[articleNo, id, stories.get(articleNo)!, sortedAt(record), placeOf(id), day],
    ...[record.source.domain, record.source.country, record.language, record.type, at, JSON.stringify(record)]
  ])
  if (rows.length > 0) yield* sql`${insertArrays(sql, "news_articles", articleColumns, rows)}`
  const mentions = fresh.flatMap(({ articleNo, entry }) =>
    mentionRows(articleNo, entry.mentions, entry.record, placeOf(entry.id))
  )
  if (mentions.length > 0) yield* sql`${insertArrays(sql, "news_mentions", mentionColumns, mentions)}`
  const bands = bandRows(all, at)
  if (bands.length > 0) yield* sql`${insertArrays(sql, "news_bands", bandColumns, bands)}`
})

/** Gives what is known now; null where nothing is new. */
const fill = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, known: KnownRow, entry: NewsEntry) {
  const before = (yield* sql<{ readonly key: string; readonly weight: number }>`
    select key::text as "key", weight from news_mentions where article_no = ${known.articleNo}::bigint`).map(
    ({ key, weight }) => ({ key: Number(key), weight })
  )
  const merged = mergeReports({ record: JSON.parse(known.record) as ArticleRecord, mentions: before }, entry)
  const { mentions, record } = merged
  const text = JSON.stringify(record)
  const weights = new Map(before.map(({ key, weight }) => [key, weight]))
  const isSame = mentions.length === before.length && mentions.every(({ key, weight }) => weights.get(key) === weight)
  if (text === known.record && isSame) return null
  const { country, domain } = record.source
  yield* sql`
    update news_articles set sorted_at = ${sortedAt(record)}::bigint, source_domain = ${domain}::text,
      source_country = ${country}::text, language = ${record.language}::text, type = ${record.type}::text,
      record = ${text}::text
    where article_no = ${known.articleNo}::bigint`
  yield* sql`delete from news_mentions where article_no = ${known.articleNo}::bigint`
  const rows = mentionRows(known.articleNo, mentions, record, placeOf(entry.id))
  if (rows.length > 0) yield* sql`${insertArrays(sql, "news_mentions", mentionColumns, rows)}`
  return { ...merged, text }
})

/** Within a transaction, in which nobody else puts: of two that tell one story neither begins its own. */
const put = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, given: ReadonlyArray<NewsEntry>, at: number) {
  yield* sql`select pg_advisory_xact_lock(hashtext('kittiwake news'))`
  const ids = [...new Set(given.map(({ id }) => id))]
  const rows = yield* sql<KnownRow>`
    select article_no::text as "articleNo", id, record from news_articles where id = any(${ids}::text[])`
  const known = new Map(rows.map((row) => [row.id, row]))
  const fresh = new Map<string, NewsEntry>()
  const retold = new Map<string, Numbered>()
  let filled = 0
  for (const entry of given) {
    const row = known.get(entry.id)
    const before = fresh.get(entry.id)
    if (row !== undefined) {
      const now = yield* fill(sql, row, entry)
      if (now === null) continue
      filled += 1
      known.set(entry.id, { ...row, record: now.text })
      const told = now.isRetold ? entry : retold.get(entry.id)?.entry
      if (told !== undefined) retold.set(entry.id, { articleNo: row.articleNo, entry: { ...told, record: now.record } })
    } else if (before === undefined) fresh.set(entry.id, entry)
    else {
      const { isRetold, mentions, record } = mergeReports(before, entry)
      fresh.set(entry.id, { ...(isRetold ? entry : before), record, mentions })
    }
  }
  yield* addAll(sql, [...fresh.values()], [...retold.values()], at)
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
