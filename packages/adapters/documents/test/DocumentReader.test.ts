import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Result } from "effect"
import { suite } from "../../../core/src/testing/documentReaderSuite.ts"
import { layer } from "../src/DocumentReader.ts"
import { read } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

suite("processes", layer())

describe("a reader with one process", () => {
  it.live("lets 64 files wait and refuses the next, until there is room again", () =>
    Effect.gen(function* () {
      const asked = Array.from({ length: 70 }, (_, index) => Effect.result(read("csv", `number\n${index}\n`)))
      const all = yield* Effect.all(asked, { concurrency: "unbounded" })
      const refused = all.filter(Result.isFailure).map(({ failure }) => failure.reason)
      assert.deepStrictEqual(
        refused,
        Array.from({ length: 5 }, () => "busy")
      )
      assert.include((yield* read("csv", "a\nroom\n")).html, "room")
    }).pipe(Effect.provide(layer({ concurrency: 1 })))
  )
})
