/** What is told to other processes of notes. Observed: the words on the line between them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Queue } from "effect"
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

describe("notes", () => {
  it.live("are told to others once, and those who flood cost the line no more than some hundreds", () =>
    Effect.gen(function* () {
      const { someTold, stands, told, wakeups } = yield* process
      const own: Array<string> = []
      yield* wakeups.listen((text) => void own.push(text))
      yield* wakeups.note("first")
      yield* wakeups.note("first")
      for (let n = 0; n < 5_000; n++) yield* wakeups.note(`flood:${n}`)
      yield* wakeups.note("x".repeat(201))
      yield* wakeups.wake("runs")
      yield* stands.open
      yield* someTold
      assert.lengthOf(own, 5_003, "in this process everybody hears everything")
      assert.strictEqual(told[0], "note:first")
      assert.lengthOf(
        told.filter((word) => word.startsWith("note:")),
        200
      )
      assert.include(told, "runs")
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
