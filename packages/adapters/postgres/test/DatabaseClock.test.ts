/** What follows from a machine's clock that is off from the server's. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { ClockSkew, isTooFar } from "../../../core/src/ClockSkew.ts"
import { best, offsetAfter } from "../src/clockOffset.ts"
import { layer, make, readOffset } from "../src/DatabaseClock.ts"
import * as PgClient from "../src/PgClient.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

/** A clock over a server whose offset the test sets, and what was logged. */
const arranged = Effect.gen(function* () {
  const said: Array<string> = []
  const server = { offsetMillis: 0, answers: true }
  const reading = Effect.suspend(() =>
    server.answers ? Effect.succeed({ offsetMillis: server.offsetMillis, roundTripMillis: 10 }) : Effect.fail("away")
  )
  const log = Logger.make<unknown, void>(({ message }) => void said.push(String(message)))
  const begin = make(reading).pipe(Effect.provide(Logger.layer([log])))
  return { begin, said, server }
})

describe("a machine's clock", () => {
  it.effect("is corrected by the server's, anew every 30 seconds", () =>
    Effect.gen(function* () {
      const { begin, server } = yield* arranged
      server.offsetMillis = 90_000
      const made = yield* begin
      const clock = Context.get(made, Clock.Clock)
      assert.strictEqual(clock.currentTimeMillisUnsafe() - (yield* Clock.currentTimeMillis), 90_000)
      assert.strictEqual(clock.currentTimeNanosUnsafe() - (yield* Clock.currentTimeNanos), 90_000_000_000n)
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), 90_000)
      server.offsetMillis = -4_000
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), 90_000)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), -4_000)
      assert.strictEqual(clock.currentTimeMillisUnsafe() - (yield* Clock.currentTimeMillis), -4_000)
    })
  )

  it.effect("is looked at once, and thrice when that says something new, of which the quickest is believed", () =>
    Effect.gen(function* () {
      const readings = [
        { offsetMillis: 20, roundTripMillis: 10 },
        { offsetMillis: 900, roundTripMillis: 700 },
        { offsetMillis: 30, roundTripMillis: 10 },
        { offsetMillis: 800, roundTripMillis: 300 }
      ]
      let looks = 0
      const made = yield* make(Effect.sync(() => readings[looks++]!))
      assert.strictEqual(looks, 1)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(looks, 4)
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), 0)
    })
  )

  it.effect("keeps its offset while the server does not answer", () =>
    Effect.gen(function* () {
      const { begin, server } = yield* arranged
      server.offsetMillis = 90_000
      const made = yield* begin
      server.answers = false
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), 90_000)
    })
  )

  it.effect("is looked at again after looks that failed or that nobody answered", () =>
    Effect.gen(function* () {
      const readings = [
        Effect.fail("away"),
        Effect.never,
        Effect.succeed({ offsetMillis: 90_000, roundTripMillis: 10 })
      ]
      let looks = 0
      const read = Effect.suspend(() => readings[Math.min(looks++, 2)]!)
      const made = yield* make(read)
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), 0)
      yield* TestClock.adjust("35 seconds")
      assert.strictEqual(looks, 2)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(Context.get(made, ClockSkew).offsetMillis(), 90_000)
    })
  )

  it.effect("that is off is told once when it begins and once when it ends, and once a minute at most", () =>
    Effect.gen(function* () {
      const { begin, said, server } = yield* arranged
      server.offsetMillis = 4_900
      yield* begin
      assert.deepStrictEqual(said, [])
      server.offsetMillis = -7_000
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(said.length, 1)
      assert.include(said[0], "7 seconds ahead of the database's clock")
      server.offsetMillis = 0
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(said.length, 2)
      for (let minute = 0; minute < 10; minute++) {
        server.offsetMillis = -7_000
        yield* TestClock.adjust("30 seconds")
        server.offsetMillis = 0
        yield* TestClock.adjust("30 seconds")
      }
      assert.isAtMost(said.length, 12)
    })
  )

  it("is left alone by what a slow answer cannot prove", () => {
    assert.strictEqual(offsetAfter(0, { offsetMillis: 400, roundTripMillis: 2 }), 0)
    assert.strictEqual(offsetAfter(0, { offsetMillis: 1_500, roundTripMillis: 3_000 }), 0)
    assert.strictEqual(offsetAfter(0, { offsetMillis: 1_500, roundTripMillis: 100 }), 1_500)
    const [slow, quick] = [
      { offsetMillis: 900, roundTripMillis: 1_800 },
      { offsetMillis: 1, roundTripMillis: 2 }
    ]
    assert.deepStrictEqual(best([slow, quick, slow]), quick)
  })
})

