/** Group commit: what arrives while one write is under way goes out together in the next. */
import { Deferred, Effect, Exit, Queue, type Scope } from "effect"

/** An item whose write nobody knows the end of yet. */
interface Waiting<A, B, E> {
  readonly item: A
  readonly answer: Deferred.Deferred<B, E>
}

/**
 * A function that hands single items to `write`, which gets many at once and answers in their order.
 *
 * **Details**
 *
 * Nothing waits for company: an item that finds no write under way starts one by itself. At most `lanes` writes are
 * under way at once, and a second one begins only when half of its batch waits: few full writes cost a database less
 * than many small ones. A write that fails, fails for all of its items; one that dies is done again item by item, so
 * that one bad item takes no other with it. Where items have weights, those that are written at once weigh no more than
 * `maxWeight` together, but for one that weighs more by itself. Whoever waits when the scope closes is interrupted.
 */
export const inBatches = <A, B, E, R>(options: {
  readonly max: number
  readonly lanes: number
  readonly maxWeight?: number
  readonly weigh?: (item: A) => number
  readonly write: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E, R>
}): Effect.Effect<(item: A) => Effect.Effect<B, E>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const waiting = yield* Queue.unbounded<Waiting<A, B, E>>()
    const unanswered = new Set<Deferred.Deferred<B, E>>()
    let isClosed = false
    // Registered before the lanes, and so run after they have stopped: nobody may wait for an answer that cannot come.
    yield* Effect.addFinalizer(() => {
      isClosed = true
      return Effect.forEach(unanswered, Deferred.interrupt, { discard: true })
    })

    const written = (taken: ReadonlyArray<Waiting<A, B, E>>) =>
      Effect.exit(Effect.suspend(() => options.write(taken.map(({ item }) => item))))

    const answered = (taken: ReadonlyArray<Waiting<A, B, E>>, exit: Exit.Exit<ReadonlyArray<B>, E>) =>
      Effect.sync(() => {
        for (let index = 0; index < taken.length; index++) {
          const { answer } = taken[index]!
          unanswered.delete(answer)
          Deferred.doneUnsafe(
            answer,
            Exit.map(exit, (answers) => answers[index]!)
          )
        }
      })

    const { maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 } = options

    /** The items in their order, in parts that are not too heavy. */
    const parted = (taken: ReadonlyArray<Waiting<A, B, E>>): ReadonlyArray<ReadonlyArray<Waiting<A, B, E>>> => {
      const parts: Array<Array<Waiting<A, B, E>>> = [[]]
      let weight = 0
      for (const one of taken) {
        const more = weigh(one.item)
        if (parts.at(-1)!.length > 0 && weight + more > maxWeight) {
          parts.push([])
          weight = 0
        }
        parts.at(-1)!.push(one)
        weight += more
      }
      return parts
    }

    const lane = Effect.fnUntraced(function* (least: number) {
      for (const part of parted(yield* Queue.takeBetween(waiting, least, options.max))) {
        const exit = yield* written(part)
        if (Exit.hasDies(exit) && part.length > 1) {
          for (const one of part) yield* answered([one], yield* written([one]))
        } else {
          yield* answered(part, exit)
        }
      }
    })
    for (let count = 0; count < options.lanes; count++) {
      yield* Effect.forkScoped(Effect.forever(lane(count === 0 ? 1 : Math.ceil(options.max / 2))))
    }
    return (item: A) =>
      Effect.suspend(() => {
        if (isClosed) return Effect.interrupt
        const answer = Deferred.makeUnsafe<B, E>()
        unanswered.add(answer)
        Queue.offerUnsafe(waiting, { item, answer })
        return Deferred.await(answer)
      })
  })
