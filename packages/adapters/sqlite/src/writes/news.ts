/** Articles, of whom they speak, and which story each tells. */

import { compared, likeliest, type Telling, tellingOf, tellSame } from "@kittiwake/core/internal/news/domain/stories"
import {
  type ArticleRecord,
  type Mention,
  mergeReports,
  type NewsEntry,
  sortedAt
} from "@kittiwake/core/news/domain/NewsEntry"
import type { Connection } from "../Connection.ts"
import type { PruneStep } from "./pruneStep.ts"

/** An entry, with its place among those of its moment. */
export interface PlacedEntry extends NewsEntry {
  readonly place: number
}

interface KnownRow {
  readonly articleNo: number
  readonly record: string
}

interface ToldRow {
  readonly storyId: string
  readonly day: number
  readonly language: string | null
  readonly record: string
}

/** What articles tell of which those of one writing were compared with some: each is read once. */
type Told = Map<number, { readonly row: ToldRow; readonly telling: Telling }>

const toldBy = (db: Connection, articleNo: number, told: Told) => {
  const known = told.get(articleNo)
  if (known !== undefined) return known
  const row = db.get<ToldRow>(
    "select story_id as storyId, day, language, record from news_articles where article_no = ?",
    articleNo
  )
  if (row === undefined) return undefined
  const read = { row, telling: tellingOf(JSON.parse(row.record) as ArticleRecord) }
  told.set(articleNo, read)
  return read
}

/** The story that others of its day tell; its own where nobody does. */
const storyOf = (db: Connection, { bands, day, id, record }: PlacedEntry, told: Told): string => {
  const sharing = bands.map((band) =>
    db
      .all<{ readonly articleNo: number }>(
        "select article_no as articleNo from news_bands where band = ? order by article_no desc limit ?",
        ...[band, compared.ofBand]
      )
      .map(({ articleNo }) => articleNo)
  )
  const telling = tellingOf(record)
  for (const articleNo of likeliest(sharing)) {
    const other = toldBy(db, articleNo, told)
    if (other === undefined || other.row.day !== day || other.row.language !== record.language) continue
    if (tellSame(other.telling, telling)) return other.row.storyId
  }
  return id
}

const putMentions = (
  db: Connection,
  articleNo: number,
  mentions: ReadonlyArray<Mention>,
  record: ArticleRecord,
  place: number
): void => {
  for (const { key, weight } of mentions) {
    db.run(
      `insert into news_mentions (article_no, key, weight, sorted_at, place, source, country, language, type)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[articleNo, key, weight, sortedAt(record), place],
      ...[record.source.domain, record.source.country, record.language, record.type]
    )
  }
}

const putBands = (db: Connection, articleNo: number, bands: ReadonlyArray<number>, at: number): void => {
  for (const band of new Set(bands)) {
    db.run("insert into news_bands (band, article_no, put_at) values (?, ?, ?)", band, articleNo, at)
  }
}

const add = (db: Connection, entry: PlacedEntry, at: number, told: Told): void => {
  const { bands, day, id, mentions, place, record } = entry
  const { articleNo } = db.get<{ readonly articleNo: number }>(
    `insert into news_articles
      (id, story_id, sorted_at, place, day, source_domain, source_country, language, type, put_at, record)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning article_no as articleNo`,
    ...[id, storyOf(db, entry, told), sortedAt(record), place, day],
    ...[record.source.domain, record.source.country, record.language, record.type, at, JSON.stringify(record)]
  )!
  putMentions(db, articleNo, mentions, record, place)
  putBands(db, articleNo, bands, at)
}

/** What tells it was said by somebody else: it is looked for anew who tells the same. */
const retell = (db: Connection, articleNo: number, entry: PlacedEntry, at: number, told: Told): void => {
  db.run("delete from news_bands where article_no = ?", articleNo)
  db.run(
    "update news_articles set story_id = ?, day = ? where article_no = ?",
    ...[storyOf(db, entry, told), entry.day, articleNo]
  )
  putBands(db, articleNo, entry.bands, at)
}

const fill = (db: Connection, known: KnownRow, entry: PlacedEntry, at: number, told: Told): boolean => {
  const before = db.all<Mention>("select key, weight from news_mentions where article_no = ?", known.articleNo)
  const { isRetold, mentions, record } = mergeReports(
    { record: JSON.parse(known.record) as ArticleRecord, mentions: before },
    entry
  )
  const text = JSON.stringify(record)
  const weights = new Map(before.map(({ key, weight }) => [key, weight]))
  const isSame = mentions.length === before.length && mentions.every(({ key, weight }) => weights.get(key) === weight)
  if (text === known.record && isSame) return false
  told.delete(known.articleNo)
  if (isRetold) retell(db, known.articleNo, { ...entry, record }, at, told)
  const { country, domain } = record.source
  db.run(
    `update news_articles set sorted_at = ?, source_domain = ?, source_country = ?, language = ?, type = ?, record = ?
    where article_no = ?`,
    ...[sortedAt(record), domain, country, record.language, record.type, text, known.articleNo]
  )
  db.run("delete from news_mentions where article_no = ?", known.articleNo)
  putMentions(db, known.articleNo, mentions, record, entry.place)
  return true
}

const drop = (db: Connection, articleNo: number): void => {
  db.run("delete from news_mentions where article_no = ?", articleNo)
  db.run("delete from news_bands where article_no = ?", articleNo)
  db.run("delete from news_articles where article_no = ?", articleNo)
}

export interface NewsLimitsRow {
  readonly keepSince: number
  readonly maxArticles: number
  readonly bandsSince: number
  readonly limit: number
}

/** Bands that one step of pruning drops: an article has sixteen. */
const bandsOfOne = 16

export const newsWrites = {
  "NewsStore.put": (
    db: Connection,
    { at, entries }: { readonly entries: ReadonlyArray<PlacedEntry>; readonly at: number }
  ): { readonly added: number; readonly filled: number } => {
    let added = 0
    let filled = 0
    const told: Told = new Map()
    for (const entry of entries) {
      const known = db.get<KnownRow>("select article_no as articleNo, record from news_articles where id = ?", entry.id)
      if (known === undefined) {
        add(db, entry, at, told)
        added += 1
      } else if (fill(db, known, entry, at, told)) filled += 1
    }
    return { added, filled }
  },

  "NewsStore.prune": (db: Connection, { bandsSince, keepSince, limit, maxArticles }: NewsLimitsRow): PruneStep => {
    db.run(
      `delete from news_bands where (band, article_no) in
        (select band, article_no from news_bands where put_at < ? order by put_at limit ?)`,
      ...[bandsSince, limit * bandsOfOne]
    )
    const { count } = db.get<{ readonly count: number }>("select count(*) as count from news_articles")!
    const beyond = Math.max(0, count - maxArticles)
    const gone = db.all<{ readonly articleNo: number; readonly putAt: number }>(
      "select article_no as articleNo, put_at as putAt from news_articles order by put_at, article_no limit ?",
      limit
    )
    const dropped = gone.filter(({ putAt }, index) => putAt < keepSince || index < beyond)
    for (const { articleNo } of dropped) drop(db, articleNo)
    return { found: dropped.length, isMore: dropped.length === limit }
  }
}
