import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layer as memoryKeeper } from "../../src/memory/PauseKeeper.ts"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { makeHostLines } from "../../src/sharing/hostLines.ts"
import { PauseKeeper, type PauseKeeping } from "../../src/sharing/PauseKeeper.ts"

/** A keeper that several processes share, and that may be away. */
const openKeeper = Effect.gen(function* () {
  const keeper = Context.get(yield* Layer.build(memoryKeeper), PauseKeeper)!
  const outside = { isAway: false, asked: 0, looks: 0, told: 0 }
  const reach = <A>(ask: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() =>
      outside.isAway ? Effect.fail(new StoreUnavailable({ operation: "take", cause: "away" })) : ask
    )
  const shared: PauseKeeping = {
    take: (asked) =>
      Effect.suspend(() => {
        outside.asked += 1
        return reach(keeper.take(asked))
      }),
    rest: (host, rest) =>
      Effect.suspend(() => {
        outside.told += 1
        return reach(keeper.rest(host, rest))
      }),
    resting: Effect.suspend(() => {
      outside.looks += 1
      return reach(keeper.resting)
    })
  }
  return { outside, shared }
})

const startProcess = (keeper: PauseKeeping | null) =>
  Layer.build(Layer.fresh(HostPauses.layer)).pipe(
    Effect.provideService(PauseKeeper, keeper),
    Effect.map((context) => Context.get(context, HostPauses))
  )

type Process = Effect.Success<ReturnType<typeof startProcess>>

const pauseMillis = 2_000

/** Visits a host so often, one visit after the other, and notes when each begins. */
const visit = (process: Process, owner: string, times: number, began: Array<readonly [owner: string, at: number]>) =>
  Effect.forkChild(
    Effect.repeat(
      Effect.gen(function* () {
        yield* process.turn({ host: "slow.example", owner, pauseMillis, givesWay: false })
        began.push([owner, yield* Clock.currentTimeMillis])
      }),
      { times: times - 1 }
    )
  )

/** Lets time pass in steps that are shorter than whatever is waited for. */
const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("100 millis"), Effect.yieldNow), { times: seconds * 10 - 1 })

const gaps = (began: ReadonlyArray<readonly [string, number]>) => began.slice(1).map(([, at], n) => at - began[n]![1])

describe("the pauses of hosts", () => {
  it.effect("are kept by all processes together, by one host's owners in turns", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const processes = [yield* startProcess(shared), yield* startProcess(shared), yield* startProcess(shared)]
      const began: Array<readonly [string, number]> = []
      // One organization has many crawls in every process.
      for (const process of processes) for (let n = 0; n < 5; n++) yield* visit(process, "many", 20, began)
      yield* visit(processes[0]!, "few", 20, began)
      yield* pass(60)
      assert.isAtLeast(began.length, 28, "nobody waits for longer than it has to")
      assert.isAtMost(began.length, 31)
      assert.isAtLeast(Math.min(...gaps(began)), pauseMillis)
      const ofFew = began.filter(([owner]) => owner === "few").length
      assert.isTrue(Math.abs(ofFew - began.length / 2) <= 1, `${ofFew} of ${began.length}`)
      // A few looks for each turn: those who wait sleep until it may come.
      assert.isAtMost(outside.asked, began.length * 10)
    }).pipe(Effect.scoped)
  )

  it.effect("pass over who stopped waiting", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      const began: Array<readonly [string, number]> = []
      const first = yield* visit(one, "a", 3, began)
      const gone = yield* visit(two, "b", 3, began)
      yield* pass(1)
      yield* Fiber.interrupt(gone)
      yield* pass(10)
      yield* Fiber.join(first)
      assert.deepStrictEqual(
        began.map(([owner]) => owner),
        ["a", "a", "a"]
      )
      assert.isAtMost(Math.max(...gaps(began)), 2 * pauseMillis)
    }).pipe(Effect.scoped)
  )

  it.effect("are kept by each process alone while the keeper is away, and from the last turn on", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const process = yield* startProcess(shared)
      const began: Array<readonly [string, number]> = []
      yield* visit(process, "a", 6, began)
      yield* visit(process, "b", 6, began)
      yield* pass(3)
      outside.isAway = true
      yield* pass(10)
      outside.isAway = false
      yield* pass(15)
      assert.lengthOf(began, 12)
      assert.isAtLeast(Math.min(...gaps(began)), pauseMillis)
    }).pipe(Effect.scoped)
  )

  it.effect("go on from the turns that all were given together, once the keeper is away", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const process = yield* startProcess(shared)
      const asked = { host: "slow.example", owner: "a", pauseMillis }
      assert.strictEqual(yield* process.take(asked), 0)
      outside.isAway = true
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(yield* process.take(asked), pauseMillis - 500)
    }).pipe(Effect.scoped)
  )

  it.effect("are those of one process where nobody keeps them", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(null)
      const asked = { host: "slow.example", owner: "a", pauseMillis }
      assert.strictEqual(yield* process.take(asked), 0)
      assert.strictEqual(yield* process.take(asked), pauseMillis)
      assert.strictEqual(yield* process.take({ ...asked, host: "other.example" }), 0)
    }).pipe(Effect.scoped)
  )
})

