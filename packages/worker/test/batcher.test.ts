import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { Duration, Effect, Layer, Stream } from "effect"
import * as Batcher from "../src/batcher.ts"

const worker = Worker.layer().pipe(Layer.provideMerge(Pulse.layer))

/** Submits a list of pages. */
const submitted = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const { organization } = yield* TestInstallation
  const { batch } = yield* (yield* Batches).submit(
    { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
    {
      entries: Stream.fromIterable(urls.map((url) => ({ url }))),
      told: Effect.succeed({ batch: { crawl: null, format: "markdown" }, asked: {} })
    }
  )
  return batch
})

describe("the reader of batches", () => {
  it.effect(
    "begins ten pages at once beside many of the same organization, and ends their batch with the last of them",
    () =>
      Effect.gen(function* () {
        const { advance, organization, settle } = yield* TestInstallation
        const web = yield* ScriptedWeb
        const many = Array.from({ length: 300 }, (_, n) => `https://slow-${n % 20}.example/${n}`)
        const few = Array.from({ length: 10 }, (_, n) => `https://quick-${n % 5}.example/${n}`)
        for (const url of many) yield* web.page(url, { body: "text", latency: "60 seconds" })
        for (const url of few) yield* web.page(url, { body: "text", latency: "300 millis" })
        yield* Layer.build(worker)
        yield* submitted(many)
        yield* settle
        yield* advance("5 seconds")
        const { id } = yield* submitted(few)
        yield* settle
        yield* advance("300 millis")
        const seen = yield* (yield* Batches).get(organization.id, id)
        assert.deepInclude(seen.progress, { succeeded: 10 })
        assert.strictEqual(seen.batch.status, "completed")
      }).pipe(Effect.provide(TestInstallation.layer({ loops: false, credits: 1_000 })))
  )

  it.effect("ends one soon that was cancelled when the worker of its last page died", () =>
    Effect.gen(function* () {
      const { advance, organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      const batch = yield* submitted(["https://site.example/a"])
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

  it.effect("reads the pages of all others while a batch that ends is held up", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const web = yield* ScriptedWeb
      yield* web.page("https://site.example/a", { body: "text" })
      const batches = yield* Batches
      const heldUp = Layer.succeed(Batches, Batches.of({ ...batches, settleDue: Effect.never }))
      yield* Layer.build(Batcher.layer().pipe(Layer.provide([heldUp, Pulse.layer])))
      const { id } = yield* submitted(["https://site.example/a"])
      yield* settle
      const seen = yield* batches.get(organization.id, id)
      assert.deepInclude(seen.progress, { succeeded: 1 })
    }).pipe(Effect.provide(TestInstallation.layer({ loops: false, credits: 1_000 })))
  )
})
