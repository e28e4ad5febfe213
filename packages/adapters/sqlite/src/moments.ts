/** Moments as the database keeps them: whole milliseconds since 1970. */
import { DateTime } from "effect"

/** A moment as a column takes it. */
export const millisOf = (at: DateTime.Utc): number => Math.trunc(at.epochMilliseconds)

/** A moment that may be missing. */
export const millisOrNull = (at: DateTime.Utc | null): number | null => (at === null ? null : millisOf(at))

/** The moment of a column. */
export const momentOf = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)

/** The moment of a column that may be null. */
export const momentOrNull = (millis: number | null): DateTime.Utc | null => (millis === null ? null : momentOf(millis))

/** The moment of a column as the JSON codecs of the domain read it. */
export const isoOf = (millis: number): string => new Date(millis).toISOString()

/** The same for a column that may be null. */
export const isoOrNull = (millis: number | null): string | null => (millis === null ? null : isoOf(millis))
