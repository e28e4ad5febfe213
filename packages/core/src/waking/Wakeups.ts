/** Hints that work has become due, so that it starts at once. A lost hint costs a delay: the loops look now and then as well. */
import { Context, type Effect, type Scope } from "effect"

/** All that may become due. */
export const topics = ["runs", "deliveries", "batches"] as const

/** What became due. */
export type Topic = (typeof topics)[number]

/**
 * Wakes the loops that wait for work.
 *
 * **Contract** (every adapter passes `testing/wakeupsSuite.ts`)
 *
 * - A subscription that is not waiting when it is woken finds out at its next wait, once however often it was woken.
 * - Waking never fails and never waits for a loop.
 * - While `hears` is true, whoever wakes over the same storage is heard. When that ends, everybody is woken.
 */
export class Wakeups extends Context.Service<
  Wakeups,
  {
    readonly wake: (topic: Topic) => Effect.Effect<void>

    /** Whether everybody who wakes is heard now; loops that may miss somebody look often. */
    readonly hears: Effect.Effect<boolean>

    /** A wait that ends when the topic was woken since the last one ended. */
    readonly subscribe: (topic: Topic) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
  }
>()("@kittiwake/core/waking/Wakeups") {}
