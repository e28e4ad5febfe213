import { type ChangeFilter, ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Slice } from "@kittiwake/core/paging/domain/Page"
import { storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { changeColumns, changeSummaryColumns, toChange, toChangeSummary } from "./changeRows.ts"
import { type Looked, look } from "./looks.ts"
import { orUnavailable } from "./storeFailure.ts"

const all: Looked = { table: "changes", alias: "c", at: "detected_at", id: "id", columns: changeSummaryColumns }

const ofTag: Looked = {
  ...all,
  table: "change_tags",
  alias: "t",
  id: "change_id",
  joins: "join changes c on c.id = t.change_id"
}

/** Whether the indexes of what waits know of changes that stand so. */
const isWaiting = (triage: ChangeFilter["triage"]): triage is "open" | "not_useful" =>
  triage === "open" || triage === "not_useful"

/**
 * The words of a change with those of its monitor's name; of one from before they were kept, what it was written with. The name is
 * looked up for each row that is looked at: told in any other way, the server would rather read all monitors there are.
 */
const wordsOfRow = `(select coalesce(words, ' ' || lower(title || ' ' || summary))
  || coalesce((select m.name_words from monitors m where m.id = monitor_id), '') as text offset 0)`

/** What no index knows of a change. */
const askedOf = (sql: SqlClient.SqlClient, { importance, triage, triagedAt, words = [] }: ChangeFilter) => [
  ...(triage === "done" ? [sql`triage = 'done'`] : []),
  ...(triagedAt === undefined ? [] : [sql`triaged_at = ${triagedAt}::timestamptz`]),
  ...(importance === undefined ? [] : [sql`facts ->> 'importance' = any(${importance}::text[])`]),
  ...(words.length === 0
    ? []
    : [
        sql`(select bool_and(strpos(s.text, w.word) > 0) from ${sql.literal(wordsOfRow)} s,
          unnest(${words.map((word) => ` ${storableText(word)}`)}::text[]) w (word))`
      ])
]

const found = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: ChangeFilter,
  slice: Slice,
  columns?: string
) => {
  const { changeDetectionType, monitorId, since, tag, targetType, triage, until } = filter
  const told = (looked: Looked) => (columns === undefined ? looked : { ...looked, columns })
  const window = [
    ...(since === undefined ? [] : [sql`detected_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`detected_at < ${until}::timestamptz`])
  ]
  const types = [
    ...(targetType === undefined ? [] : [sql`target_type = ${targetType}`]),
    ...(changeDetectionType === undefined ? [] : [sql`change_detection_type = ${changeDetectionType}`])
  ]
  const own = sql`organization_id = ${organizationId}`
  const waiting = isWaiting(triage) ? [sql`triage = ${triage}`, sql`triage <> 'done'`] : []
  const asked = askedOf(sql, filter)
  // A monitor gives all its changes the same tags, until they are changed: so among those of one a tag is not rare.
  const tagged = tag === undefined ? [] : [sql`tags @> array[${tag}::text]`]
  if (monitorId !== undefined) {
    const owned = [sql`monitor_id = ${monitorId}`, ...waiting, ...window]
    return look(sql, told(all), { owned, checked: [own], conditions: [...types, ...tagged, ...asked], slice })
  }
  if (tag === undefined)
    return look(sql, told(all), { owned: [own, ...waiting, ...window], conditions: [...types, ...asked], slice })
  const ofChange = [...(isWaiting(triage) ? [sql`triage = ${triage}`] : []), ...asked]
  const conditions =
    ofChange.length === 0
      ? types
      : [...types, sql`exists (select 1 from changes x where x.id = change_id and ${sql.and(ofChange)})`]
  return look(sql, told(ofTag), { owned: [own, sql`tag = ${tag}`, ...window], conditions, slice })
}

/** `ChangeStore` on Postgres. */
export const layer: Layer.Layer<ChangeStore, never, SqlClient.SqlClient> = Layer.effect(
  ChangeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ChangeStore.of({
      get: (organizationId, changeId) =>
        sql`
          select ${sql.literal(changeColumns)} from changes c
          where c.id = ${changeId} and c.organization_id = ${organizationId}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toChange(row)))),
          orUnavailable("ChangeStore.get")
        ),

      list: (organizationId, filter, slice) =>
        found(sql, organizationId, filter, slice).pipe(
          Effect.map((part) => ({ ...part, rows: part.rows.map(toChangeSummary) })),
          orUnavailable("ChangeStore.list")
        ),

      count: (organizationId, filter, most) =>
        found(sql, organizationId, filter, { limit: most + 1, after: null }, "id").pipe(
          Effect.map(({ endedAt, rows: { length } }) => ({
            count: Math.min(length, most),
            isMore: endedAt !== null || length > most
          })),
          orUnavailable("ChangeStore.count")
        ),

      // Locked in one order, so that nobody who changes some of the same waits for the other for ever.
      triage: (organizationId, { at, changeIds, from, to }) =>
        sql<{ readonly moved: number }>`
          with meant as materialized (
            select id from changes
            where id = any(${changeIds}::text[]) and organization_id = ${organizationId} and triage <> ${to}
              and triage = coalesce(${from}::text, triage)
            order by id for update
          ), moved as (
            update changes c set triage = ${to}, triaged_at = ${to === "open" ? null : at}::timestamptz
            from meant where c.id = meant.id returning 1
          )
          select count(*)::int as moved from moved`.pipe(
          Effect.map(([row]) => row!.moved),
          orUnavailable("ChangeStore.triage")
        ),

      // What links go by stays while links of before may work: a fresh mark would end them.
      share: (organizationId, changeId, { at, mark, until }) =>
        sql<{ readonly mark: string }>`
          update changes set
            share_mark = case when shared_until > ${at}::timestamptz then share_mark else ${mark} end,
            shared_until = greatest(
              case when shared_until > ${at}::timestamptz then shared_until end,
              ${until}::timestamptz
            )
          where id = ${changeId} and organization_id = ${organizationId}
          returning share_mark as mark`.pipe(
          Effect.map(([row]) => Option.fromUndefinedOr(row?.mark)),
          orUnavailable("ChangeStore.share")
        ),

      withdraw: (organizationId, changeId) =>
        sql`
          update changes set share_mark = null, shared_until = null
          where id = ${changeId} and organization_id = ${organizationId}
          returning 1`.pipe(
          Effect.map(({ length }) => length > 0),
          orUnavailable("ChangeStore.withdraw")
        ),

      shared: (mark) =>
        sql`select ${sql.literal(changeColumns)} from changes c where c.share_mark = ${mark}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toChange(row)))),
          orUnavailable("ChangeStore.shared")
        )
    })
  })
)
