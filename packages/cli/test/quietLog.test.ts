import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cause, Clock, Effect, Logger, References } from "effect"
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
      assert.deepStrictEqual(lines, [
        ["database or disk is full: store unavailable"],
        ["database or disk is full: store unavailable", "and 119 times since it was last said"]
      ])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect(
    "begins with the innermost reason, once however long it lasts and whatever fails, and keeps stacks for those who debug",
    () => {
      const lines: Array<unknown> = []
      const logger = quiet(Logger.make(({ cause, message }) => void lines.push([message, cause.reasons.length])))
      const silent = (seconds: number) =>
        new StoreUnavailable({
          operation: "NewsStore.claim",
          cause: Object.assign(new Error("statement failed"), {
            _tag: "SqlError",
            cause: new Error(`Postgres has not answered for ${seconds} s`)
          })
        })
      const failing = Effect.gen(function* () {
        for (let lane = 0; lane < 4; lane++) {
          yield* Effect.fail(silent(8 + lane)).pipe(
            Effect.catchCause((cause) => Effect.logError("gatherer failed", cause))
          )
          yield* Effect.die(silent(8)).pipe(Effect.catchCause((cause) => Effect.logError("sweeper failed", cause)))
        }
        yield* Effect.logWarning("usage: calls were not written", silent(9), { calls: 3 })
        yield* TestClock.adjust("1 minute")
      })
      return Effect.gen(function* () {
        yield* failing
        yield* Effect.provideService(failing, References.MinimumLogLevel, "Debug")
        const words = "Postgres has not answered for 8 s: gatherer failed"
        assert.deepStrictEqual(lines[0], [[words], 0])
        assert.lengthOf(lines, 2)
        assert.deepStrictEqual(lines[1], [[words, "and 8 times since it was last said"], 1])
      }).pipe(Effect.provide(Logger.layer([logger])))
    }
  )

  it.effect("has one line for a reason whose numbers alone change", () => {
    const lines: Array<unknown> = []
    const logger = quiet(Logger.make(({ message }) => void lines.push(message)))
    return Effect.gen(function* () {
      for (const left of ["599", "598", "1,597.5"]) {
        yield* Effect.logWarning("not ready", Cause.fail(`disk: has ${left} MB free`))
      }
      yield* Effect.logWarning("not ready", Cause.fail("database: did not answer"))
      assert.lengthOf(lines, 2)
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

  it.effect("has a line a minute for each reason why the server is not ready, however often that is asked", () => {
    const lines: Array<unknown> = []
    const logger = quiet(Logger.make(({ message }) => void lines.push(message)))
    const asked = (check: string, reason: string) => Effect.logWarning("not ready", check, Cause.fail(reason))
    return Effect.gen(function* () {
      for (let count = 0; count < 40; count++) {
        yield* asked("database", count < 3 ? "did not answer in time" : "did not answer")
        if (count % 2 === 0) yield* asked("disk", "has 3 MB left")
        yield* TestClock.adjust("1500 millis")
      }
      yield* asked("database", "did not answer")
      assert.deepStrictEqual(lines, [
        ["not ready", "database"],
        ["not ready", "disk"],
        ["not ready", "database"]
      ])
      yield* TestClock.adjust("10 seconds")
      yield* asked("database", "did not answer")
      assert.deepStrictEqual(lines[3], ["not ready", "database", "and 37 times since it was last said"])
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
