import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CurrentActing, newActing } from "../../src/budget/CurrentActing.ts"
import { CurrentLease, MemoryCounter } from "../../src/budget/MemoryBudget.ts"
import { makeFlights } from "../../src/budget/makeFlights.ts"
import { noteActing } from "../../src/pages/acting.ts"

const turns = Effect.repeat(Effect.yieldNow, { times: 20 })

/** Work that waits until it is told to end, counted when it begins and when it is stopped. */
const makeWork = Effect.gen(function* () {
  const end = yield* Deferred.make<string, string>()
  const seen = { begun: 0, stopped: 0, wanted: [] as Array<boolean> }
  const work = (isWanted: () => boolean) =>
    Effect.suspend(() => {
      seen.begun += 1
      return Deferred.await(end)
    }).pipe(
      Effect.tap(() => Effect.sync(() => seen.wanted.push(isWanted()))),
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          seen.stopped += 1
        })
      )
    )
  return { end, seen, work }
})

const lingering = makeFlights<string, string>({ lingers: Duration.seconds(5) })

describe("work that several ask for", () => {
  it.effect("is done once for all who ask meanwhile, and anew for who asks later", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { end, seen, work } = yield* makeWork
      const asking = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(join("page", work)))
      yield* turns
      assert.strictEqual(seen.begun, 1)
      yield* Deferred.succeed(end, "read")
      assert.deepStrictEqual(yield* Effect.forEach(asking, Fiber.join), ["read", "read", "read"])
      assert.strictEqual(yield* join("page", work), "read")
      assert.strictEqual(seen.begun, 2)
    })
  )

  it.effect("is handed to a crowd some at a time, in the order in which they asked", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { end, work } = yield* makeWork
      const landed: Array<number> = []
      const asked = Array.from({ length: 100 }, (_, at) => at)
      yield* Effect.forEach(asked, (at) =>
        Effect.forkChild(Effect.tap(join("page", work), () => Effect.sync(() => landed.push(at))))
      )
      yield* turns
      yield* Deferred.succeed(end, "read")
      const perTurn = [landed.length]
      while (landed.length < asked.length) {
        const before = landed.length
        yield* Effect.yieldNow
        perTurn.push(landed.length - before)
      }
      assert.isAtMost(Math.max(...perTurn), 16)
      assert.deepStrictEqual(landed, asked)
    })
  )

  it.effect("is done apart for who takes no part, and later callers join the newest", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const [first, second] = [yield* makeWork, yield* makeWork]
      const asking = [
        yield* Effect.forkChild(join("page", first.work)),
        yield* Effect.forkChild(join("page", second.work, { takesPart: false })),
        yield* Effect.forkChild(join("page", first.work))
      ]
      yield* turns
      assert.deepStrictEqual([first.seen.begun, second.seen.begun], [1, 1])
      yield* Deferred.succeed(first.end, "first")
      yield* Deferred.succeed(second.end, "second")
      assert.deepStrictEqual(yield* Effect.forEach(asking, Fiber.join), ["first", "second", "second"])
    })
  )

  for (const [how, endOf] of [
    ["ends", (_: Fiber.Fiber<string, string>, end: Effect.Effect<unknown>) => end],
    ["is stopped", (asking: Fiber.Fiber<string, string>) => Fiber.interrupt(asking)]
  ] as const)
    it.effect(`is joined by later callers also when that before it under its key ${how}`, () =>
      Effect.gen(function* () {
        const join = yield* lingering
        const [first, second] = [yield* makeWork, yield* makeWork]
        const before = yield* Effect.forkChild(join("page", first.work))
        yield* turns
        const asking = [yield* Effect.forkChild(join("page", second.work, { takesPart: false }))]
        yield* turns
        yield* endOf(before, Deferred.succeed(first.end, "first"))
        yield* TestClock.adjust("6 seconds")
        asking.push(yield* Effect.forkChild(join("page", first.work)))
        yield* turns
        yield* Deferred.succeed(first.end, "first")
        yield* Deferred.succeed(second.end, "second")
        assert.deepStrictEqual(yield* Effect.forEach(asking, Fiber.join), ["second", "second"])
      })
    )

  it.effect("is joined under another key by who would do with that, unless his own is under way", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const [own, other] = [yield* makeWork, yield* makeWork]
      const asking = [
        yield* Effect.forkChild(join("own", own.work, { orUnder: "other" })),
        yield* Effect.forkChild(join("other", other.work)),
        yield* Effect.forkChild(join("own", own.work, { orUnder: "other" })),
        yield* Effect.forkChild(join("third", own.work, { orUnder: "other" }))
      ]
      yield* turns
      yield* Deferred.succeed(own.end, "own")
      yield* Deferred.succeed(other.end, "other")
      assert.deepStrictEqual(yield* Effect.forEach(asking, Fiber.join), ["own", "other", "own", "other"])
    })
  )

  it.effect("is joined by nobody while it is being stopped", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const [stopping, stopped] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Deferred.succeed(stopping, undefined).pipe(Effect.andThen(Deferred.await(stopped)))
      const leaves = yield* Effect.forkChild(join("page", () => Effect.onInterrupt(Effect.never, () => slow)))
      yield* turns
      yield* Fiber.interrupt(leaves)
      yield* TestClock.adjust("5 seconds")
      yield* Deferred.await(stopping)
      const comes = yield* Effect.forkChild(join("page", () => Effect.succeed("anew")))
      yield* turns
      yield* Deferred.succeed(stopped, undefined)
      assert.strictEqual(yield* Fiber.join(comes), "anew")
    })
  )

  it.effect("says who asked last of those who still wait for it", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { end, work } = yield* makeWork
      const newest = new Map<number, boolean>()
      const asking = yield* Effect.forEach([0, 1, 2, 3], (index) =>
        Effect.forkChild(
          join("page", work, { takesPart: true, onLanding: (isNewest) => void newest.set(index, isNewest) })
        )
      )
      yield* turns
      for (const index of [1, 3]) yield* Fiber.interrupt(asking[index]!)
      yield* Deferred.succeed(end, "read")
      yield* Effect.forEach([0, 2], (index) => Fiber.join(asking[index]!))
      assert.deepStrictEqual(
        [...newest],
        [
          [0, false],
          [2, true]
        ]
      )
    })
  )

  it.effect("goes on for the others when who asked first leaves, and for a while when everybody has", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { end, seen, work } = yield* makeWork
      const gone = yield* Effect.forkChild(join("page", work))
      const stays = yield* Effect.forkChild(join("page", work))
      yield* turns
      yield* Fiber.interrupt(gone)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(seen.stopped, 0)
      yield* Fiber.interrupt(stays)
      yield* TestClock.adjust("4 seconds")
      const back = yield* Effect.forkChild(join("page", work))
      yield* TestClock.adjust("1 minute")
      yield* Deferred.succeed(end, "read")
      assert.strictEqual(yield* Fiber.join(back), "read")
      assert.deepStrictEqual(seen, { begun: 1, stopped: 0, wanted: [true] })
    })
  )

  it.effect("is stopped when nobody came back in time, and begins anew for who comes then", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { seen, work } = yield* makeWork
      const gone = yield* Effect.forkChild(join("page", work))
      yield* turns
      yield* Fiber.interrupt(gone)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(seen.stopped, 1)
      yield* Effect.forkChild(join("page", work))
      yield* turns
      assert.strictEqual(seen.begun, 2)
    })
  )

  it.effect("learns at its end that nobody waits for it", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { end, seen, work } = yield* makeWork
      const gone = yield* Effect.forkChild(join("page", work))
      yield* turns
      yield* Fiber.interrupt(gone)
      yield* Deferred.succeed(end, "read")
      yield* turns
      assert.deepStrictEqual(seen.wanted, [false])
    })
  )

  it.effect("fails for all who asked, and is tried again for the next", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const broken = Effect.all([join("page", () => Effect.fail("away")), join("page", () => Effect.succeed("read"))], {
        concurrency: "unbounded",
        mode: "result"
      })
      const [first] = yield* broken
      assert.strictEqual(first._tag, "Failure")
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(join("page", () => Effect.succeed("read")))))
    })
  )
})

