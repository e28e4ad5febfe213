/** How an installation stands, as whoever composes a server tells its operator. */
import { Context, type Effect } from "effect"
import type { ExaminationRecord, SystemRecord } from "./records.ts"

/**
 * What is told of an installation.
 *
 * **Details.** Both may be asked for by many at once and without end: whoever gives them bounds what each takes in time and
 * space, and does what was done a moment ago once. Neither tells a secret.
 */
export interface Looks {
  /** What can be said at once. */
  readonly look: Effect.Effect<SystemRecord>
  /** What the doctor says, which takes seconds. */
  readonly examine: Effect.Effect<ExaminationRecord>
}

/** The looks at this installation; null where a program embeds the API and tells nothing of itself. */
export const Installation = Context.Reference<Looks | null>("@kittiwake/http/system/Installation", {
  defaultValue: () => null
})
