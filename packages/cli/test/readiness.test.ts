import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { ClockSkew } from "../../core/src/ClockSkew.ts"
import { hasRoom, layer, layerWithDisks } from "../src/readiness.ts"

const megabyte = 1024 * 1024

describe("a server whose clock is off from its database's", () => {
  it.effect("is not ready beyond a minute, and says so", () =>
    Effect.gen(function* () {
      const skew = { millis: 60_000 }
      const { checks } = yield* Readiness.pipe(
        Effect.provide(
          layer.pipe(
            Layer.provide([
              Layer.mock(Credits, {}),
              Pulse.layer,
              Layer.succeed(ClockSkew, { offsetMillis: () => skew.millis })
            ])
          )
        )
      )
      const { check } = checks.find(({ name }) => name === "clock")!
      yield* check
      skew.millis = 90_000
      assert.strictEqual(yield* Effect.flip(check), "is 90 seconds behind the database's clock")
    })
  )
})

describe("a server one of whose loops hangs", () => {
  it.effect("is not ready after a minute and a half, and names it", () =>
    Effect.gen(function* () {
      const { checks } = yield* Readiness
      const { check } = checks.find(({ name }) => name === "worker")!
      yield* Pulse.use((pulse) => pulse.beat("deliverer"))
      yield* TestClock.adjust("90 seconds")
      yield* check
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Effect.flip(check), "hangs: deliverer")
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.mock(Credits, {})), Layer.provideMerge(Pulse.layer))))
  )
})

describe("a server that writes to disks", () => {
  it.effect("looks at each of them, and names the one that is full", () =>
    Effect.gen(function* () {
      const { checks } = yield* Readiness
      const toldBy = (disk: string) =>
        Effect.map(
          Effect.result(checks.find(({ name }) => name === disk)!.check),
          Result.match({ onFailure: (problem) => problem.slice(0, 8), onSuccess: () => "has room" })
        )
      assert.deepStrictEqual(yield* Effect.all([toldBy("disk"), toldBy("blobs")]), ["has room", "has less"])
    }).pipe(
      Effect.provide(
        layerWithDisks({ disk: "/", blobs: "/large" }, async (directory) =>
          directory === "/large" ? 63 * megabyte : 64 * megabyte
        ).pipe(Layer.provide([Layer.mock(Credits, {}), Pulse.layer]))
      )
    )
  )

  it.effect("is not ready when its disk is full, and says so", () =>
    Effect.gen(function* () {
      const full = yield* Effect.result(hasRoom("/", async () => 63 * megabyte))
      assert.match(Result.isFailure(full) ? full.failure : "", /^has less than 64 MB free/)
      yield* hasRoom("/", async () => 64 * megabyte)
      yield* hasRoom("/", () => Promise.reject(new Error("no such disk")))
    })
  )
})
