import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { type FoundPage, PageCache } from "@kittiwake/core/pages/PageCache"
import { DateTime, Effect, Layer, Option } from "effect"
import { findPage } from "../../src/pages/keptPages.ts"

const epoch = DateTime.makeUnsafe(0)

/** A cache with one page of so many bytes, which notes what was in use whenever it loaded one. */
const cacheOf = (bodyBytes: number, memory: MemoryCounter) => {
  const usedAtLoads: Array<number> = []
  const find = (space: string, key: string, _since: unknown, _now: unknown, maxBytes = Number.POSITIVE_INFINITY) =>
    Effect.sync(() => {
      const isLoaded = bodyBytes <= maxBytes
      if (isLoaded) usedAtLoads.push(memory.usedBytes)
      const body = isLoaded ? new Uint8Array(bodyBytes) : null
      return Option.some<FoundPage>({ space, key, capturedAt: epoch, facts: "{}", bodyBytes, body })
    })
  return { usedAtLoads, layer: Layer.mock(PageCache, { find }) }
}

const look = (bodyBytes: number, capacityBytes: number) =>
  Effect.gen(function* () {
    const memory = new MemoryCounter({ capacityBytes })
    const { layer, usedAtLoads } = cacheOf(bodyBytes, memory)
    const told = yield* findPage("key", epoch).pipe(
      Effect.provide(layer),
      Effect.provideService(CurrentLease, memory.open("one owner")),
      Effect.match({
        onFailure: ({ _tag }) => _tag as string,
        onSuccess: (found) => Option.getOrThrow(found).body.length
      })
    )
    return { told, usedAtLoads, usedBytes: memory.usedBytes }
  })

describe("a kept page", () => {
  it.effect("that is large is counted before it is loaded, and until it is", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* look(1_000_000, 3_000_000), {
        told: 1_000_000,
        usedAtLoads: [3_000_000],
        usedBytes: 0
      })
    })
  )

  it.effect("for which there is no room is not loaded", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* look(1_000_000, 999_999), {
        told: "ContentTooLarge",
        usedAtLoads: [],
        usedBytes: 0
      })
    })
  )

  it.effect("may take all that is left, so that a small budget reads large pages too", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* look(1_000_000, 1_200_000), {
        told: 1_000_000,
        usedAtLoads: [1_200_000],
        usedBytes: 0
      })
    })
  )

  it.effect("that is small is loaded at once, and not counted", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* look(60_000, 0), { told: 60_000, usedAtLoads: [0], usedBytes: 0 })
    })
  )
})
