/**
 * Work on what strangers sent, in pieces of a few milliseconds: of all such work in the process one piece runs between two looks at whoever else
 * waits for the thread.
 *
 * **Details.** Many works that each give way after some milliseconds go on together when their turn comes, and hold the thread for all of
 * theirs. So the place is kept until others had the thread, and is handed on then: to the organization that had it least lately, so that one
 * with many works, or with long ones, holds up another's by one piece at a time.
 */
import { Clock, Context, Duration, Effect } from "effect"
import { makeSharedPlaces, type SharedPlaces } from "../SharedPlaces.ts"
import { WorksFor } from "./WorksFor.ts"

/**
 * How long a piece may go on, how short one is that others need not be looked at for, and from when on one is so long that others have the thread
 * for as long: what they do takes several of its turns. In nanoseconds.
 */
const pieceNanos = 2_000_000n
const slightNanos = 200_000n
const longNanos = 10_000_000n

/** Gives way after a piece. One step of a stranger's work may take a hundred times what others do. */
const giveWay = (spentNanos: bigint): Effect.Effect<void> =>
  spentNanos < slightNanos
    ? Effect.void
    : spentNanos < longNanos
      ? Effect.yieldNow
      : Effect.sleep(Duration.nanos(spentNanos))

/** The place at the thread. A process has one thread, however many instances are in it. */
const ThreadPlace = Context.Reference<SharedPlaces>("@kittiwake/core/inThreadTurns/ThreadPlace", {
  defaultValue: () => makeSharedPlaces(1)
})

/** What is nobody's in particular stands in a line of its own. */
const nobody = ""

/** Does one piece when nobody else's is under way, which hands back the place when others had the thread. */
export const aPiece = Effect.fnUntraced(function* <A>(work: (nowNanos: () => bigint) => A) {
  const clock = yield* Clock.Clock
  const now = () => clock.monotonicTimeNanosUnsafe()
  const piece = Effect.suspend(() => {
    const began = now()
    const done = work(now)
    return Effect.as(giveWay(now() - began), done)
  })
  const inTurn = (yield* ThreadPlace)((yield* WorksFor) ?? nobody)
  return yield* inTurn(piece)
})

/** Runs work that yields wherever it may be interrupted: after each item. */
export const inThreadTurns = Effect.fnUntraced(function* <A>(work: Generator<void, A>) {
  for (;;) {
    const step = yield* aPiece((now) => {
      const until = now() + pieceNanos
      let latest = work.next()
      while (latest.done !== true && now() < until) latest = work.next()
      return latest
    })
    if (step.done === true) return step.value
  }
})

/** Does something with each of many items, in such pieces. */
export const forEachInTurns = <A>(items: Iterable<A>, each: (item: A) => void): Effect.Effect<void> =>
  inThreadTurns(eachOf(items, each))

function* eachOf<A>(items: Iterable<A>, each: (item: A) => void): Generator<void, void> {
  for (const item of items) {
    each(item)
    yield
  }
}

/** What each of many items is made into, in such pieces. */
export const mapInTurns = <A, B>(items: ReadonlyArray<A>, made: (item: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  Effect.suspend(() => {
    const all: Array<B> = []
    return Effect.as(
      forEachInTurns(items, (item) => {
        all.push(made(item))
      }),
      all
    )
  })
