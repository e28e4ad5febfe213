/** What people did with a change: it stands beside what was found, and changes nothing of it. */
import { Schema } from "effect"
import { Change, ChangeSummary } from "./Change.ts"

/** New, dealt with, or not worth having been told. */
export const Triage = Schema.Literals(["open", "done", "not_useful"])
export type Triage = typeof Triage.Type

/** How a change stands, and since when; an open one stands so since it was found. */
export const Triaged = Schema.Struct({ triage: Triage, triagedAt: Schema.NullOr(Schema.DateTimeUtc) })
export type Triaged = typeof Triaged.Type

/** How a change stands when it is found. */
export const untriaged: Triaged = { triage: "open", triagedAt: null }

/** A change as it is kept. */
export const TriagedChange = Schema.Struct({
  ...Change.fields,
  ...Triaged.fields,
  /** Until when links to it work that were given to people without a key; left out where none was, or all were taken back. */
  sharedUntil: Schema.optionalKey(Schema.DateTimeUtc)
})
export type TriagedChange = typeof TriagedChange.Type

/** A change that is kept, as a list shows it. */
export const TriagedSummary = Schema.Struct({ ...ChangeSummary.fields, ...Triaged.fields })
export type TriagedSummary = typeof TriagedSummary.Type

/** Most of one call: changes that are named, changes that a sweep changes, and looks at the list that it takes. */
export const triageLimits = { named: 500, swept: 5_000, step: 500, looks: 12 } as const

/** How far changes are counted. */
export const mostChangesCounted = 1_000
