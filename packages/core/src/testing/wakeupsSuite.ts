import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, type Layer } from "effect"
import { Wakeups } from "../waking/Wakeups.ts"

/** What `Wakeups` promises, run against any adapter. */
export const suite = (name: string, wakeups: Layer.Layer<Wakeups, unknown>) =>
  layer(wakeups, { excludeTestServices: true })(`Wakeups (${name})`, (it) => {
    it.effect("ends the wait of everybody who waits for the topic", () =>
      Effect.gen(function* () {
        const { subscribe, wake } = yield* Wakeups
        const waits = [yield* subscribe("runs"), yield* subscribe("runs")]
        const waiting = yield* Effect.forkChild(Effect.all(waits, { concurrency: "unbounded", discard: true }))
        yield* wake("runs")
        yield* Fiber.join(waiting)
      }).pipe(Effect.scoped)
    )

    it.effect("tells whoever was busy at its next wait, once however often it was woken", () =>
      Effect.gen(function* () {
        const { subscribe, wake } = yield* Wakeups
        const wait = yield* subscribe("runs")
        yield* wake("runs")
        yield* wake("runs")
        yield* wait
        const again = yield* Effect.forkChild(wait)
        yield* Effect.yieldNow
        assert.isUndefined(again.pollUnsafe())
        yield* Fiber.interrupt(again)
      }).pipe(Effect.scoped)
    )

    it.effect("keeps the topics apart", () =>
      Effect.gen(function* () {
        const { subscribe, wake } = yield* Wakeups
        const wait = yield* subscribe("deliveries")
        yield* wake("runs")
        const waiting = yield* Effect.forkChild(wait)
        yield* Effect.yieldNow
        assert.isUndefined(waiting.pollUnsafe())
        yield* wake("deliveries")
        yield* Fiber.join(waiting)
      }).pipe(Effect.scoped)
    )

    it.effect("tells whoever watches an organization what changed, once however often it did, and of no other", () =>
      Effect.gen(function* () {
        const { changed, watch } = yield* Wakeups
        const [one, also, other] = [yield* watch("org_1"), yield* watch("org_1"), yield* watch("org_2")]
        const waiting = yield* Effect.forkChild(one.wait)
        yield* changed("org_1", ["runs", "monitors"])
        yield* changed("org_1", ["changes", "runs"])
        yield* Fiber.join(waiting)
        yield* also.wait
        for (const { take } of [one, also]) {
          assert.deepStrictEqual(yield* take, ["changes", "runs", "monitors"])
          assert.deepStrictEqual(yield* take, [])
        }
        const again = yield* Effect.forkChild(Effect.raceFirst(one.wait, other.wait))
        yield* Effect.yieldNow
        assert.isUndefined(again.pollUnsafe())
        yield* Fiber.interrupt(again)
      }).pipe(Effect.scoped)
    )

    it.effect("hands each note to everybody who listens, until they do no more", () =>
      Effect.gen(function* () {
        const { listen, note } = yield* Wakeups
        const [one, two]: [Array<string>, Array<string>] = [[], []]
        yield* listen((text) => void one.push(text))
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* listen((text) => void two.push(text))
            yield* note("a:1", "key_1")
          })
        )
        yield* note("b", "key_1")
        assert.deepStrictEqual([one, two], [["a:1", "b"], ["a:1"]])
      }).pipe(Effect.scoped)
    )

    it.effect("comes to hear everybody once there is a subscription", () =>
      Effect.gen(function* () {
        const { hears, subscribe } = yield* Wakeups
        yield* subscribe("runs")
        yield* hears.pipe(Effect.repeat({ until: (heard) => heard }))
      }).pipe(Effect.scoped)
    )

    it.effect("wakes nobody and waits for nobody when there is no subscription", () =>
      Effect.gen(function* () {
        yield* (yield* Wakeups).wake("runs")
      })
    )
  })
