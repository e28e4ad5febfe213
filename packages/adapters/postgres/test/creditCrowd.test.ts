import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { suite } from "@kittiwake/core/testing/creditCrowdSuite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountRows } from "../../../core/src/testing/creditBooks.ts"
import { onServer } from "./databases.ts"

/** One statement sees one moment. */
const read = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const [rows] = yield* sql<AccountRows>`
    select a.balance, a.held,
      (select coalesce(json_agg(json_build_object('id', id, 'credits', credits)), '[]') from holds h
        where h.organization_id = a.organization_id) as holds,
      (select coalesce(json_agg(json_build_object('causeId', cause_id, 'credits', credits)), '[]') from ledger_entries e
        where e.organization_id = a.organization_id) as entries
    from accounts a where a.organization_id = ${organizationId}`
  return rows!
})

onServer((name, stores) => suite(name, stores, read))
