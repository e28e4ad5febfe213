/** Whose clock ends leases. */
import { Clock, Context, Effect, Layer } from "effect"

/**
 * The moment by which leases of places are judged, in milliseconds; null for Redis' own clock.
 *
 * **Details.** Redis' is the default, so that processes whose clocks disagree take no places from each other. Tests put Effect's
 * `Clock` in its place and move it.
 */
export class RedisClock extends Context.Reference<Effect.Effect<number | null>>("@kittiwake/redis/RedisClock", {
  defaultValue: () => Effect.succeed(null)
}) {}

/** Leases end by Effect's `Clock`. For tests. */
export const layerEffectClock: Layer.Layer<never> = Layer.succeed(RedisClock, Clock.currentTimeMillis)
