/** How far the sweep of blobs has come, as all processes know it. */
import { DateTime, Duration, Option, Result, Schema } from "effect"
import { latestEnd } from "../../leaseHorizon.ts"

/** A round through all blobs. */
export const SweepRound = Schema.Struct({
  /** The path that was looked at last; empty before the first. */
  after: Schema.String,
  /** Nobody else goes on before: the end of a claim, or the begin of the next round. */
  dueAt: Schema.DateTimeUtcFromString
})
export type SweepRound = typeof SweepRound.Type

const Text = Schema.fromJsonString(SweepRound)

/** The round as it is kept. */
export const writeRound: (round: SweepRound) => string = Schema.encodeSync(Text)

/** The round that was kept; the first one where none was, or none that this version can read. */
export const readRound = (text: string | null, now: DateTime.Utc): SweepRound =>
  Option.getOrElse(Result.getSuccess(Schema.decodeResult(Text)(text ?? "")), () => ({ after: "", dueAt: now }))

/** Whether somebody may go on with the round. What is due later than a rest from now was planned by a clock that was ahead. */
export const isDue = ({ dueAt }: SweepRound, now: DateTime.Utc, rest: Duration.Duration): boolean =>
  DateTime.isLessThanOrEqualTo(dueAt, now) ||
  dueAt.epochMilliseconds > latestEnd(now.epochMilliseconds, Duration.toMillis(rest))

/** The round while somebody goes on with it. */
export const claimed = (round: SweepRound, now: DateTime.Utc, lease: Duration.Duration): SweepRound => ({
  ...round,
  dueAt: DateTime.addDuration(now, lease)
})

/** The round after a stretch that ended with a path; null where it came to the end, and begins anew after a rest. */
export const goneOn = (last: string | null, now: DateTime.Utc, rest: Duration.Duration): SweepRound =>
  last === null ? { after: "", dueAt: DateTime.addDuration(now, rest) } : { after: last, dueAt: now }
