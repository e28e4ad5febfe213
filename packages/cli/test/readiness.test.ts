import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { ClockSkew } from "../../core/src/ClockSkew.ts"
import { StoreDisk } from "../../core/src/StoreDisk.ts"
import { StoreWrites } from "../../core/src/StoreWrites.ts"
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

describe("a server whose Postgres has no room", () => {
  it.effect("is not ready, and says where to make some", () =>
    Effect.gen(function* () {
      let isFull = true
      const { checks } = yield* Readiness.pipe(
        Effect.provide(
          layer.pipe(
            Layer.provide([
              Layer.mock(Credits, { account: () => Effect.succeed(null as never) }),
              Pulse.layer,
              Layer.succeed(StoreDisk, { isFull: () => isFull })
            ])
          )
        )
      )
      const { check } = checks.find(({ name }) => name === "database")!
      assert.include(yield* Effect.flip(check), "the disk of Postgres is full: make room there")
      isFull = false
      yield* check
    })
  )
})

describe("a server whose Postgres takes no writes", () => {
  it.effect("is not ready, and says why, until it takes them again or does not answer", () =>
    Effect.gen(function* () {
      let refusal: Effect.Effect<string | null, StoreUnavailable> = Effect.succeed("it is a standby")
      const { checks } = yield* Readiness.pipe(
        Effect.provide(
          layer.pipe(
            Layer.provide([
              Layer.mock(Credits, { account: () => Effect.succeed(null as never) }),
              Pulse.layer,
              Layer.succeed(StoreWrites, { refusal: Effect.suspend(() => refusal) })
            ])
          )
        )
      )
      const { check } = checks.find(({ name }) => name === "database")!
      assert.strictEqual(yield* Effect.flip(check), "answers, but it is a standby")
      refusal = Effect.fail(new StoreUnavailable({ operation: "writeRefusal", cause: "away" }))
      assert.strictEqual(yield* Effect.flip(check), "did not answer")
      refusal = Effect.succeed(null)
      yield* check
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
      assert.deepStrictEqual(yield* Effect.all([toldBy("disk"), toldBy("blobs")]), ["has room", "has 63 M"])
    }).pipe(
      Effect.provide(
        layerWithDisks({ disk: "/", blobs: "/large" }, async (directory) =>
          directory === "/large" ? 63 * megabyte : 64 * megabyte
        ).pipe(Layer.provide([Layer.mock(Credits, {}), Pulse.layer]))
      )
    )
  )

  it.effect("is not ready when its disk is full, and says how much it has and what may go", () =>
    Effect.gen(function* () {
      const full = yield* Effect.flip(hasRoom("database", "/", async () => 38.9 * megabyte))
      assert.strictEqual(
        full,
        "has 38 MB free (64 MB wanted): make room, such as by old snapshots and kittiwake.db.before-*; never remove kittiwake.db-wal"
      )
      assert.match(
        yield* Effect.flip(hasRoom("blobs", "/", async () => 0)),
        /^has 0 MB free \(64 MB wanted\): [^.]+kittiwake blobs move/
      )
      yield* hasRoom("database", "/", async () => 64 * megabyte)
      yield* hasRoom("database", "/", () => Promise.reject(new Error("no such disk")))
    })
  )

  it.effect("names the place to its log alone, each time that it is full", () => {
    const lines: Array<unknown> = []
    const log = Logger.layer([Logger.make(({ message }) => void lines.push(message))])
    return Effect.gen(function* () {
      let free = 1
      const check = hasRoom("database", "/var/data", async () => free)
      for (free of [1, 1, 99 * megabyte, 1]) yield* Effect.ignore(check)
      assert.lengthOf(lines, 2)
      assert.include(String(lines[0]), "The disk of /var/data has 0 MB free (64 MB wanted): make room")
      assert.notInclude(yield* Effect.flip(check), "/var/data")
    }).pipe(Effect.provide(log))
  })
})
