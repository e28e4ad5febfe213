/** Pages of shared changes that many ask for. Observed: how often the change is read. */
import { assert, describe, it } from "@effect/vitest"
import type { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { ChangeLinkUnusable } from "@kittiwake/core/monitors/errors"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { makeSharedPages } from "../src/shared/sharedPages.ts"
import { strangersWait } from "../src/strangerTurns.ts"

const request = HttpServerRequest.fromWeb(new Request("http://kittiwake.test/shared/changes/x"))

const over = new ChangeLinkUnusable({ reason: "over" })

/** Links that lead nowhere once the test lets them. */
const makeScene = Effect.gen(function* () {
  const opened: Array<string> = []
  const given = yield* Deferred.make<void>()
  const open: ChangeLinks["Service"]["open"] = (token) => {
    opened.push(token)
    return Effect.andThen(Deferred.await(given), Effect.fail(over))
  }
  const pageOf = yield* makeSharedPages({ open })
  const ask = (token: string) => Effect.flip(pageOf({ token, language: "en", request }))
  return { ask, give: Deferred.succeed(given, undefined), opened }
})

describe("pages of shared changes", () => {
  it.effect("are made once for all who ask at once, and looked up anew for who asks later", () =>
    Effect.gen(function* () {
      const { ask, give, opened } = yield* makeScene
      const crowd = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => ask("a")),
          { concurrency: 50 }
        )
      )
      yield* Effect.repeat(Effect.yieldNow, { times: 40 })
      assert.deepStrictEqual(opened, ["a"])
      yield* give
      assert.deepStrictEqual(new Set(yield* Fiber.join(crowd)), new Set([over]))
      yield* ask("a")
      assert.deepStrictEqual(opened, ["a", "a"])
    }).pipe(Effect.scoped)
  )

  it.effect("are made one after the other, and who waits too long is told to come again", () =>
    Effect.gen(function* () {
      const { ask, give, opened } = yield* makeScene
      const crowd = yield* Effect.forkChild(Effect.forEach(["a", "b", "c"], ask, { concurrency: "unbounded" }))
      yield* Effect.repeat(Effect.yieldNow, { times: 40 })
      assert.deepStrictEqual(opened, ["a"])
      yield* TestClock.adjust(strangersWait)
      yield* give
      const told = yield* Fiber.join(crowd)
      assert.deepStrictEqual(
        told.map(({ _tag }) => _tag),
        ["ChangeLinkUnusable", "TooBusy", "TooBusy"]
      )
      assert.deepStrictEqual(opened, ["a"])
    }).pipe(Effect.scoped)
  )
})