describe("the rests of hosts", () => {
  const host = "busy.example"
  const throttling = { status: 429, retryAfterSeconds: 5 }
  const restMillis = (process: Process) => Effect.map(process.restOf(host), (known) => known?.restMillis ?? null)

  it.effect("last as long as a host asks for, and give no turn meanwhile", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(null)
      assert.isNull(yield* process.restOf(host))
      yield* process.throttled(host, throttling)
      for (const pause of [0, 2_000]) {
        assert.strictEqual(yield* process.take({ host, owner: "a", pauseMillis: pause }), 5_000)
      }
      assert.strictEqual(yield* process.take({ host: "other.example", owner: "a", pauseMillis: 0 }), 0)
      const turn = yield* Effect.forkChild(process.turn({ host, owner: "a", pauseMillis: 0, givesWay: false }))
      yield* TestClock.adjust(4_999)
      assert.isUndefined(turn.pollUnsafe())
      yield* TestClock.adjust(1)
      yield* Fiber.join(turn)
      assert.deepStrictEqual(yield* process.restOf(host), { status: 429, restMillis: 0, isGivenUp: false })
      yield* process.answered(host)
      // For a while it is asked once in a second.
      assert.strictEqual(yield* process.take({ host, owner: "a", pauseMillis: 0 }), 1_000)
      yield* TestClock.adjust("60 seconds")
      assert.isNull(yield* process.restOf(host))
      for (let n = 0; n < 3; n++) assert.strictEqual(yield* process.take({ host, owner: "a", pauseMillis: 0 }), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("are known to all processes, which ask for them once a second at most", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      assert.isNull(yield* restMillis(two))
      for (let n = 0; n < 50; n++) yield* one.throttled(host, throttling)
      assert.strictEqual(outside.told, 1, "for all that were refused together")
      yield* TestClock.adjust("1 second")
      for (let n = 0; n < 50; n++) assert.strictEqual(yield* restMillis(two), 4_000)
      assert.strictEqual(outside.looks, 2)
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(yield* restMillis(two), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("are known to all processes with what the host answered", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      yield* one.throttled(host, { status: 503, retryAfterSeconds: 5 })
      assert.deepStrictEqual(yield* two.restOf(host), { status: 503, restMillis: 5_000, isGivenUp: false })
    }).pipe(Effect.scoped)
  )

  for (const [afterMillis, isNew] of [
    [10_000, true],
    [10_000, false],
    [60_000, true]
  ] as const) {
    it.effect(
      `are followed by turns in a process that ${isNew ? "begins" : "reads for the first time"} ${afterMillis / 1_000} s after them, for many at once`,
      () =>
        Effect.gen(function* () {
          const { shared } = yield* openKeeper
          // What is told takes a while: those who come meanwhile know nothing yet.
          const slow: PauseKeeping = { ...shared, resting: Effect.delay(shared.resting, "30 millis") }
          const [one, early] = [yield* startProcess(slow), yield* startProcess(slow)]
          yield* one.throttled(host, { status: 429, retryAfterSeconds: 2 })
          yield* TestClock.adjust(2_000 + afterMillis)
          const late = isNew ? yield* startProcess(slow) : early
          const began: Array<number> = []
          const asks = Effect.andThen(
            late.turn({ host, owner: "a", pauseMillis: 0, givesWay: false }),
            Effect.map(Clock.currentTimeMillis, (at) => void began.push(at))
          )
          const other = yield* Effect.forkChild(
            late.turn({ host: "well.example", owner: "a", pauseMillis: 0, givesWay: false })
          )
          yield* Effect.forkChild(
            Effect.all(
              Array.from({ length: 16 }, () => asks),
              { concurrency: 16 }
            )
          )
          yield* pass(5)
          assert.isDefined(other.pollUnsafe())
          if (afterMillis >= 60_000) return assert.lengthOf(began, 16, "the minute is over")
          assert.isAtMost(began.length, 6)
          assert.isAtLeast(began.length, 4)
          assert.isAtLeast(Math.min(...began.slice(1).map((at, n) => at - began[n]!)), 1_000)
        }).pipe(Effect.scoped)
    )
  }

  it.effect("are waited to hear of by nobody while they were heard of a moment ago", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const hanging = { hangs: false }
      const slow: PauseKeeping = {
        ...shared,
        resting: Effect.suspend(() => (hanging.hangs ? Effect.never : shared.resting))
      }
      const process = yield* startProcess(slow)
      yield* restMillis(process)
      yield* TestClock.adjust("1500 millis")
      hanging.hangs = true
      const looking = yield* Effect.forkChild(restMillis(process))
      yield* Effect.yieldNow
      for (let n = 0; n < 5; n++) assert.isNull(yield* restMillis(process))
      assert.strictEqual(outside.looks, 1)
      // Who looks and is interrupted keeps nobody waiting.
      yield* TestClock.adjust("10 seconds")
      const stale = yield* Effect.forkChild(restMillis(process))
      yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(restMillis(process))
      yield* Effect.yieldNow
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(stale)
      assert.isNull(yield* Fiber.join(waiting))
      yield* Fiber.interrupt(looking)
    }).pipe(Effect.scoped)
  )

  it.effect("are those of each process while nobody keeps them together", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      outside.isAway = true
      yield* one.throttled(host, throttling)
      assert.deepStrictEqual([yield* restMillis(one), yield* restMillis(two)], [5_000, null])
    }).pipe(Effect.scoped)
  )

  it.effect("leave a host the pause that it asks for, where that is the longer one", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(null)
      yield* process.throttled(host, throttling)
      yield* TestClock.adjust("5 seconds")
      const asked = { host, owner: "a", pauseMillis: 10_000 }
      assert.strictEqual(yield* process.take(asked), 0)
      assert.strictEqual(yield* process.take(asked), 10_000)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "that begin anew are waited for outside of the line, so that others leave it who have no time for them",
    () =>
      Effect.gen(function* () {
        const process = yield* startProcess(null)
        yield* process.throttled(host, throttling)
        yield* TestClock.adjust("5 seconds")
        const asked = { host, owner: "a", pauseMillis: 10_000, givesWay: false }
        yield* process.turn(asked)
        const patient = yield* Effect.forkChild(process.turn(asked), { startImmediately: true })
        const isLost = Effect.map(process.restOf(host), (rest) => (rest?.restMillis ?? 0) > 20_000)
        const hurried = yield* Effect.forkChild(process.turn(asked, isLost), { startImmediately: true })
        yield* pass(1)
        yield* process.throttled(host, { status: 429, retryAfterSeconds: 300 })
        yield* pass(12)
        assert.isDefined(hurried.pollUnsafe())
        assert.isUndefined(patient.pollUnsafe())
        yield* Fiber.interrupt(patient)
      }).pipe(Effect.scoped)
  )

  it.effect(
    "are followed by turns of who waits for an answer before those that give way, of which none stands still",
    () =>
      Effect.gen(function* () {
        const process = yield* startProcess(null)
        const order: Array<string> = []
        const ask = (who: string, givesWay: boolean) =>
          Effect.forkChild(
            Effect.andThen(
              process.turn({ host, owner: "a", pauseMillis: 0, givesWay }),
              Effect.sync(() => order.push(who))
            ),
            { startImmediately: true }
          )
        yield* process.throttled(host, throttling)
        for (let n = 0; n < 40; n++) yield* ask("run", true)
        for (let n = 0; n < 3; n++) yield* ask("call", false)
        yield* pass(15)
        // All wake in the order in which they came, so that two runs have asked when the first call does.
        assert.deepStrictEqual(order.slice(0, 7), ["run", "run", "call", "run", "call", "run", "call"])
        yield* pass(60)
        assert.lengthOf(order, 43)
      }).pipe(Effect.scoped)
  )
})

describe("the lines at hosts", () => {
  it.effect("are forgotten when nobody stands in them", () =>
    Effect.gen(function* () {
      const { size, stand } = makeHostLines()
      const first = yield* Effect.forkChild(stand("a", false)(Effect.sleep("1 second")), { startImmediately: true })
      const gone = yield* Effect.forkChild(stand("a", true)(Effect.never), { startImmediately: true })
      yield* Effect.exit(stand("b", false)(Effect.fail("no")))
      assert.strictEqual(size(), 1)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(first)
      assert.strictEqual(size(), 1)
      yield* Fiber.interrupt(gone)
      assert.strictEqual(size(), 0)
    })
  )
})
