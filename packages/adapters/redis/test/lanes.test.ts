/** Lanes of hosts over Redis: two processes whose places are one. Observed: how many are at work at once, and in which order. */
import { assert, describe, it } from "@effect/vitest"
import { PlaceKeeper } from "@kittiwake/core/sharing/PlaceKeeper"
import { Context, Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { makeSharedPlaces } from "../../../core/src/sharing/makeSharedPlaces.ts"
import * as redis from "../src/redis.ts"
import { installationAt, needsOwnServer, ownServer } from "./servers.ts"

const startProcess = (settings: redis.RedisSettings) =>
  Effect.gen(function* () {
    const keeper = Context.get(yield* Layer.build(Layer.fresh(redis.layer(settings))), PlaceKeeper)
    const options = { use: "lanes", lost: "lost", found: "found", longestWait: Duration.infinity } as const
    return yield* Effect.provideService(makeSharedPlaces(options), PlaceKeeper, keeper)
  })

describe("lanes of a host that two processes share", needsOwnServer, () => {
  it.live("hold no more than there are of both, however many want one, and let everybody through", () =>
    Effect.gen(function* () {
      const installation = installationAt((yield* ownServer()).url)
      const processes = [yield* startProcess(installation), yield* startProcess(installation)]
      let atWork = 0
      let most = 0
      const work = Effect.gen(function* () {
        atWork += 1
        most = Math.max(most, atWork)
        yield* Effect.repeat(Effect.yieldNow, { times: 50 })
        atWork -= 1
      })
      const all = Array.from({ length: 40 }, (_, n) => processes[n % 2]!("host:site.example", 4)(() => work))
      yield* Effect.all(all, { concurrency: "unbounded", discard: true })
      assert.strictEqual(most, 4)
    }).pipe(Effect.scoped)
  )

  it.live("are gone on without while the server is away, and held again when it is back", () =>
    Effect.gen(function* () {
      const server = yield* ownServer()
      const installation = installationAt(server.url)
      const [one, two] = [yield* startProcess(installation), yield* startProcess(installation)]
      const end = yield* Deferred.make<void>()
      const held = yield* Effect.forkChild(one("host", 1)(() => Deferred.await(end)))
      const second = yield* Effect.forkChild(two("host", 1)((waited) => Effect.succeed(waited)))
      yield* Effect.promise(server.kill)
      // Who stood in line goes on, and so does who comes now.
      yield* Fiber.join(second)
      assert.isFalse(yield* two("host", 1)((waited) => Effect.succeed(waited)))
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(held)
      yield* Effect.promise(server.startAgain)
      const again = yield* Deferred.make<void>()
      const isHeld = Effect.gen(function* () {
        const holding = yield* Effect.forkChild(one("other", 1)(() => Deferred.await(again)))
        const waited = yield* Effect.timeoutOption(
          two("other", 1)((waited) => Effect.succeed(waited)),
          Duration.millis(300)
        )
        yield* Fiber.interrupt(holding)
        return waited._tag === "None"
      })
      yield* Effect.repeat(isHeld, { until: (held) => held })
    }).pipe(Effect.scoped)
  )
})
