import { assert, describe, it } from "@effect/vitest"
import { sharesOf, takeInShares } from "@kittiwake/core/Shares"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Latch, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ClockSkew } from "../../core/src/ClockSkew.ts"
import { settable } from "../../core/src/testing/arrangements.ts"
import { type LoopWork, type WorkLoopOptions, workLoop } from "../src/workLoop.ts"

/** A queue takes no notice of shares. */
const anyShares = sharesOf({ organizations: new Map(), hosts: new Map(), lanes: new Map() }, 10)

/** A loop that may miss who wakes it. */
const looking = { hears: Effect.succeed(false), untilDue: Effect.succeedNone, idle: Duration.minutes(1) } as const

/** A loop that hears everybody, and knows of something that is due after a time. */
const resting = (untilDue: Effect.Effect<Option.Option<Duration.Duration>, string>) => ({
  hears: Effect.succeed(true),
  untilDue,
  idle: Duration.minutes(1)
})

/** A queue of work beside a loop that takes from it. */
const makeQueue = Effect.gen(function* () {
  const woken = yield* Latch.make(false)
  const queue: Array<Effect.Effect<void, string>> = []
  const claims: Array<number> = []
  const options: WorkLoopOptions<string> = {
    loop: "scheduler",
    ...looking,
    every: Duration.seconds(1),
    maxInFlight: 10,
    maxClaim: 5,
    grace: Duration.zero,
    woken: woken.await.pipe(Effect.andThen(woken.close), Effect.asVoid),
    take: (limit) =>
      Effect.sync(() => {
        claims.push(limit)
        return queue.splice(0, limit).map((work) => ({ work, organizationId: "org", host: "host" }))
      })
  }
  const add = (...work: ReadonlyArray<Effect.Effect<void, string>>) => Effect.sync(() => void queue.push(...work))
  return { add, claims, options, wake: woken.open, left: () => queue.length }
})

/** Work that ends when the test says so, and tells how it fared. */
const makeWork = Effect.gen(function* () {
  const finish = yield* Deferred.make<void>()
  let state: "waiting" | "begun" | "finished" | "interrupted" = "waiting"
  const work = Effect.gen(function* () {
    state = "begun"
    yield* Deferred.await(finish)
    state = "finished"
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        state = "interrupted"
      })
    )
  )
  return { work, finish: Deferred.succeed(finish, undefined), state: () => state }
})

const manyWorks = (count: number) => Effect.all(Array.from({ length: count }, () => makeWork))

const begun = (works: ReadonlyArray<{ readonly state: () => string }>) =>
  works.filter(({ state }) => state() === "begun").length

/** Lets every fiber that can go on go on, without moving time. */
const settle = Effect.repeat(Effect.yieldNow, { times: 100 })

/** The loop in a scope of its own, and a close of that scope that has begun. */
const closable = Effect.fnUntraced(function* (options: WorkLoopOptions<string>) {
  const scope = yield* Scope.make()
  yield* workLoop({ ...options, grace: Duration.seconds(25) }).pipe(Scope.provide(scope))
  yield* settle
  return Effect.forkChild(Scope.close(scope, Exit.void))
})

