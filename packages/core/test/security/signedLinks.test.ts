/** Until when tokens of links work. Observed: what each leads to as time passes, and where the clock was ahead when it was given out. */
import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@kittiwake/core/memory/Memory"
import { Duration, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { ordinaryStepMillis } from "../../src/leaseHorizon.ts"
import { linkLifetime, makeSignedLinks } from "../../src/security/signedLinks.ts"
import { whileAhead } from "../../src/testing/arrangements.ts"

const links = makeSignedLinks("test-link", Schema.Tuple([Schema.String]))

describe("the token of a link", () => {
  it.effect("works for its time, and no longer where a clock that was ahead gave it out", () =>
    Effect.gen(function* () {
      const { open, read, sign } = yield* links
      const given = Effect.map(sign([["there"]]), ({ tokens }) => tokens[0]!)
      const [token, early, ahead] = [
        yield* given,
        yield* whileAhead(ordinaryStepMillis)(given),
        yield* whileAhead(ordinaryStepMillis + 1)(given)
      ]
      assert.deepStrictEqual(yield* open(token), Option.some(["there"]))
      assert.deepStrictEqual(yield* open(early), Option.some(["there"]), "a clock may be put back a little")
      assert.isTrue(Option.isNone(yield* open(ahead)))
      assert.strictEqual((yield* read(ahead)).is, "over")
      yield* TestClock.adjust(Duration.subtract(linkLifetime, Duration.millis(1)))
      assert.isTrue(Option.isSome(yield* open(token)))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* read(token)).is, "over")
    }).pipe(Effect.provide(Memory.layer))
  )
})
