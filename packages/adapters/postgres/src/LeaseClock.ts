/** Whose clock ends leases. */
import { Context, DateTime, Effect, Layer } from "effect"

/**
 * The moment by which leases are judged, or null for the database's own clock.
 *
 * **Details**
 *
 * The database's is the default, so that workers whose clocks disagree do not take runs from each other. It is the only
 * clock of the database that any statement reads. Tests put Effect's `Clock` in its place and move it.
 */
export class LeaseClock extends Context.Reference<Effect.Effect<DateTime.Utc | null>>(
  "@kittiwake/postgres/LeaseClock",
  {
    defaultValue: () => Effect.succeed(null)
  }
) {}

/** Leases end by Effect's `Clock`. For tests, and for one process that owns its database alone. */
export const layerEffectClock: Layer.Layer<never> = Layer.succeed(LeaseClock, DateTime.now)
