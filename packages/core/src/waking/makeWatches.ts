/** Those of one process who look at organizations. */
import { Effect, Latch } from "effect"
import { type Part, parts, type Watch } from "./Wakeups.ts"

interface Looking {
  readonly latch: Latch.Latch
  readonly unseen: Set<Part>
}

/** `changed` and `watch` mean what they mean in `Wakeups`, among themselves. What nobody looks at is kept nowhere. */
export const makeWatches = () => {
  const watches = new Map<string, Set<Looking>>()

  const tell = ({ latch, unseen }: Looking, changed: ReadonlyArray<Part>) => {
    for (const part of changed) unseen.add(part)
    latch.openUnsafe()
  }

  const leave = (organizationId: string, looking: Looking) => {
    const ofOne = watches.get(organizationId)
    ofOne?.delete(looking)
    if (ofOne?.size === 0) watches.delete(organizationId)
  }

  const begin = (organizationId: string): Looking => {
    const looking: Looking = { latch: Latch.makeUnsafe(false), unseen: new Set() }
    watches.set(organizationId, (watches.get(organizationId) ?? new Set()).add(looking))
    return looking
  }

  return {
    changed: (organizationId: string, changed: ReadonlyArray<Part>) => {
      for (const looking of watches.get(organizationId) ?? []) tell(looking, changed)
    },

    /** Tells everybody that everything may have changed. */
    changedAll: () => {
      for (const ofOne of watches.values()) for (const looking of ofOne) tell(looking, parts)
    },

    watch: (organizationId: string) =>
      Effect.acquireRelease(
        Effect.sync(() => begin(organizationId)),
        (looking) => Effect.sync(() => leave(organizationId, looking))
      ).pipe(
        Effect.map(
          ({ latch, unseen }): Watch => ({
            wait: latch.await,
            take: Effect.sync(() => {
              latch.closeUnsafe()
              const taken = parts.filter((part) => unseen.has(part))
              unseen.clear()
              return taken
            })
          })
        )
      )
  }
}
