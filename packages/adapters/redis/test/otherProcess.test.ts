/**
 * What one process queues, another begins. The clock of the loops stands still, so that none of them looks by itself: whatever is begun
 * was told of. Observed: the order of queueing and beginning.
 */
import { assert, describe, it } from "@effect/vitest"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Context, Deferred, Duration, Effect, Layer, Option } from "effect"
import { type LoopWork, workLoop } from "../../../worker/src/workLoop.ts"
import * as redis from "../src/redis.ts"
import { needsServer, newInstallation } from "./servers.ts"

/** What both processes have in common: a queue. */
const openQueue = Effect.gen(function* () {
  const events: Array<string> = []
  const queued: Array<LoopWork<never>> = []
  const [rests, hasBegun] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const work = Effect.andThen(
    Effect.sync(() => void events.push("begun")),
    Deferred.succeed(hasBegun, undefined)
  )
  return {
    events,
    rests: Deferred.await(rests),
    hasBegun: Deferred.await(hasBegun),
    put: Effect.sync(() => {
      events.push("queued")
      queued.push({ work: Effect.asVoid(work), organizationId: "org", host: "site.example" })
    }),
    take: Effect.sync(() => queued.splice(0)),
    // Asked by a loop that found nothing, before it rests.
    untilDue: Effect.as(Deferred.succeed(rests, undefined), Option.none())
  }
})

const startProcess = (settings: redis.RedisSettings) =>
  Effect.map(Layer.build(Layer.fresh(redis.layer(settings))), (context) => Context.get(context, Wakeups))

describe("work that a process queues", needsServer, () => {
  it.effect("is begun by another that rests, because it is told of it", () =>
    Effect.gen(function* () {
      const installation = newInstallation()
      const [door, worker] = [yield* startProcess(installation), yield* startProcess(installation)]
      const queue = yield* openQueue
      const woken = yield* worker.subscribe("runs")
      yield* Effect.repeat(Effect.andThen(Effect.yieldNow, worker.hears), { until: (heard) => heard })
      yield* workLoop({
        ...{ loop: "scheduler", woken, hears: worker.hears, take: () => queue.take },
        ...{ untilDue: queue.untilDue, every: Duration.seconds(1), idle: Duration.minutes(1) },
        ...{ maxInFlight: 10, maxClaim: 10, grace: Duration.zero }
      })
      yield* queue.rests
      yield* queue.put
      yield* door.wake("runs")
      yield* queue.hasBegun
      assert.deepStrictEqual(queue.events, ["queued", "begun"])
    }).pipe(Effect.scoped, Effect.provide(Pulse.layer))
  )
})
