import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import type { Failure } from "../src/sqliteFailure.ts"
import { type Done, startThread } from "../src/Thread.ts"
import { temporaryDirectory } from "./databases.ts"

/** A writer whose clock stands still until it is set, and that tells of every call that ended. */
const writer = Effect.gen(function* () {
  const file = join(yield* temporaryDirectory, "kittiwake.db")
  const clock = { millis: 0 }
  const ended: Array<string> = []
  const waiting: Array<() => void> = []
  const opened = Promise.withResolvers<Exit.Exit<unknown, Failure>>()
  const thread = startThread({
    file: "writerThread",
    start: { file, synchronous: "off", isFilled: false },
    onOpened: opened.resolve,
    onLost: () => {},
    onEnded: (operation) => {
      ended.push(operation)
      for (const resume of waiting.splice(0)) resume()
    },
    nowMillis: () => clock.millis
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => thread.close()))
  // However long opening takes, it is waited for.
  clock.millis = 3_600_000
  thread.failOlderThan(1_000)
  clock.millis = 0
  assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => opened.promise)))
  return {
    thread,
    clock,
    /** Resolves when this many calls have ended. */
    ended: (count: number) =>
      Effect.promise(async () => {
        while (ended.length < count) await new Promise<void>((resume) => waiting.push(resume))
      })
  }
})

const watched = () => {
  const told: Array<"answered" | "failed"> = []
  const done: Done = (exit) => told.push(Exit.isSuccess(exit) ? "answered" : "failed")
  return { told, done }
}

const call = ["FrontierStore.remove", { organizationId: "org", crawlId: "crawl" }] as const

describe("a thread of the database", () => {
  it.live("tells a caller once that its call took too long, also when the answer comes after all", () =>
    Effect.gen(function* () {
      const { clock, ended, thread } = yield* writer
      const [late, timely] = [watched(), watched()]
      thread.call(...call, late.done)
      clock.millis = 1_000
      thread.call(...call, timely.done)
      // Neither can have been answered: no message is received before this turn ends.
      thread.failOlderThan(1_000)
      assert.deepStrictEqual([late.told, timely.told], [["failed"], []])
      thread.failOlderThan(1_000)
      assert.deepStrictEqual([thread.owedCount(), late.told], [2, ["failed"]])
      // The opening ended first.
      yield* ended(3)
      assert.deepStrictEqual([late.told, timely.told], [["failed"], ["answered"]])
      assert.deepStrictEqual([thread.owedCount(), thread.owedBytes()], [0, 0])
    }).pipe(Effect.scoped)
  )

  it.live("tells nobody twice when it is lost", () =>
    Effect.gen(function* () {
      const { clock, thread } = yield* writer
      const [late, timely, after] = [watched(), watched(), watched()]
      thread.call(...call, late.done)
      clock.millis = 1_000
      thread.call(...call, timely.done)
      thread.failOlderThan(1_000)
      yield* Effect.promise(() => thread.terminate())
      thread.call(...call, after.done)
      assert.deepStrictEqual([late.told, timely.told, after.told], [["failed"], ["failed"], ["failed"]])
    }).pipe(Effect.scoped)
  )

  it.live("tells its callers in turns, each of whom goes on at once, and all of them in their order", () =>
    Effect.gen(function* () {
      const { clock, ended, thread } = yield* writer
      let [inTurn, most] = [0, 0]
      const told: Array<number> = []
      for (let index = 0; index < 12; index++)
        thread.call(...call, () => {
          told.push(index)
          // What each goes on with takes a millisecond and a half.
          clock.millis += 1.5
          inTurn += 1
          if (inTurn === 1)
            setImmediate(() => {
              most = Math.max(most, inTurn)
              inTurn = 0
            })
        })
      yield* ended(13)
      yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
      assert.deepStrictEqual(told, [...Array(12).keys()])
      assert.isAtMost(most, 3)
    }).pipe(Effect.scoped)
  )
})
