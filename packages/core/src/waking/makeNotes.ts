/** Those of one process who listen to notes. */
import { Effect, type Scope } from "effect"

/** `listen` means what it means in `Wakeups`, among those to whom `note` tells. */
export const makeNotes = () => {
  const listening = new Set<(text: string) => void>()
  return {
    note: (text: string): void => {
      for (const take of listening) take(text)
    },
    listen: (take: (text: string) => void): Effect.Effect<void, never, Scope.Scope> => {
      // Whoever listens twice is told twice.
      const own = (text: string) => take(text)
      return Effect.acquireRelease(
        Effect.sync(() => void listening.add(own)),
        () => Effect.sync(() => void listening.delete(own))
      )
    }
  }
}
