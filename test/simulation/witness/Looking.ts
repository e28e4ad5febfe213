/** A run that was recorded, beside all that its look can have seen. */
import type { Baseline } from "@kittiwake/core/monitors/domain/Baseline"
import type { Change } from "@kittiwake/core/monitors/domain/Change"
import type { Monitor, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import type { ProfileEnd } from "../Profiles.ts"
import type { Incarnation } from "../Universe.ts"
import type { Serving, Servings } from "../web/Servings.ts"

/** Who looks, and since when. */
export interface Looker {
  readonly by: Incarnation
  readonly sinceMillis: number
}

export interface Looked {
  readonly looker: Looker
  readonly servings: Servings
  /** The monitor as it was before the record. */
  readonly monitor: Monitor
  readonly before: Baseline | null
  readonly after: Baseline | null
  readonly run: Run
  readonly change: Change | null
  /** Runs in a row that had failed before this one. */
  readonly failuresBefore: number
  /** Looks in a row that were shown a change which nobody was told. */
  readonly waiting: Map<MonitorId, Waiting>
  /** The time of the record, in milliseconds since the beginning. */
  readonly nowMillis: number
  readonly profileEnds: ReadonlyMap<string, ProfileEnd>
  readonly violated: (what: string) => void
}

export interface Waiting {
  readonly body: string
  readonly looks: number
}

/** What the looker was shown at an address. */
export const shownTo = ({ looker, servings }: Looked, url: string): ReadonlyArray<Serving> =>
  servings.since(url, looker.sinceMillis).filter(({ by }) => by === looker.by)

/** The one thing that an address showed to everybody since the look began; null where it showed another too, or an error. */
export const steadily = ({ looker, servings }: Looked, url: string): string | null => {
  const [first, ...others] = servings.since(url, looker.sinceMillis)
  if (first?.isWell !== true) return null
  return others.every(({ body, isWell }) => isWell && body === first.body) ? first.body : null
}

/** How many of these have what is asked for. */
export const count = <A>(all: ReadonlyArray<A>, has: (one: A) => boolean): number =>
  all.reduce((sum, one) => (has(one) ? sum + 1 : sum), 0)