/** Work that takes so much, says whether it got it, and takes more each time it is told to. */
const makeGreedyWork = Effect.gen(function* () {
  const end = yield* Deferred.make<string, string>()
  const taken: Array<boolean> = []
  const more = { take: (_: number) => {} }
  const work = () =>
    Effect.flatMap(CurrentLease, (lease) => {
      more.take = (bytes) => void taken.push(lease.take(bytes))
      more.take(40)
      return Deferred.await(end)
    })
  return { end, more, taken, work }
})

/** A caller with a lease of his own, which is closed when he is gone. */
const callerOf = (memory: MemoryCounter, owner: string) => {
  const lease = memory.open(owner)
  const asks = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.forkChild(
      Effect.provideService(effect, CurrentLease, lease).pipe(Effect.onInterrupt(() => Effect.sync(lease.close)))
    )
  return { lease, asks }
}

describe("what work holds that several ask for", () => {
  it.effect("stays counted when who asked first leaves, and is his who waits for it when it is done", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 100 })
      const join = yield* lingering
      const { end, more, taken, work } = yield* makeGreedyWork
      const [first, second, third] = [callerOf(memory, "one"), callerOf(memory, "one"), callerOf(memory, "one")]
      const leaves = yield* first.asks(join("page", work))
      const stays = yield* second.asks(join("page", work))
      const also = yield* third.asks(join("page", work))
      yield* turns
      yield* Fiber.interrupt(leaves)
      assert.strictEqual(memory.usedBytes, 40)
      more.take(5)
      more.take(1_000)
      assert.deepStrictEqual([taken, memory.usedBytes], [[true, true, false], 45])
      yield* Deferred.succeed(end, "read")
      yield* Effect.forEach([stays, also], Fiber.join)
      third.lease.close()
      assert.strictEqual(memory.usedBytes, 45)
      second.lease.close()
      assert.strictEqual(memory.usedBytes, 0)
    })
  )

  it.effect("stays counted while it goes on for nobody, and is given back when it is stopped", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 100 })
      const join = yield* lingering
      const { more, taken, work } = yield* makeGreedyWork
      const leaves = yield* callerOf(memory, "one").asks(join("page", work))
      yield* turns
      yield* Fiber.interrupt(leaves)
      more.take(1_000)
      assert.deepStrictEqual([taken, memory.usedBytes], [[true, false], 40])
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(memory.usedBytes, 0)
    })
  )

  it.effect("finds no room for good only where it would find none for any who waits for it", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const memory = new MemoryCounter({ capacityBytes: 100 })
      const end = yield* Deferred.make<string, string>()
      let fits: ReadonlyArray<boolean> = []
      const look = { now: () => {} }
      const work = () =>
        Effect.flatMap(CurrentLease, (lease) => {
          look.now = () => {
            fits = [lease.fits(20), lease.part?.().fits(60) === true, lease.fits(101)]
          }
          return Deferred.await(end)
        })
      const [full, empty] = [callerOf(memory, "one"), callerOf(memory, "one")]
      full.lease.keep(45)
      const first = yield* full.asks(join("page", work))
      yield* turns
      look.now()
      assert.deepStrictEqual(fits, [false, false, false])
      const second = yield* empty.asks(join("page", work))
      yield* turns
      look.now()
      assert.deepStrictEqual(fits, [true, true, false])
      yield* Fiber.interrupt(second)
      look.now()
      assert.deepStrictEqual(fits, [false, false, false])
      yield* Deferred.succeed(end, "read")
      yield* Fiber.join(first)
    })
  )

  it.effect("is given back when it fails", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 100 })
      const join = yield* lingering
      const { end, work } = yield* makeGreedyWork
      const asking = yield* callerOf(memory, "one").asks(Effect.flip(join("page", work)))
      yield* turns
      yield* Deferred.fail(end, "away")
      assert.strictEqual(yield* Fiber.join(asking), "away")
      assert.strictEqual(memory.usedBytes, 0)
    })
  )
})

