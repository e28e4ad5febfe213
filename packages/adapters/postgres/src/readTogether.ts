/** Lets callers that read one row each at the same time share a statement. */
import { Deferred, Effect } from "effect"

/** Most rows of one statement. */
const maxKeys = 500

/**
 * A reader of single values over one that reads many.
 *
 * **Details**
 *
 * One read is under way at a time. Who asks meanwhile gets an answer from the next, which starts after it asked, so that
 * no answer is older than its question. The read belongs to nobody: it goes on when who asked is interrupted, and takes
 * no part in a transaction of theirs.
 */
export const readTogether = <A, E>(
  read: (keys: ReadonlyArray<string>) => Effect.Effect<(key: string) => A, E>
): Effect.Effect<(key: string) => Effect.Effect<A, E>> =>
  Effect.map(Effect.context<never>(), (context) => {
    const fork = Effect.runForkWith(context)
    const waiting = new Map<string, Deferred.Deferred<A, E>>()
    let isReading = false

    const readAll = Effect.gen(function* () {
      // Whoever asks in the same turn of the event loop comes along.
      yield* Effect.yieldNow
      while (waiting.size > 0) {
        const taken = [...waiting].slice(0, maxKeys)
        for (const [key] of taken) waiting.delete(key)
        const exit = yield* Effect.exit(Effect.suspend(() => read(taken.map(([key]) => key))))
        for (const [key, answer] of taken) {
          // A value that cannot be made breaks for who asked for it: those after it still have their answer.
          Deferred.doneUnsafe(answer, yield* Effect.exit(Effect.map(exit, (valueOf) => valueOf(key))))
        }
      }
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          isReading = false
        })
      )
    )

    return (key) =>
      Effect.suspend(() => {
        const found = waiting.get(key)
        if (found !== undefined) return Deferred.await(found)
        const answer = Deferred.makeUnsafe<A, E>()
        waiting.set(key, answer)
        if (!isReading) {
          isReading = true
          fork(readAll)
        }
        return Deferred.await(answer)
      })
  })
