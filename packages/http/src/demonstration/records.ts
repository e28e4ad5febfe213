/** What a demonstration shows, on the wire. */
import { Schema } from "effect"

const Moment = Schema.String.annotate({ format: "date-time" })

/** How far a demonstration is. */
export const demonstrationStates = ["none", "preparing", "showing", "shown", "failed"] as const

const ShownChange = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  /** Null where every difference is told, whatever it means. */
  importance: Schema.NullOr(Schema.String)
})

/** A demonstration as it stands: what happened in it so far. */
export const DemonstrationRecord = Schema.Struct({
  /** `preparing` until its monitors have looked once, `showing` while things happen in it, `shown` when all of them did. */
  state: Schema.Literals(demonstrationStates),
  /** Null where there is none. */
  started_at: Schema.NullOr(Moment),
  /** When it is removed unless somebody looks at it before. */
  ends_at: Schema.NullOr(Moment),
  /** Why it could not be shown. */
  problem: Schema.NullOr(Schema.String),
  monitors: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String, url: Schema.String })),
  /** Looks that told nobody although the page differed. */
  quiet: Schema.Array(Schema.Struct({ monitor_id: Schema.String, run_id: Schema.String, why: Schema.String })),
  changes: Schema.Array(ShownChange),
  /** The page that only a browser shows; null until it was looked at. */
  browser: Schema.NullOr(
    Schema.Struct({
      /** The monitor that watches it; null where there is no browser. */
      monitor: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String, url: Schema.String })),
      change: Schema.NullOr(ShownChange),
      /** Why it was left out; null where it was not. */
      lacking: Schema.NullOr(Schema.String)
    })
  ),
  /** What arrived in its inbox, and one of these events; null until something did. */
  events: Schema.NullOr(Schema.Struct({ arrived: Schema.Int, verified: Schema.Int, id: Schema.String })),
  /** Days for which its clock was put forward. */
  days: Schema.Int
}).annotate({ identifier: "Demonstration" })
export type DemonstrationRecord = typeof DemonstrationRecord.Type

/** That there is none. */
export const noDemonstration: DemonstrationRecord = {
  ...{ state: "none", started_at: null, ends_at: null, problem: null },
  ...{ monitors: [], quiet: [], changes: [], browser: null, events: null, days: 0 }
}
