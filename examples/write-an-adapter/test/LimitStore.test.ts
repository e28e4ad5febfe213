/** All that the port promises, and what this adapter is for: two of it over one file. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { limitStoreSuite } from "@kittiwake/core/testing/suites"
import { Effect, Layer } from "effect"
import { layer } from "../src/LimitStore.ts"

const folder = mkdtempSync(join(tmpdir(), "kittiwake-limits-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

limitStoreSuite.suite("shared file", layer(join(folder, "suite.db")))

it.effect("shares a window between those who opened the same file", () => {
  const file = join(folder, "shared.db")
  const draw = (weight: number) =>
    LimitStore.use((store) =>
      store.draw({ subject: "org", windowStartMillis: 0, windowMillis: 60_000, weight, limit: 5 })
    )
  return Effect.gen(function* () {
    const one = yield* Layer.build(layer(file))
    const other = yield* Layer.build(Layer.fresh(layer(file)))
    assert.deepStrictEqual(yield* Effect.provideContext(draw(3), one), { admitted: true, used: 3 })
    assert.deepStrictEqual(yield* Effect.provideContext(draw(3), other), { admitted: false, used: 3 })
    assert.deepStrictEqual(yield* Effect.provideContext(draw(2), other), { admitted: true, used: 5 })
  }).pipe(Effect.scoped)
})
