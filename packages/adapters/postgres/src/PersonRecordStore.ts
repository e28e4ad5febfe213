import { ImportedRecord } from "@kittiwake/core/people/domain/ImportedRecord"
import { type ImportedPerson, PersonRecordStore } from "@kittiwake/core/people/PersonRecordStore"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { clearPeople, putPeople } from "./personRows.ts"
import { orUnavailable } from "./storeFailure.ts"

interface PersonRow {
  readonly id: string
  readonly record: unknown
  readonly importedAt: number
  readonly keys: ReadonlyArray<string>
}

const toRecord = Schema.decodeUnknownSync(ImportedRecord)

const toPerson = ({ id, importedAt, keys, record }: PersonRow): ImportedPerson => ({
  id,
  keys,
  record: toRecord(record),
  importedAt: DateTime.makeUnsafe(importedAt)
})

const moment = `(extract(epoch from r.imported_at) * 1000)::float8 as "importedAt"`

/** `PersonRecordStore` on Postgres. */
export const layer: Layer.Layer<PersonRecordStore, never, SqlClient.SqlClient> = Layer.effect(
  PersonRecordStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return PersonRecordStore.of({
      put: Effect.fn("PersonRecordStore.put")(
        (organizationId, people, most) => sql.withTransaction(putPeople(sql, organizationId, people, most)),
        orUnavailable("PersonRecordStore.put")
      ),

      find: Effect.fn("PersonRecordStore.find")(function* (organizationId, keys, limit) {
        const rows = yield* sql<PersonRow>`
          select r.id, r.record, ${sql.literal(moment)}, array(
            select digest::text from person_keys o
            where o.organization_id = ${organizationId} and o.person_id = r.id order by digest
          ) as keys
          from (
            select person_id, count(*) as shared from person_keys
            where organization_id = ${organizationId} and digest = any (${keys}::text[])
            group by person_id order by shared desc, person_id limit ${limit}
          ) k join person_records r on r.organization_id = ${organizationId} and r.id = k.person_id
          order by k.shared desc, k.person_id`
        return rows.map(toPerson)
      }, orUnavailable("PersonRecordStore.find")),

      list: Effect.fn("PersonRecordStore.list")(function* (organizationId, { after, limit }) {
        const rows = yield* sql<PersonRow>`
          select r.id, r.record, ${sql.literal(moment)}, array[]::text[] as keys from person_records r
          where r.organization_id = ${organizationId} and r.id > ${after ?? ""} order by r.id limit ${limit}`
        return rows.map(toPerson)
      }, orUnavailable("PersonRecordStore.list")),

      count: Effect.fn("PersonRecordStore.count")(function* (organizationId) {
        const [row] = yield* sql<{ readonly people: number }>`
          select people from person_counts where organization_id = ${organizationId}`
        return row?.people ?? 0
      }, orUnavailable("PersonRecordStore.count")),

      clear: Effect.fn("PersonRecordStore.clear")(
        (organizationId, limit) => sql.withTransaction(clearPeople(sql, organizationId, limit)),
        orUnavailable("PersonRecordStore.clear")
      )
    })
  })
)
