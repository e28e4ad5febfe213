/** A host that is left alone, because it said that it is asked too often. */
import { DateTime, Schema } from "effect"

export const RestingHost = Schema.Struct({
  host: Schema.String,
  /** What it answered last. */
  status: Schema.Int,
  rests_until: Schema.String
})
export type RestingHost = typeof RestingHost.Type

/** Most hosts that are told of. */
const mostTold = 1_000

/** Those that rest at a moment, the one first that rests longest. */
export const hostsThatRest = (
  known: ReadonlyMap<string, { readonly status: number; readonly restMillis: number }>,
  now: DateTime.Utc
): ReadonlyArray<RestingHost> =>
  [...known]
    .filter(([, { restMillis }]) => restMillis > 0)
    .sort(([, one], [, other]) => other.restMillis - one.restMillis)
    .slice(0, mostTold)
    .map(([host, { restMillis, status }]) => ({
      host,
      status,
      rests_until: DateTime.formatIso(DateTime.add(now, { milliseconds: Math.ceil(restMillis) }))
    }))
