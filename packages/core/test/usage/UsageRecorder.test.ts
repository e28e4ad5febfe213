import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import type { LoggedCall, RequestLog } from "@kittiwake/core/usage/domain/RequestLog"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { Duration, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { callOf } from "../../src/testing/usageEvents.ts"
import { recorderLimits, UsageRecorder } from "../../src/usage/UsageRecorder.ts"

const organizationId = OrganizationId.make("org_1")

/** A store that keeps what is appended, and fails for as long as it is told to. */
const openStore = () => {
  const state = { writes: [] as Array<ReadonlyArray<string>>, tries: 0, isDown: false, poison: new Set<string>() }
  const append = (logs: ReadonlyArray<RequestLog>) =>
    Effect.suspend(() => {
      state.tries += 1
      if (state.isDown) return Effect.fail(new StoreUnavailable({ operation: "append", cause: "away" }))
      if (logs.some(({ requestId }) => state.poison.has(requestId))) return Effect.die("poison")
      state.writes.push(logs.map(({ requestId }) => requestId))
      return Effect.void
    })
  return { state, layer: Layer.mock(UsageStore, { append }) }
}

/** A recorder over such a store, and the scope that stops it. */
const started = Effect.gen(function* () {
  const { layer, state } = openStore()
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(
    UsageRecorder.layer.pipe(Layer.provide(layer), Layer.merge(Logger.layer([]))),
    scope
  )
  return {
    state,
    recorder: yield* UsageRecorder.pipe(Effect.provideContext(context)),
    stop: Scope.close(scope, Exit.void)
  }
})

let made = 0
const call = (given: Partial<LoggedCall> = {}) => callOf(organizationId, { requestId: `req_${made++}`, ...given })
const calls = (count: number) => Array.from({ length: count }, () => call())
const idsOf = (given: ReadonlyArray<LoggedCall>) => given.map(({ requestId }) => requestId)

describe("recording calls", () => {
  it.effect("writes what came in a moment together, in the order it came", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      const given = calls(10)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      assert.deepStrictEqual(state.writes, [])
      yield* TestClock.adjust(recorderLimits.linger)
      assert.deepStrictEqual(state.writes, [idsOf(given)])
    })
  )

  it.effect("does not wait for the moment to pass when there is enough for a write", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      const given = calls(recorderLimits.writeCalls * 2)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
      for (const write of state.writes) assert.isAtMost(write.length, recorderLimits.writeCalls)
    })
  )

  it.effect("lets others have their turns while it makes many calls ready", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      yield* Effect.forEach(calls(recorderLimits.stretchCalls * 20), recorder.record, { discard: true })
      let turns = 0
      const turn = () => {
        turns += 1
        if (state.writes.length === 0) setImmediate(turn)
      }
      setImmediate(turn)
      yield* recorder.flush
      assert.isAtLeast(turns, 20)
      assert.strictEqual(state.writes.length, 1)
    })
  )

  it.effect("writes before a reader reads", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      for (let round = 1; round <= 3; round++) {
        yield* recorder.record(call())
        yield* recorder.flush
        assert.strictEqual(state.writes.length, round)
      }
      yield* recorder.flush
    })
  )

  it.effect("writes all that waits when it stops", () =>
    Effect.gen(function* () {
      const { recorder, state, stop } = yield* started
      const given = calls(recorderLimits.writeCalls * 2 + 50)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      yield* stop
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
      const late = call()
      yield* recorder.record(late)
      assert.strictEqual(state.writes.flat().at(-1), late.requestId)
    })
  )

  it.effect("keeps what the store does not take, and writes it once, in order, when the store is back", () =>
    Effect.gen(function* () {
      const { recorder, state, stop } = yield* started
      state.isDown = true
      const given = calls(500)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      yield* TestClock.adjust("10 minutes")
      // Some growing pauses, then one try every five seconds: it neither gives up nor hammers.
      assert.isAbove(state.tries, 100)
      assert.isBelow(state.tries, 140)
      state.isDown = false
      yield* TestClock.adjust("5 seconds")
      yield* stop
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
    })
  )

  it.effect("stops in time when the store stays away", () =>
    Effect.gen(function* () {
      const { recorder, state, stop } = yield* started
      state.isDown = true
      yield* recorder.record(call())
      const stopping = yield* Effect.forkChild(stop)
      yield* TestClock.adjust(recorderLimits.stopPatience)
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(state.writes, [])
    })
  )

  it.effect("lets callers wait when too many calls wait, and loses none that gave up waiting", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.isDown = true
      const given = calls(recorderLimits.calls + 2)
      yield* Effect.forEach(given.slice(0, recorderLimits.calls), recorder.record, { discard: true })
      const [waiting, leaving] = [
        yield* Effect.forkChild(recorder.record(given.at(-2)!), { startImmediately: true }),
        yield* Effect.forkChild(recorder.record(given.at(-1)!), { startImmediately: true })
      ]
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(leaving)
      state.isDown = false
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(waiting)
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
    })
  )

  it.effect("lets a caller leave that records where it may not be interrupted", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.isDown = true
      const given = calls(recorderLimits.calls + 1)
      yield* Effect.forEach(given.slice(0, -1), recorder.record, { discard: true })
      const answering = Effect.uninterruptible(Effect.exit(recorder.record(given.at(-1)!)))
      const leaving = yield* Effect.forkChild(answering, { startImmediately: true })
      yield* Fiber.interrupt(leaving)
      state.isDown = false
      yield* TestClock.adjust("5 seconds")
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
    })
  )

  it.effect("lets callers wait when what waits is large", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.isDown = true
      const large = () => call({ response: { body: "x", bytes: 262_144 } })
      const most = Math.floor(recorderLimits.bytes / (262_144 + 1_024))
      for (let count = 0; count < most; count++) yield* recorder.record(large())
      const waiting = yield* Effect.forkChild(recorder.record(large()), { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(waiting.pollUnsafe())
      state.isDown = false
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(waiting)
    })
  )

  it.effect("writes no more at once than its limit of bytes", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      for (let count = 0; count < 60; count++) yield* recorder.record(call({ response: { body: "x", bytes: 200_000 } }))
      yield* recorder.flush
      assert.strictEqual(state.writes.flat().length, 60)
      for (const write of state.writes) assert.isAtMost(write.length, Math.ceil(recorderLimits.writeBytes / 200_000))
    })
  )

  it.effect("drops a call that the store cannot take, and only that one", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      const given = calls(5)
      state.poison.add(given[2]!.requestId)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf(given.toSpliced(2, 1)))
      const after = call()
      yield* recorder.record(after)
      yield* recorder.flush
      assert.strictEqual(state.writes.flat().at(-1), after.requestId)
    })
  )

  it.effect("drops a call of which no record can be made, and only that one", () =>
    Effect.gen(function* () {
      const { recorder, state, stop } = yield* started
      const body = {
        get broken() {
          throw new Error("cannot be read")
        }
      }
      const [before, bad, after] = [call(), call({ input: { query: {}, body, bytes: 2 } }), call()]
      yield* Effect.forEach([before, bad, after], recorder.record, { discard: true })
      yield* TestClock.adjust(recorderLimits.linger)
      assert.deepStrictEqual(state.writes.flat(), idsOf([before, after]))
      const later = call()
      yield* recorder.record(later)
      yield* stop
      assert.deepStrictEqual(state.writes.flat(), idsOf([before, after, later]))
    })
  )

  it.effect("lets a reader read when the store takes nothing", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.isDown = true
      yield* recorder.record(call())
      const reading = yield* Effect.forkChild(recorder.flush)
      yield* TestClock.adjust(Duration.fromInputUnsafe(recorderLimits.readPatience))
      yield* Fiber.join(reading)
    })
  )
})
