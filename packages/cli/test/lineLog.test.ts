/** Lines of the log as a person reads them. */
import { Writable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cause, Effect, Logger, References } from "effect"
import { sqlFailure } from "../../adapters/postgres/src/sqlFailure.ts"
import { lineFor } from "../src/lineLog.ts"

const said = (told: Effect.Effect<void>) => {
  const lines: Array<string> = []
  const logger = Logger.map(lineFor(new Writable()), (line) => void lines.push(line))
  return told.pipe(
    Effect.provide(Logger.layer([logger])),
    Effect.provideService(References.MinimumLogLevel, "All"),
    Effect.map(() => lines.map((line) => line.replace(/^\d\d:\d\d:\d\d\.\d{3} /, "")))
  )
}

describe("the log for people", () => {
  it.effect("has one line for each thing, with the fields that say something", () =>
    Effect.gen(function* () {
      const fields = { name: "Tea shop", url: "http://tea.example/", credits: 1, error: undefined, changeId: null }
      assert.deepStrictEqual(yield* said(Effect.annotateLogs(Effect.logInfo("run.recorded"), fields)), [
        'INFO  run.recorded name="Tea shop" url=http://tea.example/ credits=1'
      ])
      assert.deepStrictEqual(yield* said(Effect.logWarning("not ready", "storage", 3)), ["WARN  not ready storage 3"])
    })
  )

  it.effect("shows stacks below their line", () =>
    Effect.gen(function* () {
      const failed = Effect.die(new Error("a bug")).pipe(Effect.catchCause((cause) => Effect.logError("failed", cause)))
      const [text = ""] = yield* said(failed)
      const [first, second, third] = text.split("\n")
      assert.deepStrictEqual([first, second], ["ERROR failed", "  Error: a bug"])
      assert.match(third ?? "", /^ {2,}at /)
      assert.deepStrictEqual(yield* said(Effect.logError("nothing", Cause.empty)), ["ERROR nothing"])
    })
  )

  it.effect("tells of a storage that does not answer in its words, in one line", () =>
    Effect.gen(function* () {
      const full = new Error("could not extend file: No space left on device")
      const away = new StoreUnavailable({ operation: "UsageStore.append", cause: full })
      const line = "WARN  usage: not written (could not extend file: No space left on device) tries=2"
      const told = (cause: unknown) =>
        said(Effect.annotateLogs(Effect.logWarning("usage: not written", cause), { tries: 2 }))
      assert.deepStrictEqual(yield* told(away), [line])
      assert.deepStrictEqual(yield* told(Cause.fail(away)), [line])
      assert.deepStrictEqual(yield* told(Cause.fail(sqlFailure({ message: full.message, code: "53100" }, full, "x"))), [
        line
      ])
      assert.include((yield* told(Cause.die(away)))[0], "\n")
    })
  )

  it.effect("lets nobody else write lines or move the cursor", () =>
    Effect.gen(function* () {
      const hostile = "Tea\n12:00:00.000 INFO  run.recorded\u001b[2J\u0085\u2028"
      const [line = ""] = yield* said(Effect.annotateLogs(Effect.logInfo(hostile), { name: hostile, list: [hostile] }))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      assert.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
    })
  )

  it.effect("lets no stack move the cursor or begin a line of its own", () =>
    Effect.gen(function* () {
      const hostile = new Error("Tea\u001b[2J\r\u0007\u009b\u2028\n12:00:00.000 INFO  run.recorded")
      const texts = [
        ...(yield* said(Effect.logError("failed", hostile))),
        ...(yield* said(Effect.logError("failed", Cause.die(hostile))))
      ]
      assert.lengthOf(texts, 2)
      for (const text of texts) {
        const [, first, second, ...others] = text.split("\n")
        assert.strictEqual(first, "  Error: Tea\\u001b[2J\\u000d\\u0007\\u009b\\u2028")
        for (const line of [second, ...others]) assert.match(line ?? "", /^ {2}/)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
        assert.notMatch(text.replaceAll("\n", ""), /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      }
    })
  )
})
