/** How changes stand. What was found is written where runs are recorded. */
import type { Connection } from "../Connection.ts"

export interface TriageRow {
  readonly organizationId: string
  readonly changeIds: ReadonlyArray<string>
  /** Only those that stand so; null for all of them. */
  readonly from: string | null
  readonly to: string
  readonly at: number | null
}

const move = `update changes set triage = ?, triaged_at = ?
  where id = ? and organization_id = ? and triage <> ? and triage = ifnull(?, triage)`

/** Has changes stand otherwise; tells how many did not yet. */
const triage = (db: Connection, { at, changeIds, from, organizationId, to }: TriageRow): number => {
  let moved = 0
  for (const id of changeIds) moved += db.run(move, to, at, id, organizationId, to, from)
  return moved
}

export const changeWrites = { "ChangeStore.triage": triage }
