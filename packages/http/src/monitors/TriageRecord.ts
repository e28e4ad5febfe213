/** What became of changes that were triaged together, on the wire, and how many there are. */
import type { Swept } from "@kittiwake/core/internal/monitors/triageChanges"
import { Triage } from "@kittiwake/core/monitors/domain/Triage"
import { DateTime, Schema } from "effect"

export const TriagedRecord = Schema.Struct({
  triage: Triage,
  /** Changes that stand so now and did not before. */
  changed: Schema.Int,
  /** Since when they stand so: a filter that asks for it finds them again. Null when they are open. */
  triaged_at: Schema.NullOr(Schema.String),
  /** Whether more may be left that the filter shows: the same body with the cursor goes on. */
  has_more: Schema.Boolean,
  next_cursor: Schema.NullOr(Schema.String)
})
export type TriagedRecord = typeof TriagedRecord.Type

export const triagedRecord = (triage: Triage, { at, changed, nextCursor }: Swept): TriagedRecord => ({
  triage,
  changed,
  triaged_at: at === null ? null : DateTime.formatIso(at),
  has_more: nextCursor !== null,
  next_cursor: nextCursor
})

export const ChangeCountRecord = Schema.Struct({
  count: Schema.Int,
  /** Whether there may be more than were counted. */
  has_more: Schema.Boolean
})
export type ChangeCountRecord = typeof ChangeCountRecord.Type

export const changeCountRecord = ({
  count,
  isMore
}: {
  readonly count: number
  readonly isMore: boolean
}): ChangeCountRecord => ({ count, has_more: isMore })
