import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import type { LoggedCall, RequestLog } from "@kittiwake/core/usage/domain/RequestLog"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { Duration, Effect, Exit, Fiber, Latch, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { callOf } from "../../src/testing/usageEvents.ts"
import { recorderLimits, UsageRecorder } from "../../src/usage/UsageRecorder.ts"

const organizationId = OrganizationId.make("org_1")
const other = OrganizationId.make("org_2")

/** Calls of one organization alone after which callers wait. */
const atOnce = recorderLimits.calls / 3 - 1

/** A store that keeps what is appended, and fails or hangs for as long as it is told to. */
const openStore = () => {
  const state = {
    writes: [] as Array<ReadonlyArray<string>>,
    /** What was appended without anything that was sent or answered. */
    bare: [] as Array<string>,
    tries: 0,
    isDown: false,
    hangs: Latch.makeUnsafe(true),
    poison: new Set<string>(),
    told: [] as Array<unknown>
  }
  const append = (logs: ReadonlyArray<RequestLog>) =>
    Effect.flatMap(state.hangs.await, () => {
      state.tries += 1
      if (state.isDown) return Effect.fail(new StoreUnavailable({ operation: "append", cause: "away" }))
      if (logs.some(({ requestId }) => state.poison.has(requestId))) return Effect.die("poison")
      state.writes.push(logs.map(({ requestId }) => requestId))
      state.bare.push(...logs.filter(({ response }) => response === null).map(({ requestId }) => requestId))
      return Effect.void
    })
  return { state, layer: Layer.mock(UsageStore, { append }) }
}

/** A recorder over such a store, and the scope that stops it. */
const started = Effect.gen(function* () {
  const { layer, state } = openStore()
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(
    UsageRecorder.layer.pipe(
      Layer.provide(layer),
      Layer.provideMerge(Logger.layer([Logger.make(({ message }) => void state.told.push(message))]))
    ),
    scope
  )
  return {
    state,
    recorder: yield* UsageRecorder.pipe(Effect.provideContext(context)),
    stop: Scope.close(scope, Exit.void)
  }
})

/** One whose store has just refused a call, and does so from now on. */
const failing = Effect.gen(function* () {
  const begun = yield* started
  begun.state.isDown = true
  const refused = call()
  yield* begun.recorder.record(refused)
  yield* TestClock.adjust(recorderLimits.linger)
  return { ...begun, refused }
})

let made = 0
const call = (given: Partial<LoggedCall> = {}) => callOf(organizationId, { requestId: `req_${made++}`, ...given })
const calls = (count: number) => Array.from({ length: count }, () => call())
const large = () => call({ response: { body: "x", bytes: 262_144 } })
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

  it.effect("lets callers wait a moment for a slow store, and loses none that gave up waiting", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.hangs.closeUnsafe()
      const given = calls(atOnce + 2)
      yield* Effect.forEach(given.slice(0, atOnce), recorder.record, { discard: true })
      const [waiting, leaving] = [
        yield* Effect.forkChild(recorder.record(given.at(-2)!), { startImmediately: true }),
        yield* Effect.forkChild(recorder.record(given.at(-1)!), { startImmediately: true })
      ]
      yield* TestClock.adjust("900 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(leaving)
      state.hangs.openUnsafe()
      yield* Fiber.join(waiting)
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
      assert.deepStrictEqual(state.told, [])
    })
  )

  it.effect("lets a caller leave that records where it may not be interrupted", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.hangs.closeUnsafe()
      const given = calls(atOnce + 1)
      yield* Effect.forEach(given.slice(0, -1), recorder.record, { discard: true })
      const answering = Effect.uninterruptible(Effect.exit(recorder.record(given.at(-1)!)))
      const leaving = yield* Effect.forkChild(answering, { startImmediately: true })
      yield* Fiber.interrupt(leaving)
      state.hangs.openUnsafe()
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf(given))
    })
  )

  it.effect("lets callers wait when what waits is large", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.hangs.closeUnsafe()
      const most = Math.floor(recorderLimits.bytes / 3 / (262_144 + 1_024))
      for (let count = 0; count < most; count++) yield* recorder.record(large())
      const waiting = yield* Effect.forkChild(recorder.record(large()), { startImmediately: true })
      yield* TestClock.adjust("900 millis")
      assert.isUndefined(waiting.pollUnsafe())
      state.hangs.openUnsafe()
      yield* Fiber.join(waiting)
    })
  )

  it.effect("waits no longer than that for a store that hangs, and then not at all until it takes something", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.hangs.closeUnsafe()
      yield* Effect.forEach(calls(atOnce), recorder.record, { discard: true })
      const record = Effect.forkChild(recorder.record(call()), { startImmediately: true })
      const first = yield* record
      yield* TestClock.adjust("500 millis")
      const second = yield* record
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("500 millis")
      assert.isDefined(first.pollUnsafe())
      assert.isDefined(second.pollUnsafe())
      assert.isDefined((yield* record).pollUnsafe())
      state.hangs.openUnsafe()
      yield* recorder.flush
      assert.strictEqual(state.writes.flat().length, atOnce + 3)
      state.hangs.closeUnsafe()
      yield* Effect.forEach(calls(atOnce), recorder.record, { discard: true })
      assert.isUndefined((yield* record).pollUnsafe(), "it is waited for again")
    })
  )

  it.effect("lets nobody wait for a store that fails", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.hangs.closeUnsafe()
      state.isDown = true
      yield* Effect.forEach(calls(atOnce), recorder.record, { discard: true })
      const record = Effect.forkChild(recorder.record(call()), { startImmediately: true })
      const waiting = yield* record
      yield* TestClock.adjust(recorderLimits.linger)
      assert.isUndefined(waiting.pollUnsafe())
      state.hangs.openUnsafe()
      yield* Fiber.join(waiting)
      assert.isDefined((yield* record).pollUnsafe())
    })
  )

  it.effect("lets no organization wait for the calls of another", () =>
    Effect.gen(function* () {
      const { recorder, state } = yield* started
      state.hangs.closeUnsafe()
      yield* Effect.forEach(calls(atOnce), recorder.record, { discard: true })
      const waiting = yield* Effect.forkChild(recorder.record(call()), { startImmediately: true })
      const ofOther = yield* Effect.forkChild(recorder.record(call({ organizationId: other })), {
        startImmediately: true
      })
      assert.isDefined(ofOther.pollUnsafe())
      assert.isUndefined(waiting.pollUnsafe())
    })
  )

  it.effect("keeps half of what there is room for from one organization, and what another calls as well", () =>
    Effect.gen(function* () {
      const { recorder, refused, state } = yield* failing
      const given = calls(recorderLimits.calls)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      const ofOther = Array.from({ length: 100 }, () => call({ organizationId: other }))
      yield* Effect.forEach(ofOther, recorder.record, { discard: true })
      state.isDown = false
      yield* TestClock.adjust("5 seconds")
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), [
        ...idsOf([refused, ...given.slice(0, recorderLimits.calls / 2 - 1)]),
        ...idsOf(ofOther)
      ])
      yield* recorder.record(call())
      yield* recorder.flush
      assert.strictEqual(state.writes.flat().length, recorderLimits.calls / 2 + 101, "what is written makes room")
    })
  )

  it.effect("keeps that a call was made where there is no room for what it was answered", () =>
    Effect.gen(function* () {
      const { recorder, refused, state } = yield* failing
      const given = Array.from({ length: 300 }, large)
      yield* Effect.forEach(given, recorder.record, { discard: true })
      const small = call({ organizationId: other })
      yield* recorder.record(small)
      state.isDown = false
      yield* TestClock.adjust("5 seconds")
      yield* recorder.flush
      assert.deepStrictEqual(state.writes.flat(), idsOf([refused, ...given, small]))
      const whole = Math.ceil(recorderLimits.bytes / 2 / (262_144 + 1_024))
      assert.deepStrictEqual(state.bare, idsOf(given.slice(whole)))
    })
  )

  it.effect("says once a minute what it lost", () =>
    Effect.gen(function* () {
      const { recorder, state, stop } = yield* failing
      const lose = Effect.forEach(calls(3), recorder.record, { discard: true })
      const losses = Effect.sync(() => state.told.map(String).filter((line) => line.includes("lost")))
      yield* Effect.forEach(calls(recorderLimits.calls / 2 - 2), recorder.record, { discard: true })
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(yield* losses, [])
      yield* lose
      yield* TestClock.adjust("30 seconds")
      yield* lose
      assert.deepStrictEqual(yield* losses, [])
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(
        (yield* losses).map((line) => /lost (\d+) calls/.exec(line)?.[1]),
        ["5"]
      )
      yield* lose
      const stopping = yield* Effect.forkChild(stop)
      yield* TestClock.adjust(recorderLimits.stopPatience)
      yield* Fiber.join(stopping)
      assert.strictEqual((yield* losses).length, 2)
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
