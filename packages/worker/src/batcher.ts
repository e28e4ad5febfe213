/** Reads the pages of batches, and ends batches that nothing is left to do for. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { Duration, Effect } from "effect"
import { dueLoop } from "./dueLoop.ts"
import type { LoopOptions } from "./workLoop.ts"

/**
 * Looks when something is due, every second while it works, and every two minutes otherwise, so that a batch which does not come on
 * is found. Reads up to 64 pages at once, beside those that take long: more than a process reads at a
 * time, and so few that what waits for a slow host can be somebody else's.
 */
export const batcherDefaults: LoopOptions = {
  every: Duration.seconds(1),
  idle: Duration.minutes(2),
  maxInFlight: 64,
  maxClaim: 50,
  lease: Duration.seconds(60),
  grace: Duration.seconds(25)
}

export const layer = (options: Partial<LoopOptions> = {}) =>
  dueLoop(
    { ...batcherDefaults, ...options },
    Effect.map(Batches, (batches) => {
      // What cannot be ended now must not keep pages from being read.
      const settled = Effect.catchCause(batches.settleDue, (cause) =>
        Effect.logError("batcher: a batch could not be ended", cause)
      )
      return {
        loop: "batcher",
        topic: "batches",
        // The last page of a batch ends it: ten pages would otherwise wait for the next look.
        looksAtEnd: true,
        // A claim asks a server eight things, and fewer than fifty pages keep a process busy.
        leastShare: 4,
        // A page that does not come costs a connection. Eight organizations that have nothing else would hold all places for a minute.
        maxLong: 192,
        untilDue: batches.untilDue,
        // A claim takes back what a process that died held, which may have been the last of a batch.
        takeDue: (options) =>
          settled.pipe(
            Effect.andThen(batches.takeDue(options)),
            Effect.tap((taken) => (taken.length === 0 ? settled : Effect.void))
          )
      }
    })
  )
