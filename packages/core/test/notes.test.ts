/** What is told to other processes of notes. Observed: the words on the line between them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Queue } from "effect"
import type { Wakeups } from "../src/waking/Wakeups.ts"
import { type Line, wakeTogether } from "../src/waking/wakeTogether.ts"

/** A process whose line stands once it is let through; what it tells is gathered. */
const process = Effect.gen(function* () {
  const [stands, told, heard] = [yield* Latch.make(false), [] as Array<string>, yield* Queue.unbounded<string>()]
  const isTold = yield* Latch.make(false)
  const line: Line<never> = {
    hearsAll: true,
    heard: Queue.takeAll(heard),
    tell: (words) =>
      Effect.sync(() => {
        told.push(...words)
        isTold.openUnsafe()
      })
  }
  const wakeups = yield* wakeTogether(() => Effect.as(stands.await, line))
  return { wakeups, stands, told, someTold: isTold.await, heard }
})

const notesIn = (told: ReadonlyArray<string>) => told.filter((word) => word.startsWith("note:"))

describe("notes", () => {
  it.live("are told to others once, and those who flood cost the line no more than some hundreds", () =>
    Effect.gen(function* () {
      const { someTold, stands, told, wakeups } = yield* process
      const own: Array<string> = []
      yield* wakeups.listen((text) => void own.push(text))
      yield* wakeups.note("first", "key_0")
      yield* wakeups.note("first", "key_0")
      for (let n = 0; n < 5_000; n++) yield* wakeups.note(`flood:${n}`, `key_${n % 50}`)
      yield* wakeups.note("x".repeat(201), "key_0")
      yield* wakeups.wake("runs")
      yield* stands.open
      yield* someTold
      assert.lengthOf(own, 5_003, "in this process everybody hears everything")
      assert.include(told, "note:first")
      assert.lengthOf(notesIn(told), 200)
      assert.include(told, "runs")
    }).pipe(Effect.scoped)
  )

  it.live("of one who floods leave room for those of others", () =>
    Effect.gen(function* () {
      const { someTold, stands, told, wakeups } = yield* process
      yield* wakeups.listen(() => undefined)
      for (let n = 0; n < 500; n++) yield* wakeups.note(`flood:${n}`, "key_1")
      yield* wakeups.note("cancel:7", "key_2")
      yield* stands.open
      yield* someTold
      assert.lengthOf(notesIn(told), 21)
      assert.include(told, "note:cancel:7")
    }).pipe(Effect.scoped)
  )

  it.live("that wait are dropped when the line is lost, and nothing else is", () =>
    Effect.gen(function* () {
      const [told, isTold, isLost] = [[] as Array<string>, yield* Latch.make(false), yield* Latch.make(false)]
      const lines: Record<"cut" | "whole", Line<string>> = {
        cut: { hearsAll: true, heard: Effect.never, tell: () => Effect.andThen(isLost.open, Effect.fail("lost")) },
        whole: {
          hearsAll: true,
          heard: Effect.never,
          tell: (words) =>
            Effect.andThen(
              Effect.sync(() => void told.push(...words)),
              isTold.open
            )
        }
      }
      let connections = 0
      const wakeups: Wakeups["Service"] = yield* wakeTogether((): Effect.Effect<Line<string>, string> => {
        connections += 1
        if (connections === 2) return Effect.andThen(wakeups.note("while away", "key_1"), Effect.fail("away"))
        return Effect.succeed(connections === 1 ? lines.cut : lines.whole)
      })
      yield* wakeups.listen(() => undefined)
      yield* wakeups.note("before", "key_1")
      yield* wakeups.wake("runs")
      yield* isLost.await
      yield* isTold.await
      assert.deepStrictEqual(told, ["runs"])
    }).pipe(Effect.scoped)
  )

  it.live("of others are heard, and wake nobody", () =>
    Effect.gen(function* () {
      const { heard, stands, wakeups } = yield* process
      const got = yield* Queue.unbounded<string>()
      yield* wakeups.listen((text) => void Queue.offerUnsafe(got, text))
      yield* stands.open
      yield* Queue.offerAll(heard, ["note:cancel:1", "runs", "note:runs", "changed:org_1:runs", "nothing"])
      assert.deepStrictEqual([yield* Queue.take(got), yield* Queue.take(got)], ["cancel:1", "runs"])
    }).pipe(Effect.scoped)
  )
})
