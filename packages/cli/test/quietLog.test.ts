import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Clock, Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { quiet } from "../src/quietLog.ts"

const full = (operation: string) => new StoreUnavailable({ operation, cause: new Error("database or disk is full") })

describe("the log of a server whose disk is full", () => {
  it.effect("has a line a minute for each cause, which says how many there were", () => {
    const lines: Array<unknown> = []
    const logger = quiet(Logger.make(({ message }) => void lines.push(message)))
    return Effect.gen(function* () {
      for (let second = 0; second < 90; second++) {
        yield* Effect.logError("store unavailable", full(`write ${second}`))
        yield* Effect.fail(full("claim")).pipe(Effect.catchCause((cause) => Effect.logError("claim failed", cause)))
        yield* TestClock.adjust("1 second")
      }
      assert.lengthOf(lines, 4)
      assert.deepStrictEqual((lines[2] as ReadonlyArray<unknown>).at(-1), "and 59 times since it was last said")
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("has a line a minute as well after its clock was set back by a day", () => {
    const lines: Array<unknown> = []
    const logger = quiet(Logger.make(({ message }) => void lines.push(message)))
    let setBack = 0
    return Effect.gen(function* () {
      const test = yield* Clock.Clock
      const stepped: Clock.Clock = {
        ...test,
        sleep: (duration) => test.sleep(duration),
        currentTimeMillisUnsafe: () => test.currentTimeMillisUnsafe() - setBack,
        monotonicTimeNanosUnsafe: () => test.monotonicTimeNanosUnsafe()
      }
      const log = Effect.logError("store unavailable", full("write")).pipe(Effect.provideService(Clock.Clock, stepped))
      yield* log
      setBack = 86_400_000
      for (let minute = 0; minute < 10; minute++) {
        yield* TestClock.adjust("1 minute")
        yield* log
      }
      assert.lengthOf(lines, 11)
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("has every other line", () => {
    const lines: Array<unknown> = []
    const logger = quiet(Logger.make(({ message }) => void lines.push(message)))
    return Effect.gen(function* () {
      for (let count = 0; count < 10; count++) yield* Effect.logError("request failed", new Error("a bug"))
      yield* Effect.logError("store unavailable", new StoreUnavailable({ operation: "a", cause: new Error("gone") }))
      yield* Effect.logError("store unavailable", full("a"))
      assert.lengthOf(lines, 12)
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("has a line a minute for each batch whose results are gone", () => {
    const lines: Array<unknown> = []
    const logger = quiet(Logger.make(({ message }) => void lines.push(message)))
    const lost = (batchId: string, page: number) =>
      Effect.logError("batch.result.missing").pipe(Effect.annotateLogs({ batchId, page }))
    return Effect.gen(function* () {
      for (let page = 0; page < 100; page++) yield* lost(page % 2 === 0 ? "batch_a" : "batch_b", page)
      assert.lengthOf(lines, 2)
      yield* TestClock.adjust("1 minute")
      yield* lost("batch_a", 1)
      assert.deepStrictEqual(lines[2], ["batch.result.missing", "and 49 times since it was last said"])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })
})
