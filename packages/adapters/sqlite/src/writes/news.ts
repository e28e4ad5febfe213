/** Articles, of whom they speak, and which story each tells. */

import { isSameStory } from "@kittiwake/core/internal/news/domain/stories"
import {
  type ArticleRecord,
  type Mention,
  mergeMentions,
  mergeRecords,
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

interface CandidateRow {
  readonly storyId: string
  readonly record: string
}

/** Those of one band that are compared. */
const candidates = 8

const storyOf = (db: Connection, { bands, day, id, record }: PlacedEntry): string => {
  const seen = new Set<string>()
  for (const band of bands) {
    const rows = db.all<CandidateRow>(
      `select a.story_id as storyId, a.record from news_bands b join news_articles a on a.article_no = b.article_no
      where b.band = ? and a.day = ? and a.language is ? order by b.article_no desc limit ?`,
      ...[band, day, record.language, candidates]
    )
    for (const row of rows) {
      if (seen.has(row.record)) continue
      seen.add(row.record)
      if (isSameStory(JSON.parse(row.record) as ArticleRecord, record)) return row.storyId
    }
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

const add = (db: Connection, entry: PlacedEntry, at: number): void => {
  const { bands, day, id, mentions, place, record } = entry
  const { articleNo } = db.get<{ readonly articleNo: number }>(
    `insert into news_articles
      (id, story_id, sorted_at, place, day, source_domain, source_country, language, type, put_at, record)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning article_no as articleNo`,
    ...[id, storyOf(db, entry), sortedAt(record), place, day],
    ...[record.source.domain, record.source.country, record.language, record.type, at, JSON.stringify(record)]
  )!
  putMentions(db, articleNo, mentions, record, place)
  for (const band of new Set(bands)) {
    db.run("insert into news_bands (band, article_no, put_at) values (?, ?, ?)", band, articleNo, at)
  }
}

const fill = (db: Connection, known: KnownRow, entry: PlacedEntry): boolean => {
  const record = mergeRecords(JSON.parse(known.record) as ArticleRecord, entry.record)
  const text = JSON.stringify(record)
  const before = db.all<Mention>("select key, weight from news_mentions where article_no = ?", known.articleNo)
  const mentions = mergeMentions(before, entry.mentions)
  const weights = new Map(before.map(({ key, weight }) => [key, weight]))
  if (text === known.record && mentions.every(({ key, weight }) => weights.get(key) === weight)) return false
  db.run(
    `update news_articles set sorted_at = ?, source_country = ?, language = ?, type = ?, record = ? where article_no = ?`,
    ...[sortedAt(record), record.source.country, record.language, record.type, text, known.articleNo]
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
    for (const entry of entries) {
      const known = db.get<KnownRow>("select article_no as articleNo, record from news_articles where id = ?", entry.id)
      if (known === undefined) {
        add(db, entry, at)
        added += 1
      } else if (fill(db, known, entry)) filled += 1
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
