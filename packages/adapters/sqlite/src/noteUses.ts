/** Uses of cached pages, noted many at a time by writes that nobody waits for. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, type Scope } from "effect"
import type { PageUse } from "./writes/bodies.ts"

/** Uses that wait at most; beyond, they are not noted, which lets their pages go a little earlier. */
const maxWaiting = 10_000

/** Uses that are noted together at most. */
const together = 500

/** A page used longer ago than this is noted as used. */
const noteAfterMillis = 60_000

/** What notes uses. */
export interface UseNotes {
  /** Takes a use of a page that was last noted as used at `usedAt`. */
  readonly note: (space: string, key: string, usedAt: number, now: number) => Effect.Effect<void>
  /** Writes the uses that wait. */
  readonly flush: Effect.Effect<void, StoreUnavailable>
}

/** Notes uses with `write` for as long as the scope lasts. */
export const makeUseNotes = (
  write: (uses: ReadonlyArray<PageUse>) => Effect.Effect<unknown, StoreUnavailable>
): Effect.Effect<UseNotes, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const waiting = new Map<string, PageUse>()
    let isWriting = false

    const take = () => {
      const taken: Array<PageUse> = []
      for (const [place, use] of waiting) {
        if (taken.length === together) break
        taken.push(use)
        waiting.delete(place)
      }
      return taken
    }

    const flush = Effect.whileLoop({
      while: () => waiting.size > 0,
      body: () => write(take()),
      step: () => {}
    })

    const start = Effect.suspend(() => {
      if (isWriting) return Effect.void
      isWriting = true
      const writing = Effect.ensuring(
        Effect.ignore(flush),
        Effect.sync(() => {
          isWriting = false
        })
      )
      return Effect.asVoid(Effect.forkIn(writing, scope, { startImmediately: true }))
    })

    return {
      note: (space, key, usedAt, now) => {
        const unlessSince = now - noteAfterMillis
        if (usedAt >= unlessSince || waiting.size >= maxWaiting) return Effect.void
        waiting.set(`${space} ${key}`, { space, key, at: now, unlessSince })
        return start
      },
      flush
    }
  })
