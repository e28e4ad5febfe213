/** A movement of credits as an operator sees it. */
import { DateTime, Schema } from "effect"
import { CauseKind, type Entry } from "./Ledger.ts"

export const EntryRecord = Schema.Struct({
  id: Schema.String,
  kind: CauseKind,
  /** What moved the credits; with `kind`, it names one movement of the organization. */
  cause_id: Schema.String,
  /** Gained when positive, spent when negative. */
  credits: Schema.Int,
  reason: Schema.NullOr(Schema.String),
  at: Schema.String.annotate({ format: "date-time" })
})
export type EntryRecord = typeof EntryRecord.Type

/** The record of an entry. */
export const entryRecord = ({ at, cause, credits, id, reason }: Entry): EntryRecord => ({
  id,
  kind: cause.kind,
  cause_id: cause.id,
  credits,
  reason: reason ?? null,
  at: DateTime.formatIso(at)
})
