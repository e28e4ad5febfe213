import type { ImportedPerson } from "@kittiwake/core/people/PersonRecordStore"
import { PersonRecordStore } from "@kittiwake/core/people/PersonRecordStore"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"

interface PersonRow {
  readonly id: string
  readonly record: string
  readonly importedAt: number
}

const toPerson = ({ id, importedAt, record }: PersonRow, keys: ReadonlyArray<string>): ImportedPerson => ({
  id,
  keys,
  record: JSON.parse(record),
  importedAt: momentOf(importedAt)
})

/** `PersonRecordStore` on SQLite. */
export const layer: Layer.Layer<PersonRecordStore, never, Sqlite> = Layer.effect(
  PersonRecordStore,
  Effect.map(Sqlite, ({ read, write }) =>
    PersonRecordStore.of({
      put: (organizationId, people, most) =>
        write("PersonRecordStore.put", {
          organizationId,
          people: people.map(({ id, importedAt, keys, record }) => ({
            ...{ id, keys, record: storableJson(record), importedAt: millisOf(importedAt) }
          })),
          most
        }),

      find: (organizationId, keys, limit) =>
        read("PersonRecordStore.find", (db) =>
          db
            .all<PersonRow>(
              `select r.id, r.record, r.imported_at as importedAt from (
                select person_id, count(*) as shared from person_keys
                where organization_id = ?1 and digest in (select value from json_each(?2)) group by person_id
                order by shared desc, person_id limit ?3
              ) k join person_records r on r.organization_id = ?1 and r.id = k.person_id
              order by k.shared desc, k.person_id`,
              ...[organizationId, JSON.stringify(keys), limit]
            )
            .map((row) => {
              const own = db.all<{ readonly digest: string }>(
                "select digest from person_keys where organization_id = ? and person_id = ? order by digest",
                ...[organizationId, row.id]
              )
              return toPerson(
                row,
                own.map(({ digest }) => digest)
              )
            })
        ),

      list: (organizationId, { after, limit }) =>
        read("PersonRecordStore.list", (db) =>
          db
            .all<PersonRow>(
              `select id, record, imported_at as importedAt from person_records
              where organization_id = ? and id > ? order by id limit ?`,
              ...[organizationId, after ?? "", limit]
            )
            .map((row) => toPerson(row, []))
        ),

      count: (organizationId) =>
        read(
          "PersonRecordStore.count",
          (db) =>
            db.get<{ readonly people: number }>(
              "select people from person_counts where organization_id = ?",
              organizationId
            )?.people ?? 0
        ),

      clear: (organizationId, limit) => write("PersonRecordStore.clear", { organizationId, limit })
    })
  )
)
