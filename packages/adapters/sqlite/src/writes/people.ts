/** People that organizations imported, and keys of people that were forgotten. */
import type { Connection } from "../Connection.ts"

/** A person; the record is JSON, the moment in milliseconds. */
export interface PersonRow {
  readonly id: string
  readonly keys: ReadonlyArray<string>
  readonly record: string
  readonly importedAt: number
}

export interface PutPeopleRows {
  readonly organizationId: string
  readonly people: ReadonlyArray<PersonRow>
  readonly most: number
}

const isForgotten = (db: Connection, keys: ReadonlyArray<string>): boolean =>
  keys.some((key) => db.get("select 1 from person_suppressions where digest = ?", key) !== undefined)

const dropKeys = (db: Connection, organizationId: string, id: string): void =>
  void db.run("delete from person_keys where organization_id = ? and person_id = ?", organizationId, id)

const putPerson = (db: Connection, organizationId: string, { id, importedAt, keys, record }: PersonRow): void => {
  db.run(
    `insert into person_records (organization_id, id, record, imported_at) values (?, ?, ?, ?)
    on conflict do update set record = excluded.record, imported_at = excluded.imported_at`,
    ...[organizationId, id, record, importedAt]
  )
  dropKeys(db, organizationId, id)
  for (const key of keys) {
    db.run(
      "insert into person_keys (organization_id, digest, person_id) values (?, ?, ?) on conflict do nothing",
      ...[organizationId, key, id]
    )
  }
}

const countOf = (db: Connection, organizationId: string): number =>
  db.get<{ readonly people: number }>("select people from person_counts where organization_id = ?", organizationId)
    ?.people ?? 0

const addToCount = (db: Connection, organizationId: string, people: number): void =>
  void db.run(
    `insert into person_counts (organization_id, people) values (?, ?)
    on conflict do update set people = people + excluded.people`,
    ...[organizationId, people]
  )

const dropPerson = (db: Connection, organizationId: string, id: string): void => {
  db.run("delete from person_records where organization_id = ? and id = ?", organizationId, id)
  dropKeys(db, organizationId, id)
  addToCount(db, organizationId, -1)
}

export const peopleWrites = {
  "PersonRecordStore.put": (db: Connection, { most, organizationId, people }: PutPeopleRows) => {
    const put = { added: 0, replaced: 0, forgotten: 0, refused: 0 }
    const before = countOf(db, organizationId)
    for (const person of people) {
      const isKnown =
        db.get("select 1 from person_records where organization_id = ? and id = ?", organizationId, person.id) !==
        undefined
      if (isForgotten(db, person.keys)) put.forgotten += 1
      else if (!isKnown && before + put.added >= most) put.refused += 1
      else {
        put[isKnown ? "replaced" : "added"] += 1
        putPerson(db, organizationId, person)
      }
    }
    if (put.added > 0) addToCount(db, organizationId, put.added)
    return put
  },

  "PersonRecordStore.clear": (
    db: Connection,
    { limit, organizationId }: { readonly organizationId: string; readonly limit: number }
  ): number => {
    const gone = db.all<{ readonly id: string }>(
      "select id from person_records where organization_id = ? order by id limit ?",
      ...[organizationId, limit]
    )
    for (const { id } of gone) dropPerson(db, organizationId, id)
    return gone.length
  },

  "SuppressionStore.forget": (
    db: Connection,
    { at, digest }: { readonly digest: string; readonly at: number }
  ): number => {
    db.run("insert into person_suppressions (digest, forgotten_at) values (?, ?) on conflict do nothing", digest, at)
    const gone = db.all<{ readonly organizationId: string; readonly id: string }>(
      "select organization_id as organizationId, person_id as id from person_keys where digest = ?",
      digest
    )
    for (const { id, organizationId } of gone) dropPerson(db, organizationId, id)
    return gone.length
  }
}
