import { assert, describe, it } from "@effect/vitest"
import { Ids } from "@kittiwake/core/security/Ids"
import { suite } from "@kittiwake/core/testing/idsSuite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layer } from "../src/Ids.ts"

suite("node:crypto", layer)

const millisOf = (id: string) => Number.parseInt(id.slice("run_".length, "run_".length + 12), 16)

describe("Ids (node:crypto)", () => {
  it.effect("begins with the millisecond and has the layout of UUID version 7", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      const id = yield* Ids.use((ids) => ids.next("run"))
      assert.strictEqual(millisOf(id), 1_700_000_000_000)
      assert.match(id, /^run_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("makes 100,000 rising ids within one millisecond", () =>
    Effect.gen(function* () {
      const made = yield* Ids.use((ids) => ids.many("run", 100_000))
      for (let index = 1; index < made.length; index++) assert.isTrue(made[index - 1]! < made[index]!)
      assert.isTrue(millisOf(made.at(-1)!) < 50, "few milliseconds are borrowed")
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps rising when the clock goes back", () =>
    Effect.gen(function* () {
      const ids = yield* Ids
      yield* TestClock.setTime(1_700_000_000_000)
      const early = yield* ids.next("run")
      yield* TestClock.setTime(1_600_000_000_000)
      const late = yield* ids.next("run")
      assert.isTrue(early < late)
    }).pipe(Effect.provide(layer))
  )
})