describe("the time of work that several ask for", () => {
  it.effect("is enough for everybody who joins it: who needs more begins his own, which others join", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const [hasty, patient] = [yield* makeWork, yield* makeWork]
      const until = (neededUntilMillis: number) => ({
        time: { neededUntilMillis, givenUntilMillis: neededUntilMillis + 10 }
      })
      const asking = [
        yield* Effect.forkChild(join("page", hasty.work, until(100))),
        yield* Effect.forkChild(join("page", hasty.work, until(110))),
        yield* Effect.forkChild(join("page", patient.work, until(111))),
        yield* Effect.forkChild(join("page", hasty.work, until(100))),
        yield* Effect.forkChild(join("other", hasty.work, { orUnder: "page", ...until(121) }))
      ]
      yield* turns
      assert.deepStrictEqual([hasty.seen.begun, patient.seen.begun], [1, 1])
      yield* Deferred.succeed(hasty.end, "hasty")
      yield* Deferred.succeed(patient.end, "patient")
      assert.deepStrictEqual(
        [yield* Effect.forEach(asking, Fiber.join), hasty.seen.begun],
        [["hasty", "hasty", "patient", "patient", "patient"], 1]
      )
    })
  )

  it.effect("is too short under another key, too", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const [hasty, patient] = [yield* makeWork, yield* makeWork]
      yield* Effect.forkChild(join("page", hasty.work, { time: { neededUntilMillis: 100, givenUntilMillis: 110 } }))
      yield* Effect.forkChild(
        join("other", patient.work, { orUnder: "page", time: { neededUntilMillis: 111, givenUntilMillis: 121 } })
      )
      yield* turns
      assert.deepStrictEqual([hasty.seen.begun, patient.seen.begun], [1, 1])
    })
  )
})

