/** A demonstration beside an installation, as whoever composes a server shows it to the operator. */
import { Context, type Effect } from "effect"
import type { DemonstrationRecord } from "./records.ts"

/**
 * An installation of its own that lives as long as it is looked at, and leaves nothing.
 *
 * **Details.** There is one at most: whoever gives this bounds what it takes, and removes it when nobody looks any more. Nothing of it
 * is in the storage of the installation beside which it is.
 */
export interface Demonstrations {
  /** How it stands. */
  readonly standing: Effect.Effect<DemonstrationRecord>
  /** Begins one, where there is none that stands; tells how it stands then. */
  readonly begin: Effect.Effect<DemonstrationRecord>
  /** Removes it; ends when nothing of it is left. */
  readonly remove: Effect.Effect<DemonstrationRecord>
  /** Answers what is asked of it, at `/v1/…` or `/admin/…`, whoever asks; null while there is nothing to ask. */
  readonly answer: () => ((request: Request) => Promise<Response>) | null
}

/** What shows a demonstration; null where nothing does. */
export const Demonstration = Context.Reference<Demonstrations | null>("@kittiwake/http/demonstration/Demonstration", {
  defaultValue: () => null
})
