/** How far the clock of this machine is from the one that all processes of an installation share. */
import { Context } from "effect"

/** From here on work is left to processes whose clocks are right, and this one is not ready. @internal */
export const tooFarMillis = 60_000

/**
 * What is added to this machine's time to have the shared one; 0 where one machine does everything. It is in the `Clock` of
 * doors and workers already.
 */
export class ClockSkew extends Context.Reference<{ readonly offsetMillis: () => number }>(
  "@kittiwake/core/internal/ClockSkew",
  {
    defaultValue: () => ({ offsetMillis: () => 0 })
  }
) {}

/** From this difference on it is worth saying. */
const worthSayingMillis = 5_000

/** Whether somebody should set this machine's clock. */
export const isOff = (offsetMillis: number): boolean => Math.abs(offsetMillis) > worthSayingMillis

/** Whether this process should take no work. */
export const isTooFar = (offsetMillis: number): boolean => Math.abs(offsetMillis) > tooFarMillis

/** How far off this machine's clock is, for people. */
export const tellSkew = (offsetMillis: number): string =>
  `${Math.round(Math.abs(offsetMillis) / 1_000)} seconds ${offsetMillis < 0 ? "ahead of" : "behind"} the database's clock`
