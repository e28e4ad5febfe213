import { Effect, Layer } from "effect"
import { matchOf, matchWeight } from "../news/domain/matchWeight.ts"
import { mergeReports, type NewsEntry, sortedAt } from "../news/domain/NewsEntry.ts"
import { compared, likeliest, tellingOf, tellSame } from "../news/domain/stories.ts"
import { type FoundArticle, type NewsFilter, type NewsPosition, NewsStore, type WantedKey } from "../news/NewsStore.ts"
import { Database, type NewsRow } from "./Database.ts"

const storyOf = (
  rows: ReadonlyMap<string, NewsRow>,
  byBand: ReadonlyMap<number, ReadonlyArray<string>>,
  entry: NewsEntry
) => {
  const telling = tellingOf(entry.record)
  const sharing = entry.bands.map((band) => (byBand.get(band) ?? []).slice(-compared.ofBand).toReversed())
  for (const id of likeliest(sharing)) {
    const row = rows.get(id)
    if (row === undefined || row.entry.day !== entry.day || row.entry.record.language !== entry.record.language)
      continue
    if (tellSame(tellingOf(row.entry.record), telling)) return row.storyId
  }
  return entry.id
}

const fits = ({ record: { language, publishedAt, source, type } }: NewsEntry, filter: NewsFilter): boolean => {
  const { from, languages, sourceCountries, sourceDomains, to, types } = filter
  const among = (list: ReadonlyArray<string>, value: string | null) =>
    list.length === 0 || (value !== null && list.includes(value))
  return (
    among(sourceDomains, source.domain) &&
    among(sourceCountries, source.country) &&
    among(languages, language) &&
    among(types, type) &&
    (from === null || (publishedAt !== null && publishedAt >= from)) &&
    (to === null || (publishedAt !== null && publishedAt <= to))
  )
}

const worthOf = ({ mentions }: NewsEntry, keys: ReadonlyArray<WantedKey>): number | null => {
  const factors = new Map(keys.map(({ factor, key }) => [key, factor]))
  const worths = mentions.flatMap(({ key, weight }) => {
    const factor = factors.get(key)
    return factor === undefined ? [] : [matchWeight(weight, factor)]
  })
  return worths.length === 0 ? null : Math.max(...worths)
}

/** Negative where `a` comes first. */
const compare = (a: NewsPosition, b: NewsPosition): number =>
  b.weight - a.weight || b.sortedAt - a.sortedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** `NewsStore` in memory: every article is looked at. */
export const layer: Layer.Layer<NewsStore, never, Database> = Layer.effect(
  NewsStore,
  Effect.map(Database, ({ articleBands: byBand, articles: rows }) => {
    const putBands = (entry: NewsEntry) => {
      for (const band of new Set(entry.bands)) byBand.set(band, [...(byBand.get(band) ?? []), entry.id])
    }
    const dropBands = (id: string, bands: ReadonlyArray<number>) => {
      for (const band of bands) {
        const left = (byBand.get(band) ?? []).filter((one) => one !== id)
        if (left.length === 0) byBand.delete(band)
        else byBand.set(band, left)
      }
    }

    return NewsStore.of({
      put: (entries, at) =>
        Effect.sync(() => {
          let added = 0
          let filled = 0
          for (const entry of entries) {
            const known = rows.get(entry.id)
            if (known === undefined) {
              const storyId = storyOf(rows, byBand, entry)
              rows.set(entry.id, { entry, storyId, putAt: at })
              putBands(entry)
              added += 1
              continue
            }
            const { isRetold, mentions, record } = mergeReports(known.entry, entry)
            const isSame =
              JSON.stringify(record) === JSON.stringify(known.entry.record) &&
              JSON.stringify(mentions) === JSON.stringify(known.entry.mentions)
            if (isSame) continue
            if (isRetold) {
              dropBands(entry.id, known.entry.bands)
              known.storyId = storyOf(rows, byBand, { ...entry, record })
              putBands(entry)
            }
            const { bands, day } = isRetold ? entry : known.entry
            known.entry = { ...known.entry, record, mentions, bands, day }
            filled += 1
          }
          return { added, filled }
        }),

      search: ({ after, filter, keys, limit, order }) =>
        Effect.sync(() => {
          const found: Array<FoundArticle> = []
          for (const [id, { entry, storyId }] of rows) {
            const worth = worthOf(entry, keys)
            if (worth === null || !fits(entry, filter)) continue
            const position = { weight: order === "newest" ? 0 : worth, sortedAt: sortedAt(entry.record), id }
            if (after !== null && compare(position, after) <= 0) continue
            found.push({ id, storyId, record: entry.record, ...matchOf(worth), position })
          }
          return found.sort((a, b) => compare(a.position, b.position)).slice(0, limit)
        }),

      known: (ids) => Effect.sync(() => new Set(ids.filter((id) => rows.has(id)))),

      count: Effect.sync(() => rows.size),

      prune: ({ bandsSince, keepSince, maxArticles }, limit) =>
        Effect.sync(() => {
          const drop = (id: string, { entry }: NewsRow, isWhole: boolean) => {
            dropBands(id, entry.bands)
            if (isWhole) rows.delete(id)
          }
          const oldest = [...rows].sort(([a, one], [b, other]) => one.putAt - other.putAt || (a < b ? -1 : 1))
          for (const [id, row] of oldest) if (row.putAt < bandsSince) drop(id, row, false)
          let dropped = 0
          for (const [id, row] of oldest) {
            if (dropped === limit || (row.putAt >= keepSince && rows.size <= maxArticles)) break
            drop(id, row, true)
            dropped += 1
          }
          return dropped
        })
    })
  })
)
