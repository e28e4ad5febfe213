import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type EventSource, events } from "../../src/live/events.ts"

/** What a stream says in so many seconds, of an organization of which nothing is heard. */
const saidIn = Effect.fnUntraced(function* (seconds: number, given: Partial<EventSource>) {
  const said: Array<string> = []
  const source: EventSource = {
    watch: { wait: Effect.never, take: Effect.succeed([]) },
    parts: ["runs", "monitors"],
    hears: Effect.succeed(true),
    stands: Effect.succeed(true),
    ending: Effect.never,
    ...given
  }
  const reading = yield* Effect.forkChild(
    Stream.runForEach(events(source), (bytes) =>
      Effect.sync(() => {
        said.push(new TextDecoder().decode(bytes))
      })
    )
  )
  for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
  return { said, reading }
})

describe("a stream of events", () => {
  it.effect("says with each beat that everything may have changed, where hints may be missed", () =>
    Effect.gen(function* () {
      const { said } = yield* saidIn(30, { hears: Effect.succeed(false) })
      const all = 'event: changed\ndata: {"topics":["runs","monitors"]}\n\n'
      assert.deepStrictEqual(said, ["retry: 3000\n\n", all, all])
    })
  )

  it.effect("beats also where what changes may not be seen by its reader", () =>
    Effect.gen(function* () {
      const busy = { wait: Effect.sleep("10 seconds"), take: Effect.succeed(["usage" as const]) }
      const { said } = yield* saidIn(60, { watch: busy })
      assert.deepStrictEqual(
        said.slice(1),
        Array.from({ length: 4 }, () => ": still here\n\n")
      )
    })
  )

  it.effect("ends when its server stops, and when its reader may read no more", () =>
    Effect.gen(function* () {
      const stops = yield* Deferred.make<void>()
      const { reading } = yield* saidIn(1, { ending: Deferred.await(stops) })
      assert.isUndefined(reading.pollUnsafe())
      yield* Deferred.succeed(stops, undefined)
      yield* Fiber.join(reading)
      const refused = yield* saidIn(15, { stands: Effect.succeed(false) })
      yield* Fiber.join(refused.reading)
      assert.strictEqual(refused.said.length, 1)
    })
  )
})
