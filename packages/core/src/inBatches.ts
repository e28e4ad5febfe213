/** Group commit: what arrives while one write is under way goes out together in the next. */
import { Deferred, Effect, Exit, FiberSet, type Scope } from "effect"
import { makeWriteLines, type Whose } from "./makeWriteLines.ts"
import { takeByOwner } from "./takeByOwner.ts"

/** An item whose write nobody knows the end of yet. */
interface Waiting<A, B, E> {
  readonly item: A
  readonly answer: Deferred.Deferred<B, E>
}

interface Options<A, B, E, R> {
  readonly max: number
  readonly lanes: number
  readonly maxWeight?: number
  readonly weigh?: (item: A) => number
  /** Whose items they are, of which of their works: those of several works are never written together. */
  readonly whoseIs?: (item: A) => Whose
  /** Whose items they are, where those of several are written together: owners have their turns for the places in a write. */
  readonly ownerOf?: (item: A) => string
  readonly write: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E, R>
}

/** The items in their order, in parts that are not too heavy. */
const parted = <A, B, E>(
  taken: ReadonlyArray<Waiting<A, B, E>>,
  { maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 }: Pick<Options<A, B, E, never>, "maxWeight" | "weigh">
): ReadonlyArray<ReadonlyArray<Waiting<A, B, E>>> => {
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

/** Whose all items are where nobody tells. */
const nobody: Whose = { owner: "", work: "" }

/**
 * A function that hands single items to `write`, which gets many at once and answers in their order.
 *
 * **Details**
 *
 * Nothing waits for company: an item of a work that has no write under way starts one by itself. At most `lanes` writes are
 * under way at once, and a second one begins only when half of its batch waits: few full writes cost a database less than many small
 * ones. Owners have their turns, and so have the works of each (`makeWriteLines.ts`). A write that fails, fails for all of its items; one that dies is
 * done again item by item, so that one bad item takes no other with it. Where items have weights, those that are written at once weigh
 * no more than `maxWeight` together, but for one that weighs more by itself. Whoever waits when the scope closes is interrupted.
 */
export const inBatches = <A, B, E, R>(
  options: Options<A, B, E, R>
): Effect.Effect<(item: A) => Effect.Effect<B, E>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const { lanes, max, ownerOf, whoseIs } = options
    const turns: Pick<Parameters<typeof makeWriteLines<Waiting<A, B, E>>>[0], "pick"> =
      ownerOf === undefined ? {} : { pick: (waiting, most) => takeByOwner(waiting, most, ({ item }) => ownerOf(item)) }
    const lines = makeWriteLines<Waiting<A, B, E>>({ lanes, max, isShared: whoseIs !== undefined, ...turns })
    const unanswered = new Set<Deferred.Deferred<B, E>>()
    let isClosed = false
    // Registered before the writes, and so run after they have stopped: nobody may wait for an answer that cannot come.
    yield* Effect.addFinalizer(() => Effect.forEach(unanswered, Deferred.interrupt, { discard: true }))
    const run = yield* FiberSet.makeRuntime<R, void, never>()
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isClosed = true
      })
    )

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

    const writeAll = Effect.fnUntraced(function* (taken: ReadonlyArray<Waiting<A, B, E>>) {
      for (const part of parted(taken, options)) {
        const exit = yield* written(part)
        if (Exit.hasDies(exit) && part.length > 1) {
          for (const one of part) yield* answered([one], yield* written([one]))
        } else {
          yield* answered(part, exit)
        }
      }
    })

    const begin = () => {
      for (;;) {
        const turn = isClosed ? undefined : lines.begin()
        if (turn === undefined) return
        const gathered = Effect.sync(() => {
          const taken = turn.take()
          begin()
          return taken
        })
        const ended = Effect.sync(() => {
          turn.end()
          begin()
        })
        // What comes in the same turn of the thread is one write.
        run(Effect.yieldNow.pipe(Effect.andThen(gathered), Effect.flatMap(writeAll), Effect.ensuring(ended)))
      }
    }

    return (item: A) =>
      Effect.suspend(() => {
        if (isClosed) return Effect.interrupt
        const answer = Deferred.makeUnsafe<B, E>()
        unanswered.add(answer)
        lines.add({ item, answer }, whoseIs?.(item) ?? nobody)
        begin()
        return Deferred.await(answer)
      })
  })