/** A machine whose clock on the wall can be set, and whose other one stands still while it sleeps; and a server that tells the time. */
const machine = Effect.gen(function* () {
  const passing = yield* Clock.Clock
  const state = {
    setMillis: 0,
    sleptMillis: 0,
    looks: 0,
    answers: true,
    duringRead: Effect.void as Effect.Effect<void>
  }
  const slept = () => BigInt(state.sleptMillis) * 1_000_000n
  const millis = () => passing.currentTimeMillisUnsafe() + state.setMillis + state.sleptMillis
  const own: Clock.Clock = {
    ...passing,
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: () => passing.currentTimeNanosUnsafe() + BigInt(state.setMillis) * 1_000_000n + slept(),
    sleep: (duration) => passing.sleep(duration)
  }
  const trueMillis = () => passing.currentTimeMillisUnsafe() + state.sleptMillis
  const read = Effect.gen(function* () {
    state.looks += 1
    if (!state.answers) return yield* Effect.fail("away")
    const offsetMillis = trueMillis() - (yield* Clock.currentTimeMillis)
    yield* state.duringRead
    return { offsetMillis, roundTripMillis: 10 }
  })
  const made = yield* make(read).pipe(
    Effect.provideService(Clock.Clock, own),
    Effect.provide(Logger.layer([Logger.make(() => {})]))
  )
  const shared = Context.get(made, Clock.Clock)
  const { offsetMillis } = Context.get(made, ClockSkew)
  return { state, wrongBy: () => shared.currentTimeMillisUnsafe() - trueMillis(), offsetMillis, shared }
})

describe("a machine's clock that is set while a process runs", () => {
  for (const setMillis of [3_600_000, -3_600_000, 20_000, 800]) {
    it.effect(`by ${setMillis / 1_000} seconds moves nothing, not for a moment`, () =>
      Effect.gen(function* () {
        const { offsetMillis, shared, state, wrongBy } = yield* machine
        yield* TestClock.adjust("7 seconds")
        state.setMillis = setMillis
        assert.strictEqual(wrongBy(), 0)
        assert.strictEqual(shared.currentTimeNanosUnsafe(), BigInt(shared.currentTimeMillisUnsafe()) * 1_000_000n)
        // Told at once, so that no work is taken by a machine that is that far off.
        assert.strictEqual(offsetMillis(), 0 - setMillis)
        for (let second = 0; second < 100; second++) {
          yield* TestClock.adjust("1 second")
          assert.strictEqual(wrongBy(), 0)
        }
        assert.strictEqual(offsetMillis(), 0 - setMillis)
        state.setMillis = 0
        assert.strictEqual(offsetMillis(), 0)
        yield* TestClock.adjust("100 seconds")
        assert.strictEqual(wrongBy(), 0)
      })
    )
  }

  it.effect("is measured within a second, and then each half minute", () =>
    Effect.gen(function* () {
      const { state } = yield* machine
      yield* TestClock.adjust("7 seconds")
      assert.strictEqual(state.looks, 1)
      state.setMillis = 3_600_000
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.looks, 2)
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(state.looks, 2)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.looks, 3)
    })
  )
})

describe("a machine that sleeps", () => {
  it.effect("takes no work when it wakes until its time is measured, within a second", () =>
    Effect.gen(function* () {
      const { offsetMillis, state, wrongBy } = yield* machine
      yield* TestClock.adjust("7 seconds")
      state.sleptMillis = 3_600_000
      assert.isTrue(isTooFar(offsetMillis()))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(wrongBy(), 0)
      assert.strictEqual(offsetMillis(), 0)
    })
  )

  it.effect("is measured as soon as the server answers it", () =>
    Effect.gen(function* () {
      const { offsetMillis, state, wrongBy } = yield* machine
      state.answers = false
      state.sleptMillis = 3_600_000
      yield* TestClock.adjust("5 minutes")
      assert.isTrue(isTooFar(offsetMillis()))
      state.answers = true
      yield* TestClock.adjust("1 second")
      assert.strictEqual(wrongBy(), 0)
      assert.strictEqual(offsetMillis(), 0)
    })
  )

  it.effect("while its time is measured is measured again", () =>
    Effect.gen(function* () {
      const { state, wrongBy } = yield* machine
      state.duringRead = Effect.sync(() => {
        state.sleptMillis = 3_600_000
      })
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(state.looks, 2)
      state.duringRead = Effect.void
      yield* TestClock.adjust("1 second")
      assert.strictEqual(wrongBy(), 0)
    })
  )
})

describe("on a server", needsServer, () => {
  it.effect("a wrong clock is measured, and corrected to the server's", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      // The test's clock stands at 1970: as wrong as a machine's can be.
      const { offsetMillis } = yield* Effect.provide(readOffset, PgClient.layer({ url }))
      assert.isBelow(Math.abs(offsetMillis - Date.now()), 60_000)
      const clock = Context.get(yield* Layer.build(layer({ url })), Clock.Clock)
      assert.isBelow(Math.abs(clock.currentTimeMillisUnsafe() - Date.now()), 60_000)
    })
  )
})
