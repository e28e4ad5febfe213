import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { hasRoom } from "../src/readiness.ts"

const megabyte = 1024 * 1024

describe("a server with an embedded database", () => {
  it.effect("is not ready when its disk is full, and says so", () =>
    Effect.gen(function* () {
      const full = yield* Effect.result(hasRoom("/", async () => 63 * megabyte))
      assert.match(Result.isFailure(full) ? full.failure : "", /^has less than 64 MB free/)
      yield* hasRoom("/", async () => 64 * megabyte)
      yield* hasRoom("/", () => Promise.reject(new Error("no such disk")))
    })
  )
})
