/** Lists of runs. */
import type { RunFilter } from "@kittiwake/core/monitors/RunStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Slice } from "@kittiwake/core/paging/domain/Page"
import type { SqlClient } from "effect/sql"
import { type Looked, look } from "./looks.ts"
import { runListColumns } from "./runRows.ts"

const runs: Looked = { table: "runs", alias: "r", at: "queued_at", id: "id", columns: runListColumns }

/** What is asked of the status of a run, and what its indexes know of that. */
const ofStatus = (sql: SqlClient.SqlClient, status: RunFilter["status"]) => {
  switch (status) {
    case undefined:
      return { known: [], asked: [] }
    case "failed":
    case "skipped":
      return { known: [sql`unusual = ${status}`], asked: [] }
    case "completed":
      return { known: [], asked: [sql`status = ${status}`] }
    case "queued":
    case "running":
      // A run that has not ended has kept its monitor due since it was queued: none was before what is longest due.
      return { known: [sql`queued_at >= (select min(due_at) from monitors)`], asked: [sql`status = ${status}`] }
  }
}

/** A part of the list. */
export const listRuns = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { monitorId, status }: RunFilter,
  slice: Slice
) => {
  const { asked, known } = ofStatus(sql, status)
  const own = sql`organization_id = ${organizationId}`
  return monitorId === undefined
    ? look(sql, runs, { owned: [own, ...known], conditions: asked, slice })
    : look(sql, runs, {
        owned: [sql`monitor_id = ${monitorId}`, ...known],
        checked: [own],
        conditions: asked,
        slice
      })
}
