/** People that organizations imported, and keys of people that were forgotten, as rows of tables. */
import type { ImportedPerson, PutPeople } from "@kittiwake/core/people/PersonRecordStore"
import { storableJson } from "@kittiwake/storage/storable"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"

/** Who puts people shares it, who forgets one has it alone: nobody is put while somebody is forgotten. The number means nothing else. */
const forgetting = 75_193_637

/** The organization's count, locked: those who put people of one follow each other. */
const lockCount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, organizationId: string) {
  yield* sql`insert into person_counts (organization_id, people) values (${organizationId}, 0) on conflict do nothing`
  const [row] = yield* sql<{ readonly people: number }>`
    select people from person_counts where organization_id = ${organizationId} for update`
  return row!.people
})

const addToCount = (sql: SqlClient.SqlClient, organizationId: string, people: number) =>
  sql`update person_counts set people = people + ${people}::integer where organization_id = ${organizationId}`

/** Those of them who may be put, of the same id the last, and what becomes of all. */
const sorted = (
  people: ReadonlyArray<ImportedPerson>,
  forgotten: ReadonlySet<string>,
  known: ReadonlySet<string>,
  room: number
) => {
  const [rows, there] = [new Map<string, ImportedPerson>(), new Set(known)]
  const put = { added: 0, replaced: 0, forgotten: 0, refused: 0 }
  for (const person of people) {
    const isKnown = there.has(person.id)
    if (person.keys.some((key) => forgotten.has(key))) put.forgotten += 1
    else if (!isKnown && put.added >= room) put.refused += 1
    else {
      put[isKnown ? "replaced" : "added"] += 1
      there.add(person.id)
      rows.set(person.id, person)
    }
  }
  return { rows: [...rows.values()], put }
}

/** Puts people, in a transaction. */
export const putPeople = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: string,
  people: ReadonlyArray<ImportedPerson>,
  most: number
) {
  yield* sql`select pg_advisory_xact_lock_shared(${forgetting}::bigint)`
  const count = yield* lockCount(sql, organizationId)
  const keys = [...new Set(people.flatMap((person) => person.keys))]
  const forgotten = yield* sql<{ readonly digest: string }>`
    select digest from person_suppressions where digest = any (${keys}::text[])`
  const known = yield* sql<{ readonly id: string }>`
    select id from person_records
    where organization_id = ${organizationId} and id = any (${people.map(({ id }) => id)}::text[])`
  const { put, rows } = sorted(
    people,
    new Set(forgotten.map(({ digest }) => digest)),
    new Set(known.map(({ id }) => id)),
    most - count
  )
  if (rows.length === 0) return put satisfies PutPeople as PutPeople
  const fixed = { organization_id: sql`${organizationId}::text` }
  const [recordTypes, keyTypes] = [
    { id: "text", record: "jsonb", imported_at: "timestamptz" },
    { digest: "text", person_id: "text" }
  ]
  const records = rows.map(({ id, importedAt, record }) => [id, storableJson(record), importedAt])
  yield* sql`
    ${insertArrays(sql, "person_records", recordTypes, records, fixed)}
    on conflict (organization_id, id) do update set record = excluded.record, imported_at = excluded.imported_at`
  yield* sql`
    delete from person_keys
    where organization_id = ${organizationId} and person_id = any (${rows.map(({ id }) => id)}::text[])`
  const keyRows = rows.flatMap(({ id, keys: own }) => [...new Set(own)].map((key) => [key, id]))
  yield* sql`${insertArrays(sql, "person_keys", keyTypes, keyRows, fixed)}`
  yield* addToCount(sql, organizationId, put.added)
  return put satisfies PutPeople as PutPeople
})

const dropPeople = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: string,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return
  yield* sql`delete from person_records where organization_id = ${organizationId} and id = any (${ids}::text[])`
  yield* sql`delete from person_keys where organization_id = ${organizationId} and person_id = any (${ids}::text[])`
  yield* addToCount(sql, organizationId, -ids.length)
})

/** Drops some people of an organization, in a transaction. */
export const clearPeople = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: string,
  limit: number
) {
  yield* lockCount(sql, organizationId)
  const gone = yield* sql<{ readonly id: string }>`
    select id from person_records where organization_id = ${organizationId} order by id limit ${limit}`
  yield* dropPeople(
    sql,
    organizationId,
    gone.map(({ id }) => id)
  )
  return gone.length
})

/** Forgets a key and drops whoever has it, in a transaction. */
export const forgetKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, digest: string, at: DateTime.Utc) {
  yield* sql`select pg_advisory_xact_lock(${forgetting}::bigint)`
  yield* sql`
    insert into person_suppressions (digest, forgotten_at) values (${digest}, ${at}) on conflict do nothing`
  const gone = yield* sql<{ readonly organizationId: string; readonly ids: ReadonlyArray<string> }>`
    select organization_id as "organizationId", array_agg(person_id) as ids from person_keys
    where digest = ${digest} group by organization_id order by organization_id`
  let removed = 0
  for (const { ids, organizationId } of gone) {
    yield* lockCount(sql, organizationId)
    yield* dropPeople(sql, organizationId, ids)
    removed += ids.length
  }
  return removed
})
