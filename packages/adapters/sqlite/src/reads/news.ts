/** Which articles speak of whom. */
import { levelWorth } from "@kittiwake/core/internal/news/domain/matchWeight"
import { primaryWeight } from "@kittiwake/core/news/domain/NewsEntry"
import type { NewsFilter, NewsOrder, WantedKey } from "@kittiwake/core/news/NewsStore"
import type { AfterRow, MentionRow } from "@kittiwake/storage/news"
import type { Connection } from "../Connection.ts"

export interface WantedMentions {
  readonly keys: ReadonlyArray<WantedKey>
  readonly filter: NewsFilter
  readonly order: NewsOrder
  readonly limit: number
  readonly after: AfterRow | null
}

type Values = Array<string | number>

/** What a mention is worth, as `matchWeight` says. */
const worth = (weight: string, factor: string): string =>
  `(case when ${weight} >= ${primaryWeight} then ${levelWorth} + (${weight} - ${primaryWeight}) * ${factor} else ${weight} * ${factor} end)`

const among = (column: string, values: ReadonlyArray<string>): string =>
  values.length === 0 ? "" : ` and m.${column} in (${values.map(() => "?").join(", ")})`

const conditions = ({ from, languages, sourceCountries, sourceDomains, to, types }: NewsFilter) => {
  const lists = [
    among("source", sourceDomains),
    among("country", sourceCountries),
    among("language", languages),
    among("type", types)
  ].join("")
  const values = [...sourceDomains, ...sourceCountries, ...languages, ...types]
  return {
    text: `${lists}${from === null && to === null ? "" : " and m.sorted_at between ? and ?"}`,
    values: [
      ...values,
      ...(from === null && to === null ? [] : [Math.max(0, from ?? 0), to ?? Number.MAX_SAFE_INTEGER])
    ]
  }
}

/** The heaviest weight that is worth no more. */
const weightAt = (value: number, factor: number): number =>
  value >= levelWorth ? primaryWeight + Math.floor((value - levelWorth) / factor) : Math.floor(value / factor)

const newest = (db: Connection, { key, factor }: WantedKey, { after, filter, limit }: WantedMentions) => {
  const { text, values } = conditions(filter)
  const given: Values = [factor, key, ...(after === null ? [] : [after.sortedAt, after.place]), ...values, limit]
  return db.all<MentionRow>(
    `select m.article_no as articleNo, m.weight, m.sorted_at as sortedAt, m.place, cast(? as integer) as factor
    from news_mentions m indexed by news_mentions_newest
    where m.key = ?${after === null ? "" : " and (m.sorted_at, m.place) < (?, ?)"}${text}
    order by m.sorted_at desc, m.place desc limit ?`,
    ...given
  )
}

/** Those whose heaviest mention this is: what another key has found above stands there alone. */
const relevant = (db: Connection, { key, factor }: WantedKey, { after, filter, keys, limit }: WantedMentions) => {
  const { text, values } = conditions(filter)
  const own = worth("m.weight", "w.factor")
  const others = keys.filter((one) => one.key !== key)
  const given: Values = [
    ...[key, factor],
    ...others.flatMap((one) => [one.key, one.factor]),
    ...(after === null ? [] : [weightAt(after.worth, factor), after.worth, after.sortedAt, after.place]),
    ...values,
    limit
  ]
  const heavier =
    others.length === 0
      ? ""
      : ` and not exists (select 1 from others o join news_mentions n on n.article_no = m.article_no and n.key = o.key
        where ${worth("n.weight", "o.factor")} > ${own})`
  return db.all<MentionRow>(
    `with w(key, factor) as (values (?, ?))${others.length === 0 ? "" : `, others(key, factor) as (values ${others.map(() => "(?, ?)").join(", ")})`}
    select m.article_no as articleNo, m.weight, m.sorted_at as sortedAt, m.place, w.factor
    from w cross join news_mentions m indexed by news_mentions_relevance
    where m.key = w.key${after === null ? "" : ` and m.weight <= ? and (${own}, m.sorted_at, m.place) < (?, ?, ?)`}${text}${heavier}
    order by m.weight desc, m.sorted_at desc, m.place desc limit ?`,
    ...given
  )
}

export const newsReads = {
  "NewsStore.mentions": (db: Connection, wanted: WantedMentions): ReadonlyArray<MentionRow> =>
    wanted.keys.flatMap((key) => (wanted.order === "newest" ? newest(db, key, wanted) : relevant(db, key, wanted)))
}
