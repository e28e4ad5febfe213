/** Runs of one status. */
import type { Connection } from "../Connection.ts"
import { type RunRow, runListColumns } from "../writes/runColumns.ts"
import { type OwnedList, ofEither } from "./ofEither.ts"
import type { Stretch } from "./stretches.ts"

export interface RunList extends Omit<OwnedList, "since"> {
  readonly status: string
}

const runs = ofEither<RunRow>("r", {
  select: `${runListColumns} from runs r`,
  table: "runs r",
  at: "r.queued_at",
  id: "r.id",
  conditions: ["r.status = ?"]
})

const oldestDue = "select min(due_at) as at from monitors where due_at is not null"

/** Since when runs have this status; null when none has. A run that has not ended has kept its monitor due since it was queued. */
const sinceOf = (db: Connection, status: string): number | null =>
  status === "queued" || status === "running"
    ? (db.get<{ readonly at: number | null }>(oldestDue)?.at ?? null)
    : Number.MIN_SAFE_INTEGER

/** The first stretch of the list. */
export const listRuns = (db: Connection, list: RunList): Stretch<RunRow> => {
  const since = sinceOf(db, list.status)
  return since === null ? { rows: [], next: null } : runs(db, { ...list, since }, [list.status])
}