describe("a work loop", () => {
  it.effect("claims nothing while the machine's clock is more than a minute off, and goes on when it is set", () =>
    Effect.gen(function* () {
      const { add, claims, options } = yield* makeQueue
      const skew = { millis: -61_000 }
      const work = yield* makeWork
      yield* add(work.work)
      yield* workLoop(options).pipe(Effect.provideService(ClockSkew, { offsetMillis: () => skew.millis }))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([claims.length, work.state()], [0, "waiting"])
      skew.millis = -60_000
      yield* TestClock.adjust("1 second")
      assert.strictEqual(work.state(), "begun")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("begins what it claimed a few at a time, and leaves the thread to others in between", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      let count = 0
      const begins = Effect.andThen(
        Effect.sync(() => void count++),
        Effect.never
      )
      yield* add(...Array.from({ length: 60 }, () => begins))
      yield* workLoop({ ...options, maxInFlight: 120, maxClaim: 60 })
      const steps: Array<number> = []
      while (count < 60) {
        const before = count
        yield* Effect.yieldNow
        steps.push(count - before)
      }
      assert.isAtMost(Math.max(...steps), 8)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("looks once every period while there is nothing to do", () =>
    Effect.gen(function* () {
      const { claims, options } = yield* makeQueue
      yield* workLoop(options)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(claims.length, 11)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("claims at once when it is woken", () =>
    Effect.gen(function* () {
      const { add, options, wake } = yield* makeQueue
      yield* workLoop(options)
      yield* settle
      const work = yield* makeWork
      yield* add(work.work)
      yield* settle
      assert.strictEqual(work.state(), "waiting")
      yield* wake
      yield* settle
      assert.strictEqual(work.state(), "begun")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("hears a wake-up that came while it was busy claiming", () =>
    Effect.gen(function* () {
      const { add, options, wake } = yield* makeQueue
      const slow = { ...options, take: (limit: number) => Effect.delay(options.take(limit, anyShares), "10 millis") }
      yield* workLoop(slow)
      const work = yield* makeWork
      yield* TestClock.adjust("5 millis")
      yield* wake
      yield* TestClock.adjust("5 millis")
      yield* add(work.work)
      yield* TestClock.adjust("10 millis")
      assert.strictEqual(work.state(), "begun")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("never has more under way than allowed, nor claims more at once", () =>
    Effect.gen(function* () {
      const { add, claims, left, options } = yield* makeQueue
      const works = yield* manyWorks(30)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop(options)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(begun(works), 10)
      assert.strictEqual(left(), 20)
      assert.isTrue(claims.every((limit) => limit <= 5))
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("takes the next as soon as one is done, without waiting for its period", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const works = yield* manyWorks(30)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop(options)
      yield* settle
      for (const { finish } of works.slice(0, 7)) yield* finish
      yield* settle
      assert.strictEqual(begun(works), 10)
      for (const { finish } of works) yield* finish
      yield* settle
      assert.isTrue(works.every(({ state }) => state() === "finished"))
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("goes on when a piece of work fails or breaks", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const work = yield* makeWork
      yield* add(Effect.fail("failed"), Effect.die("broke"), work.work)
      yield* workLoop(options)
      yield* settle
      assert.strictEqual(work.state(), "begun")
      const later = yield* makeWork
      yield* add(later.work)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(later.state(), "begun")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("goes on when a claim fails or breaks", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const work = yield* makeWork
      yield* add(work.work)
      let looks = 0
      const take: typeof options.take = (limit) =>
        Effect.suspend(() => {
          looks++
          if (looks === 1) return Effect.fail("the store is away")
          if (looks === 2) return Effect.die("a bug")
          return options.take(limit, anyShares)
        })
      yield* workLoop({ ...options, take })
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(work.state(), "begun")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("stops claiming and finishes what has begun when its scope closes", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const work = yield* makeWork
      const late = yield* makeWork
      yield* add(work.work)
      const closing = yield* yield* closable(options)
      yield* add(late.work)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(work.state(), "begun")
      assert.strictEqual(late.state(), "waiting")
      yield* work.finish
      yield* Fiber.join(closing)
      assert.strictEqual(work.state(), "finished")
      assert.strictEqual(late.state(), "waiting")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("interrupts what is not finished when the grace is over", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const work = yield* makeWork
      yield* add(work.work)
      const closing = yield* yield* closable(options)
      yield* TestClock.adjust("24 seconds")
      assert.strictEqual(work.state(), "begun")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      assert.strictEqual(work.state(), "interrupted")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("begins what a claim under way at the end still brings, and finishes it", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const work = yield* makeWork
      yield* add(work.work)
      const slow = { ...options, take: (limit: number) => Effect.delay(options.take(limit, anyShares), "100 millis") }
      const closing = yield* yield* closable(slow)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(work.state(), "begun")
      yield* work.finish
      yield* Fiber.join(closing)
      assert.strictEqual(work.state(), "finished")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("waits no longer than the grace for a claim that hangs", () =>
    Effect.gen(function* () {
      const { options } = yield* makeQueue
      const closing = yield* yield* closable({ ...options, take: () => Effect.never })
      yield* TestClock.adjust("24 seconds")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
    }).pipe(Effect.provide(Pulse.layer))
  )
})

describe("a work loop that hears everybody", () => {
  it.effect("looks when something is due, and once a minute otherwise", () =>
    Effect.gen(function* () {
      const { claims, options } = yield* makeQueue
      let left = Option.some(Duration.seconds(20))
      const untilDue = Effect.sync(() => {
        const now = left
        left = Option.none()
        return now
      })
      yield* workLoop({ ...options, ...resting(untilDue) })
      yield* TestClock.adjust("19 seconds")
      assert.strictEqual(claims.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(claims.length, 2)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(claims.length, 3)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(claims.length, 63)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("rests no longer than a minute, however far off the next work is", () =>
    Effect.gen(function* () {
      const { claims, options } = yield* makeQueue
      yield* workLoop({ ...options, ...resting(Effect.succeedSome(Duration.days(3))) })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(claims.length, 2)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("looks every second while something is due that it does not get", () =>
    Effect.gen(function* () {
      const { claims, options } = yield* makeQueue
      yield* workLoop({ ...options, ...resting(Effect.succeedSome(Duration.zero)) })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(claims.length, 11)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("looks every second while work is under way, whose end makes other work due", () =>
    Effect.gen(function* () {
      const { add, claims, options } = yield* makeQueue
      const work = yield* makeWork
      yield* add(work.work)
      yield* workLoop({ ...options, ...resting(Effect.succeedNone) })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(claims.length, 11)
      yield* work.finish
      const late = yield* makeWork
      yield* add(late.work)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(late.state(), "begun")
      yield* late.finish
      yield* TestClock.adjust("1 second")
      const before = claims.length
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(claims.length, before)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("takes work that it is woken for at once, and work whose claim failed a second later", () =>
    Effect.gen(function* () {
      const { add, options, wake } = yield* makeQueue
      let isAway = false
      const take: typeof options.take = (limit, shares) =>
        Effect.suspend(() => (isAway ? Effect.fail("the store is away") : options.take(limit, shares)))
      yield* workLoop({ ...options, take, ...resting(Effect.succeedNone) })
      yield* settle
      const [first, second] = [yield* makeWork, yield* makeWork]
      yield* add(first.work)
      yield* wake
      yield* settle
      assert.strictEqual(first.state(), "begun")
      yield* first.finish
      yield* TestClock.adjust("2 minutes")
      yield* add(second.work)
      isAway = true
      yield* wake
      yield* settle
      isAway = false
      yield* TestClock.adjust("1 second")
      assert.strictEqual(second.state(), "begun")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("looks every second when it cannot be told what is due", () =>
    Effect.gen(function* () {
      const { claims, options } = yield* makeQueue
      yield* workLoop({ ...options, ...resting(Effect.fail("the store is away")) })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(claims.length, 11)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("is not silent while it rests, and is when it hangs", () =>
    Effect.gen(function* () {
      const pulse = yield* Pulse
      const { options } = yield* makeQueue
      let stuck = false
      const take: typeof options.take = () => Effect.suspend(() => (stuck ? Effect.never : Effect.succeed([])))
      yield* workLoop({ ...options, take, ...resting(Effect.succeedNone) })
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* pulse.silentFor(5_000), [])
      stuck = true
      yield* TestClock.adjust("6 seconds")
      assert.deepStrictEqual(yield* pulse.silentFor(5_000), [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* pulse.silentFor(5_000), ["scheduler"])
    }).pipe(Effect.provide(Pulse.layer))
  )
})

describe("the pulse of a loop", () => {
  it.effect("beats as long as the loop goes round, and tells of silence when it does not", () =>
    Effect.gen(function* () {
      const pulse = yield* Pulse
      const { options } = yield* makeQueue
      let stuck = false
      const take: typeof options.take = () => Effect.suspend(() => (stuck ? Effect.never : Effect.succeed([])))
      yield* workLoop({ ...options, take })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* pulse.silentFor(5_000), [])
      stuck = true
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* pulse.silentFor(5_000), [])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* pulse.silentFor(5_000), ["scheduler"])
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("goes on beating while the loop is full of long work", () =>
    Effect.gen(function* () {
      const pulse = yield* Pulse
      const { add, options } = yield* makeQueue
      const works = yield* manyWorks(20)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop(options)
      yield* settle
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* pulse.silentFor(30_000), [])
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect.each([600_000, -600_000])("is counted by a clock that nobody sets, by %d ms here", (byMillis) =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let setByMillis = 0
      const wall = () => clock.currentTimeMillisUnsafe() + setByMillis
      const set: Clock.Clock = Object.create(clock, {
        currentTimeMillisUnsafe: { value: wall },
        currentTimeMillis: { value: Effect.sync(wall) }
      })
      const ofPulse = Effect.provideService(Clock.Clock, set)
      const pulse = yield* Pulse
      yield* ofPulse(pulse.beat("pruner", 300_000))
      setByMillis = byMillis
      assert.deepStrictEqual(yield* ofPulse(pulse.silentFor(90_000)), [], "it rests")
      yield* TestClock.adjust("391 seconds")
      assert.deepStrictEqual(yield* ofPulse(pulse.silentFor(90_000)), ["pruner"], "it hangs")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("says nothing of loops that never began", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* Pulse).silentFor(0), [])
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect(
    "claims again only when an eighth of its places is free, or some time after its last claim, or a period after it",
    () =>
      Effect.gen(function* () {
        const { add, claims, options } = yield* makeQueue
        const works = yield* manyWorks(60)
        yield* add(...works.map(({ work }) => work))
        yield* workLoop({ ...options, maxInFlight: 24, maxClaim: 24 })
        yield* settle
        assert.deepStrictEqual(claims, [24])
        yield* Effect.all([works[0]!.finish, works[1]!.finish])
        yield* settle
        assert.deepStrictEqual(claims, [24])
        yield* works[2]!.finish
        yield* settle
        assert.deepStrictEqual(claims, [24, 2])
        yield* works[3]!.finish
        yield* TestClock.adjust("49 millis")
        assert.deepStrictEqual(claims, [24, 2])
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(claims, [24, 2, 1])
        yield* TestClock.adjust("900 millis")
        assert.deepStrictEqual(claims, [24, 2, 1], "nothing has ended")
        yield* works[4]!.finish
        yield* settle
        assert.deepStrictEqual(claims, [24, 2, 1, 1])
      }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("begins what it is woken for in the few places that work which hangs leaves, after a short rest", () =>
    Effect.gen(function* () {
      const { add, claims, options, wake } = yield* makeQueue
      const works = yield* manyWorks(24)
      yield* add(...works.slice(0, 22).map(({ work }) => work))
      yield* workLoop({ ...options, maxInFlight: 24, maxClaim: 24 })
      yield* settle
      yield* TestClock.adjust("10 millis")
      yield* add(works[22]!.work)
      yield* wake
      yield* TestClock.adjust("49 millis")
      assert.deepStrictEqual([claims.length, works[22]!.state()], [1, "waiting"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual([claims.length, works[22]!.state()], [2, "begun"])
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(claims.length, 2)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect.each([
    ["20 millis", "79 millis", "21 millis"],
    ["10 seconds", "249 millis", "10001 millis"]
  ] as const)(
    "claims the less often the longer a claim takes, up to a quarter of a second: %s",
    ([took, before, rest]) =>
      Effect.gen(function* () {
        const { add, claims, options } = yield* makeQueue
        const works = yield* manyWorks(60)
        yield* add(...works.map(({ work }) => work))
        const take: typeof options.take = (limit, shares) => Effect.delay(options.take(limit, shares), took)
        yield* workLoop({ ...options, take, every: Duration.hours(1), maxInFlight: 24, maxClaim: 24 })
        yield* TestClock.adjust(took)
        yield* works[0]!.finish
        yield* TestClock.adjust(before)
        assert.deepStrictEqual(claims, [24])
        yield* TestClock.adjust(rest)
        assert.deepStrictEqual(claims, [24, 1])
      }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("looks at once when the last of what is under way has ended, where that makes something whole", () =>
    Effect.gen(function* () {
      const { add, claims, options } = yield* makeQueue
      const works = yield* manyWorks(3)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop({ ...options, ...resting(Effect.succeedNone), looksAtEnd: true })
      yield* settle
      assert.strictEqual(claims.length, 1)
      yield* Effect.all([works[0]!.finish, works[1]!.finish])
      yield* settle
      assert.strictEqual(claims.length, 1)
      yield* works[2]!.finish
      yield* settle
      assert.strictEqual(claims.length, 2)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(claims.length, 2)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("claims in sizes that come back", () =>
    Effect.gen(function* () {
      const { claims, options } = yield* makeQueue
      yield* workLoop({ ...options, maxInFlight: 90, maxClaim: 90 })
      yield* settle
      assert.deepStrictEqual(claims, [75])
    }).pipe(Effect.provide(Pulse.layer))
  )
})

describe("places of a work loop", () => {
  it.effect("hold a bounded share of work that hangs, so that another's begins at the next look", () =>
    Effect.gen(function* () {
      let waiting = 1_000
      let isOtherDue = false
      let hasOtherBegun = false
      const options: WorkLoopOptions<string> = {
        loop: "scheduler",
        ...looking,
        every: Duration.seconds(1),
        maxInFlight: 30,
        maxClaim: 10,
        grace: Duration.zero,
        woken: Effect.never,
        take: (limit, shares) =>
          Effect.sync(() => {
            const hanging = Array.from({ length: Math.min(waiting, 50) }, () => ({
              organizationId: "a",
              host: "a.example",
              work: Effect.never
            }))
            const other = {
              organizationId: "b",
              host: "b.example",
              work: Effect.sync(() => {
                hasOtherBegun = true
              })
            }
            const taken = takeInShares(isOtherDue ? [...hanging, other] : hanging, limit, shares)
            waiting -= taken.filter(({ host }) => host === "a.example").length
            return taken
          })
      }
      yield* workLoop(options)
      yield* settle
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(waiting, 987, "half of the places that are not kept")
      isOtherDue = true
      yield* TestClock.adjust("1 second")
      assert.isTrue(hasOtherBegun)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect(
    "that are free beside work which hangs are used again and again, and do not stand empty until a period is over",
    () =>
      Effect.gen(function* () {
        const hanging = Array.from({ length: 200 }, (_, n) => `hanging ${n % 3}`)
        let [left, done] = [60, 0]
        const work = Effect.delay(
          Effect.sync(() => void done++),
          "10 millis"
        )
        const options: WorkLoopOptions<string> = {
          loop: "batcher",
          ...looking,
          every: Duration.seconds(1),
          maxInFlight: 64,
          maxClaim: 64,
          grace: Duration.zero,
          woken: Effect.never,
          leastShare: 4,
          take: (limit, shares) =>
            Effect.sync(() => {
              const due = [
                ...hanging.map((host) => ({ organizationId: host, host, work: Effect.never })),
                ...Array.from({ length: left }, (_, n) => ({ organizationId: "b", host: `${n}.example`, work }))
              ]
              const taken = takeInShares(due, limit, shares)
              left -= taken.filter(({ organizationId }) => organizationId === "b").length
              for (const { host } of taken) if (host.startsWith("hanging")) hanging.splice(hanging.indexOf(host), 1)
              return taken
            })
        }
        yield* workLoop(options)
        for (let tick = 0; tick < 300; tick++) yield* Effect.andThen(settle, TestClock.adjust("10 millis"))
        assert.strictEqual(done, 60)
      }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("are not all taken by two that come together beside one that has most of them", () =>
    Effect.gen(function* () {
      const queue: Array<LoopWork<string>> = []
      const hang = (organizationId: string) =>
        Array.from({ length: 60 }, () => ({ organizationId, host: organizationId, work: Effect.never }))
      const options: WorkLoopOptions<string> = {
        loop: "batcher",
        ...looking,
        every: Duration.seconds(1),
        maxInFlight: 64,
        maxClaim: 64,
        grace: Duration.zero,
        woken: Effect.never,
        take: (limit, shares) =>
          Effect.sync(() => {
            // As pages of batches, whose hosts are many.
            const hosts = { each: Number.POSITIVE_INFINITY, of: new Map() }
            const taken = takeInShares(queue, limit, { ...shares, hosts })
            for (const one of taken) queue.splice(queue.indexOf(one), 1)
            return taken
          })
      }
      queue.push(...hang("a"))
      yield* workLoop(options)
      yield* TestClock.adjust("10 seconds")
      queue.push(...hang("b"), ...hang("c"))
      yield* TestClock.adjust("10 seconds")
      let isDone = false
      const done = Effect.sync(() => {
        isDone = true
      })
      const soon = { organizationId: "d", host: "d", work: done }
      queue.unshift(soon)
      yield* TestClock.adjust("1 second")
      assert.isTrue(isDone)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("are lent to others by work that takes long, within a bound", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const works = yield* manyWorks(40)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop({ ...options, maxInFlight: 10, maxClaim: 10, maxLong: 15 })
      yield* settle
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(begun(works), 10)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(begun(works), 20)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(begun(works), 25)
      for (const { finish } of works.slice(0, 20)) yield* finish
      yield* settle
      assert.strictEqual(begun(works), 15, "five that take long, and ten that begin")
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("are lent as soon as work takes long, without waiting for the next look", () =>
    Effect.gen(function* () {
      const { add, options } = yield* makeQueue
      const works = yield* manyWorks(20)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop({ ...options, every: Duration.hours(1), maxInFlight: 10, maxClaim: 10, maxLong: 15 })
      yield* settle
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(begun(works), 10)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(begun(works), 20)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect.each([
    ["ahead", "1 hour"],
    ["back", "-1 hour"]
  ] as const)("are lent by time that passed, and not by a clock that is set %s", ([, step]) =>
    Effect.gen(function* () {
      const set = yield* settable
      const { add, options } = yield* makeQueue
      const works = yield* manyWorks(40)
      yield* add(...works.map(({ work }) => work))
      yield* workLoop({ ...options, maxInFlight: 10, maxClaim: 10, maxLong: 15 })
      yield* TestClock.adjust("300 millis")
      yield* set(step)
      yield* TestClock.adjust("600 millis")
      assert.strictEqual(begun(works), 10, "none has taken a second")
      yield* TestClock.adjust("400 millis")
      assert.strictEqual(begun(works), 20, "ten have")
      yield* set(0)
      yield* TestClock.adjust("600 millis")
      assert.strictEqual(begun(works), 20, "the next ten have not")
      yield* TestClock.adjust("400 millis")
      assert.strictEqual(begun(works), 25)
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("are claimed by half while several hold some, but for the last", () =>
    Effect.gen(function* () {
      const claims: Array<number> = []
      const due = (host: string) => ({ organizationId: host, host, work: Effect.never })
      const queue = [due("a"), due("b")]
      const options: WorkLoopOptions<string> = {
        loop: "scheduler",
        ...looking,
        every: Duration.seconds(1),
        maxInFlight: 5,
        maxClaim: 5,
        grace: Duration.zero,
        woken: Effect.never,
        take: (limit) =>
          Effect.sync(() => {
            claims.push(limit)
            return queue.splice(0, limit)
          })
      }
      yield* workLoop(options)
      yield* TestClock.adjust("1 second")
      queue.push(due("c"), due("d"))
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("1 second")
      // Of 3 places that are free 2, and the last one whole.
      assert.deepStrictEqual(claims, [5, 2, 2, 1, 1])
    }).pipe(Effect.provide(Pulse.layer))
  )

  it.effect("are taken again when work of who had no room ends, without waiting for the next look", () =>
    Effect.gen(function* () {
      let begunCount = 0
      const finish = yield* Latch.make(false)
      const options: WorkLoopOptions<string> = {
        loop: "scheduler",
        ...looking,
        every: Duration.hours(1),
        maxInFlight: 30,
        maxClaim: 30,
        grace: Duration.zero,
        woken: Effect.never,
        take: (limit, shares) =>
          Effect.sync(() => {
            const due = Array.from({ length: 100 - begunCount }, () => ({
              organizationId: "a",
              host: "a.example",
              work: finish.await
            }))
            const taken = takeInShares(due, limit, shares)
            begunCount += taken.length
            return taken
          })
      }
      yield* workLoop(options)
      yield* settle
      assert.strictEqual(begunCount, 13)
      yield* finish.open
      yield* Effect.repeat(Effect.yieldNow, { times: 2_000 })
      assert.strictEqual(begunCount, 100)
    }).pipe(Effect.provide(Pulse.layer))
  )
})
