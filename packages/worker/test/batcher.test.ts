import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { Duration, Effect, Layer, Stream } from "effect"

const worker = Worker.layer().pipe(Layer.provideMerge(Pulse.layer))

describe("the reader of batches", () => {
  it.effect("ends one soon that was cancelled when the worker of its last page died", () =>
    Effect.gen(function* () {
      const { advance, organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      const { batch } = yield* batches.submit(
        { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
        {
          entries: Stream.make({ url: "https://site.example/a" }),
          told: Effect.succeed({ batch: { crawl: null, format: "markdown" }, asked: {} })
        }
      )
      const status = Effect.map(batches.get(organization.id, batch.id), (seen) => seen.batch.status)
      // Claimed, and never worked on.
      const taken = yield* batches.takeDue({ limit: 1, lease: Duration.seconds(60) })
      assert.strictEqual(taken.length, 1)
      yield* batches.cancel(organization.id, batch.id)
      yield* Layer.build(worker)
      yield* settle
      yield* advance("59 seconds")
      assert.strictEqual(yield* status, "cancelling")
      yield* advance("3 seconds")
      assert.strictEqual(yield* status, "cancelled")
    }).pipe(Effect.provide(TestInstallation.layer({ loops: false, credits: 1_000 })))
  )
})
