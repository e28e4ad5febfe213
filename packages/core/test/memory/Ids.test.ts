import { assert, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { layer } from "../../src/memory/Ids.ts"
import { Ids } from "../../src/security/Ids.ts"
import { suite } from "../../src/testing/idsSuite.ts"

suite("memory", layer)

const drawn = Effect.gen(function* () {
  const ids = yield* Ids
  return [yield* ids.next("run"), ...(yield* ids.many("run", 3)), yield* ids.token("base62", 40), yield* ids.uuid]
}).pipe(Effect.provide(layer, { local: true }))

it.effect("makes the same ids from the same seed, and others from another", () =>
  Effect.gen(function* () {
    const one = yield* Random.withSeed(drawn, "seed")
    assert.deepStrictEqual(yield* Random.withSeed(drawn, "seed"), one)
    const other = yield* Random.withSeed(drawn, "other seed")
    for (const [index, value] of one.entries()) assert.notStrictEqual(other[index], value)
  })
)