describe("work that acts on a page", () => {
  const acts = noteActing({ actions: [{ do: "click" }] })

  const asks = Effect.fnUntraced(function* <A>(asking: Effect.Effect<A, string>) {
    const acting = newActing()
    const fiber = yield* Effect.forkChild(Effect.provideService(asking, CurrentActing, acting))
    yield* turns
    return { acting, fiber }
  })

  for (const [how, end] of [
    ["gives something", Effect.succeed("done")],
    ["fails", Effect.fail("failed")],
    ["breaks", Effect.die("bug")]
  ] as const)
    it.effect(`acts for all who wait for it where it ${how}, and not for who left before`, () =>
      Effect.gen(function* () {
        const join = yield* lingering
        const begin = yield* Deferred.make<void>()
        const work = () => Deferred.await(begin).pipe(Effect.andThen(acts), Effect.andThen(end))
        const left = yield* asks(join("page", work))
        const [first, joined] = [yield* asks(join("page", work)), yield* asks(join("page", work))]
        // Who is nobody is told nothing.
        yield* Effect.forkChild(Effect.provideService(join("page", work), CurrentActing, null))
        yield* Fiber.interrupt(left.fiber)
        yield* Deferred.succeed(begin, undefined)
        yield* Effect.forEach([first, joined], ({ fiber }) => Fiber.await(fiber))
        const told = [left, first, joined].map(({ acting }) => acting.hasActed)
        assert.deepStrictEqual(told, [false, true, true])
      })
    )

  it.effect("is told to who leaves it once it has", () =>
    Effect.gen(function* () {
      const join = yield* lingering
      const { acting, fiber } = yield* asks(join("page", () => Effect.andThen(acts, Effect.never)))
      yield* Fiber.interrupt(fiber)
      assert.isTrue(acting.hasActed)
    })
  )
})
