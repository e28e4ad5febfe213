/** Reads the pages of batches, and ends batches that nothing is left to do for. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { Duration, Effect, Latch } from "effect"
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

/** Ends batches that nothing is left to do for, each time it is asked to: one look after the other, and beside whoever asks. */
const makeSettling = Effect.fnUntraced(function* (settleDue: Batches["Service"]["settleDue"]) {
  const asked = yield* Latch.make(false)
  const settled = Effect.catchCause(settleDue, (cause) => Effect.logError("batcher: a batch could not be ended", cause))
  const look = asked.await.pipe(Effect.andThen(asked.close), Effect.andThen(settled))
  yield* Effect.forkScoped(Effect.forever(look))
  return Effect.asVoid(asked.open)
})

export const layer = (options: Partial<LoopOptions> = {}) =>
  dueLoop(
    { ...batcherDefaults, ...options },
    Effect.gen(function* () {
      const batches = yield* Batches
      // What cannot be ended now, or only slowly, must not keep pages from being read.
      const settle = yield* makeSettling(batches.settleDue)
      return {
        loop: "batcher" as const,
        topic: "batches" as const,
        // The last page of a batch ends it: ten pages would otherwise wait for the next look.
        looksAtEnd: true,
        // A claim asks a server eight things, and fewer than fifty pages keep a process busy.
        leastShare: 4,
        // A page that does not come costs a connection. Eight organizations that have nothing else would hold all places for a minute.
        maxLong: 192,
        untilDue: batches.untilDue,
        // A claim takes back what a process that died held, which may have been the last of a batch.
        takeDue: (options: Parameters<typeof batches.takeDue>[0]) =>
          settle.pipe(
            Effect.andThen(batches.takeDue(options)),
            Effect.tap((taken) => (taken.length === 0 ? settle : Effect.void))
          )
      }
    })
  )
