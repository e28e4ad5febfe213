/** Lets callers that ask for the same thing at the same time share one read. */
import { Deferred, Effect } from "effect"

/**
 * A reader that runs one read of a key at a time. Who asks while a read is on its way gets the answer of the next one,
 * which starts after it asked, so that no answer is older than its question. Keys without a read take no memory.
 */
export const coalesce = <K, A, E>(read: (key: K) => Effect.Effect<A, E>): ((key: K) => Effect.Effect<A, E>) => {
  /** Keys being read, with those who wait for the next read. */
  const reading = new Map<K, Deferred.Deferred<A, E> | null>()

  const next = (key: K): Effect.Effect<void> =>
    Effect.suspend(() => {
      const waiting = reading.get(key) ?? null
      if (waiting === null) {
        reading.delete(key)
        return Effect.void
      }
      reading.set(key, null)
      // Not the reader's fiber: its request may end, or be given up, while others wait.
      return read(key).pipe(
        Effect.exit,
        Effect.flatMap((exit) => Deferred.done(waiting, exit)),
        Effect.ensuring(Effect.suspend(() => next(key))),
        Effect.forkDetach,
        Effect.asVoid
      )
    })

  return (key) =>
    Effect.suspend(() => {
      const waiting = reading.get(key)
      if (waiting === undefined) {
        reading.set(key, null)
        return Effect.ensuring(read(key), next(key))
      }
      if (waiting !== null) return Deferred.await(waiting)
      const later = Deferred.makeUnsafe<A, E>()
      reading.set(key, later)
      return Deferred.await(later)
    })
}
