import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@kittiwake/core/memory/Memory"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Conversations, conversationBounds } from "../../src/grants/Conversations.ts"

const installation = Conversations.layer.pipe(Layer.provide(Layer.fresh(Memory.layer)), Layer.fresh)

describe("the label of a conversation", () => {
  it.effect("is its principal's alone, for a month, at the installation that gave it", () =>
    Effect.gen(function* () {
      const { begin, open } = yield* Conversations
      const [one, other] = [yield* begin("key_1"), yield* begin("key_1")]
      const name = yield* open(one, "key_1")
      assert.isTrue(Option.isSome(name))
      assert.notDeepEqual(yield* open(other, "key_1"), name)
      for (const principal of ["key_2", "", "key_1 "]) assert.isTrue(Option.isNone(yield* open(one, principal)))
      for (const label of ["", "x", `${one}A`, one.slice(1), `${one}=`]) {
        assert.isTrue(Option.isNone(yield* open(label, "key_1")), label)
      }
      const elsewhere = yield* Effect.provide(
        Conversations.use((conversations) => conversations.open(one, "key_1")),
        installation
      )
      assert.isTrue(Option.isNone(elsewhere))
      yield* TestClock.adjust(conversationBounds.lifetime)
      assert.isTrue(Option.isNone(yield* open(one, "key_1")))
    }).pipe(Effect.provide(installation))
  )
})
