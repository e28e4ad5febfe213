/** Leaves out everybody of whom one record is that of somebody who asked to be forgotten. */
import { groupRecords } from "./groupRecords.ts"
import type { PersonRecord } from "./PersonRecord.ts"

/** Those of `all` that are of one person with none that is not among `kept`. */
export const withoutForgotten = (
  all: ReadonlyArray<PersonRecord>,
  kept: ReadonlyArray<PersonRecord>
): ReadonlyArray<PersonRecord> => {
  if (kept.length === all.length) return all
  const remaining = new Set(kept)
  return groupRecords(all)
    .filter(({ records }) => records.every((record) => remaining.has(record)))
    .flatMap(({ records }) => records)
}
