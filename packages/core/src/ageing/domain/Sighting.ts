/**
 * Whether the clock is believed when it says that something is old enough to go.
 *
 * **Model.** An installation that runs looks at its clock every few minutes, and keeps what it saw. A clock that has gone on by a day or more
 * since then is right where nobody ran meanwhile, and wrong where it was set, or began, far ahead; nobody can tell which. So it is doubted
 * until the installation has run for an hour under it. What is old can wait that long, and what is not comes back with the right clock.
 *
 * **Details.** Starts that are shorter add up, so that what runs for half an hour each week forgets in time. A clock that goes
 * back is believed at once: by it, less is old.
 */
import { DateTime, Duration, Option, Result, Schema } from "effect"
import { ordinaryStepMillis } from "../../leaseHorizon.ts"

export const Sighting = Schema.Struct({
  /** What the clock said when it was believed last; null before the first time. */
  believedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** What it said last. */
  lookedAt: Schema.DateTimeUtcFromString,
  /** For how long it was seen to go as clocks do since it is doubted. */
  doubtedMillis: Schema.Int
})
export type Sighting = typeof Sighting.Type

const Text = Schema.fromJsonString(Sighting)

/** A sighting as it is kept. */
export const writeSighting: (sighting: Sighting) => string = Schema.encodeSync(Text)

/** The sighting that was kept; null where none was, or none that this version can read. */
export const readSighting = (text: string | null): Sighting | null =>
  Option.getOrNull(Result.getSuccess(Schema.decodeResult(Text)(text ?? "")))

/** From here on time that passed is doubted. */
export const longestGap = Duration.days(1)

/** For how long. */
export const doubtFor = Duration.hours(1)

/** The next sighting; `ranMillis` have passed since the last one of this process by a clock that nobody sets, 0 at its first. */
export const look = (last: Sighting | null, now: DateTime.Utc, ranMillis: number): Sighting => {
  const believed: Sighting = { believedAt: now, lookedAt: now, doubtedMillis: 0 }
  if (last === null) return { ...believed, believedAt: null }
  const since = (before: DateTime.Utc) => now.epochMilliseconds - before.epochMilliseconds
  // What this process ran for has passed, however seldom it looks.
  const plausible = Math.max(Duration.toMillis(longestGap), ranMillis + ordinaryStepMillis)
  if (last.believedAt !== null && since(last.believedAt) <= plausible) return believed
  const passed = since(last.lookedAt)
  const isSteady = passed >= 0 && (ranMillis === 0 || passed <= ranMillis + ordinaryStepMillis)
  // Of several processes each adds what passed since any of them looked.
  const doubtedMillis = isSteady ? last.doubtedMillis + Math.min(ranMillis, passed) : 0
  return doubtedMillis >= Duration.toMillis(doubtFor) ? believed : { ...last, lookedAt: now, doubtedMillis }
}

/** Whether what the clock calls old may go. */
export const isBelieved = ({ believedAt, lookedAt }: Sighting): boolean =>
  believedAt !== null && DateTime.Equivalence(believedAt, lookedAt)
