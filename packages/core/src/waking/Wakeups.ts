/**
 * Hints that work has become due, so that it starts at once, and that something has changed, so that whoever looks at it sees it.
 * A lost hint costs a delay: the loops look now and then as well, and whoever looks is told when hints may be missed.
 */
import { Context, type Effect, type Scope } from "effect"

/** All that may become due. */
export const topics = ["runs", "deliveries", "batches"] as const

/** What became due. */
export type Topic = (typeof topics)[number]

/** All of an organization that may change while somebody looks at it. */
export const parts = ["changes", "runs", "monitors", "deliveries", "batches", "usage"] as const

/** What changed. */
export type Part = (typeof parts)[number]

/** Most characters of a note. */
export const noteLength = 200

/** A look at one organization. */
export interface Watch {
  /** Waits until something changed that was not taken yet. */
  readonly wait: Effect.Effect<void>

  /** What changed since it was taken last; everything, where hints may have been missed. */
  readonly take: Effect.Effect<ReadonlyArray<Part>>
}

/**
 * Wakes the loops that wait for work, and whoever looks at an organization.
 *
 * **Contract** (every adapter passes `testing/wakeupsSuite.ts`)
 *
 * - A subscription that is not waiting when it is woken finds out at its next wait, once however often it was woken.
 * - Waking and telling never fail and never wait for anybody.
 * - Who watches an organization learns of no other.
 * - A note is heard by everybody who listens at that moment: in this process at once, in others while they hear. One that is lost is not
 *   told again.
 * - While `hears` is true, whoever wakes or tells over the same storage is heard. When that ends, everybody is woken, and
 *   whoever watches is told that everything may have changed.
 */
export class Wakeups extends Context.Service<
  Wakeups,
  {
    readonly wake: (topic: Topic) => Effect.Effect<void>

    /** Tells that parts of an organization changed. */
    readonly changed: (organizationId: string, parts: ReadonlyArray<Part>) => Effect.Effect<void>

    /** Whether everybody who wakes is heard now; loops that may miss somebody look often. */
    readonly hears: Effect.Effect<boolean>

    /** A wait that ends when the topic was woken since the last one ended. */
    readonly subscribe: (topic: Topic) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>

    /**
     * Tells everybody who listens a few words without a space: `noteLength` characters at most. `by` is the id of the principal on whose
     * behalf: of many at once by one, not all are told.
     */
    readonly note: (text: string, by: string) => Effect.Effect<void>

    /** Hands over each note until the scope ends. */
    readonly listen: (take: (text: string) => void) => Effect.Effect<void, never, Scope.Scope>

    /** Looks at an organization until the scope ends. */
    readonly watch: (organizationId: string) => Effect.Effect<Watch, never, Scope.Scope>
  }
>()("@kittiwake/core/waking/Wakeups") {}
