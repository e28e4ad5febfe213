/** Whose clock ends leases. */
import { Clock, Context, type Effect, Layer } from "effect"

/**
 * The moment by which leases are judged, in milliseconds since 1970.
 *
 * **Details**
 *
 * The machine's own is the default: one process owns the database, so there is none that could disagree, and a program that
 * moves Effect's `Clock` forward does not thereby take its own runs away from itself. Tests put Effect's `Clock` in its place.
 */
export class LeaseClock extends Context.Reference<Effect.Effect<number>>("@kittiwake/sqlite/LeaseClock", {
  defaultValue: () => Clock.Clock.defaultValue().currentTimeMillis
}) {}

/** Leases end by Effect's `Clock`. For tests. */
export const layerEffectClock: Layer.Layer<never> = Layer.succeed(LeaseClock, Clock.currentTimeMillis)
