import { assert, describe, it } from "@effect/vitest"
import { BlobStoreUnavailable, type BlobTrouble } from "@kittiwake/core/blobs/BlobStore"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { BucketCheck, makeBucketCheck } from "../src/bucketCheck.ts"
import { layer } from "../src/readiness.ts"

const failing = (reason: BlobTrouble) =>
  Effect.fail(new BlobStoreUnavailable({ operation: "list", reason, message: "at http://secret.example", cause: "" }))

describe("the check of a bucket", () => {
  it.effect("tells one that hangs, and asks it twice a minute at most", () =>
    Effect.gen(function* () {
      let asked = 0
      const list = () =>
        Effect.andThen(
          Effect.sync(() => void asked++),
          Effect.never
        )
      const check = yield* makeBucketCheck({ list })
      const looks = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(Effect.flip(check)))
      yield* TestClock.adjust("5 seconds")
      for (const look of looks) assert.match(yield* Fiber.join(look), /^does not answer/)
      assert.match(yield* Effect.flip(check), /^does not answer/)
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("30 seconds")
      yield* Effect.forkChild(check)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(asked, 2)
    })
  )

  it.effect("tells one that refuses, without where it is", () =>
    Effect.gen(function* () {
      const refused = yield* makeBucketCheck({ list: () => failing("refused") })
      assert.strictEqual(yield* Effect.flip(refused), "cannot be used; kittiwake doctor says why")
      const away = yield* makeBucketCheck({ list: () => failing("unreachable") })
      assert.match(yield* Effect.flip(away), /^does not answer/)
      yield* yield* makeBucketCheck({ list: () => Effect.succeed([]) })
    })
  )

  it.effect("takes no traffic from a process", () =>
    Effect.gen(function* () {
      const { checks } = yield* Readiness
      assert.deepInclude(
        checks.find(({ name }) => name === "bucket"),
        { isNeeded: false }
      )
    }).pipe(
      Effect.provide(
        layer.pipe(Layer.provide([Layer.mock(Credits, {}), Pulse.layer, Layer.succeed(BucketCheck, Effect.void)]))
      )
    )
  )
})
