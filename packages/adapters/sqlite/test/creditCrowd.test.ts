import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { suite } from "@kittiwake/core/testing/creditCrowdSuite"
import { Effect } from "effect"
import type { AccountRows } from "../../../core/src/testing/creditBooks.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { onSqlite } from "./databases.ts"

interface Row {
  readonly balance: number
  readonly held: number
  readonly holds: string
  readonly entries: string
}

/** One statement sees one moment. */
const account = `
  select a.balance, a.held,
    (select json_group_array(json_object('id', id, 'credits', credits)) from holds h
      where h.organization_id = a.organization_id) as holds,
    (select json_group_array(json_object('causeId', cause_id, 'credits', credits)) from ledger_entries e
      where e.organization_id = a.organization_id) as entries
  from accounts a where a.organization_id = ?`

const read = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const row = yield* (yield* Sqlite).read("test", (db) => db.get<Row>(account, organizationId)!)
  return { ...row, holds: JSON.parse(row.holds), entries: JSON.parse(row.entries) } as AccountRows
})

suite("SQLite", onSqlite, read)
