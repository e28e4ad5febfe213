import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { examineBeside } from "../src/system/examineBeside.ts"
import { folderBytes } from "../src/system/folderBytes.ts"
import { shared } from "../src/system/shared.ts"
import { temporaryDirectory } from "./support/command.ts"

/** What the doctor of a command says that does `code`. */
const examined = async (code: string) => {
  await using directory = await temporaryDirectory()
  const command = join(directory.path, "command.mjs")
  await writeFile(command, code)
  return await Effect.runPromise(examineBeside(command))
}

describe("what many ask for", () => {
  it.effect("is looked at once for all who ask meanwhile, and again when it is old", () =>
    Effect.gen(function* () {
      let [begun, done] = [0, 0]
      const look = yield* shared(
        Effect.suspend(() => {
          begun += 1
          return Effect.delay(
            Effect.sync(() => (done += 1)),
            "5 seconds"
          )
        }),
        Duration.minutes(1)
      )
      const asking = yield* Effect.forkChild(Effect.all([look, look, look], { concurrency: "unbounded" }))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* Fiber.join(asking), [1, 1, 1])
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* look, 1)
      // Nobody waits for it, and who comes later joins it all the same.
      yield* TestClock.adjust("1 second")
      const left = yield* Effect.forkChild(look)
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(left)
      const later = yield* Effect.forkChild(look)
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(yield* Fiber.join(later), 2)
      assert.deepStrictEqual([begun, done], [2, 2])
    })
  )
})

describe("a doctor in a process of its own", () => {
  it("is asked to be quick, and is told with the settings that its advice names, without what the server knows", async () => {
    const { findings, problem } = await examined(`
      if (process.argv.slice(2).join(" ") !== "doctor --quick --json") process.exit(9)
      console.log(JSON.stringify([
        { subject: "server", state: "ok", message: "ready", mend: null },
        { subject: "fonts", state: "ok", message: "some; KITTIWAKE_FONTS", mend: null },
        { subject: "redis", state: "broken", message: "no", mend: "Mend REDIS_URL or KITTIWAKE_X, or REDIS_URL." }
      ]))
      process.exitCode = 1`)
    assert.isNull(problem)
    assert.deepStrictEqual(
      findings.map(({ settings, subject }) => [subject, settings]),
      [
        ["fonts", []],
        ["redis", ["REDIS_URL", "KITTIWAKE_X"]]
      ]
    )
  })

  for (const [what, code, says] of [
    ["says nothing", "process.exit(3)", "said nothing"],
    ["says what is no finding", "console.log('[1]')", "nobody understands"],
    ["says too much", "console.log('x'.repeat(2_000_000)); setInterval(() => {}, 1000)", "said too much"]
  ] as const) {
    it(`that ${what} is told to have failed, without its words`, async () => {
      const { findings, problem } = await examined(`console.error("secret-of-nobody"); ${code}`)
      assert.deepStrictEqual(findings, [])
      assert.include(problem, says)
      assert.notInclude(problem, "secret-of-nobody")
    })
  }

  it("is not started where a program runs the server", async () => {
    const { findings, problem } = await Effect.runPromise(examineBeside(null))
    assert.deepStrictEqual(findings, [])
    assert.include(problem, "kittiwake doctor")
  })
})

describe("what a folder holds", () => {
  it("is added up as far as was allowed, and nothing where it is not there", async () => {
    await using directory = await temporaryDirectory()
    for (const name of ["a", "b", "c"]) await writeFile(join(directory.path, name), "12345")
    assert.deepStrictEqual(await folderBytes(directory.path, Date.now), { bytes: 15, isMore: false })
    const some = { files: 2, millis: 60_000 }
    assert.deepStrictEqual(await folderBytes(directory.path, Date.now, some), { bytes: 10, isMore: true })
    assert.deepStrictEqual(await folderBytes(join(directory.path, "none"), Date.now), { bytes: 0, isMore: false })
  })
})
