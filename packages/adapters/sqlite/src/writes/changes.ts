/** How changes stand, and whether they are shared. What was found is written where runs are recorded. */
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

export interface ShareRow {
  readonly organizationId: string
  readonly changeId: string
  readonly mark: string
  readonly until: number
  readonly at: number
}

/** What links go by stays while links of before may work: a fresh mark would end them. */
const keep = `update changes
  set share_mark = case when shared_until > ?1 then share_mark else ?2 end,
    shared_until = case when shared_until > ?1 then max(shared_until, ?3) else ?3 end
  where id = ?4 and organization_id = ?5
  returning share_mark as mark`

/** Keeps that a change is shared; tells what its links go by, null when there is no such change. */
const share = (db: Connection, { at, changeId, mark, organizationId, until }: ShareRow): string | null =>
  db.get<{ readonly mark: string }>(keep, at, mark, until, changeId, organizationId)?.mark ?? null

export interface WithdrawRow {
  readonly organizationId: string
  readonly changeId: string
}

/** Ends all links of a change; tells whether there is such a change. */
const withdraw = (db: Connection, { changeId, organizationId }: WithdrawRow): boolean =>
  db.run(
    "update changes set share_mark = null, shared_until = null where id = ? and organization_id = ?",
    changeId,
    organizationId
  ) > 0

export const changeWrites = {
  "ChangeStore.triage": triage,
  "ChangeStore.share": share,
  "ChangeStore.withdraw": withdraw
}
