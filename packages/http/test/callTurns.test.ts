/** Reads of one organization that come together. Observed: which begin, and when; and at the API which lists are asked of the store. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { MonitorNotFound } from "@kittiwake/core/monitors/errors"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { CallTurns, readLimits, writeLimits } from "../src/CallTurns.ts"
import { Handlers } from "../src/server.ts"
import { call, core, newCaller } from "./support/App.ts"

const { largeBytes, largeForMillis } = readLimits

const limits = { ...readLimits, small: 4, large: 2, readers: 3 }

const list = { name: "list" }
const count = { name: "count" }

/** Turns that rest until the test says that others had the thread. */
const makeScene = () => {
  const resting: Array<() => void> = []
  const turns = new CallTurns(limits, (over) => void resting.push(over))
  const ask = (owner: string, operation = list, nowMillis = 0) => turns.ask(owner, operation, nowMillis)
  return {
    ask,
    /** So many reads of somebody, in the order in which they asked. */
    asks: (times: number, owner: string, operation = list) =>
      Array.from({ length: times }, () => ask(owner, operation)),
    /** Answers with so much, as the operation does from then on. */
    answers: (bytes: number, owner = "a", operation = list, nowMillis = 0) =>
      ask(owner, operation, nowMillis).leave(bytes),
    othersHadTheThread: () => {
      for (const over of resting.splice(0)) over()
    }
  }
}

const begun = (turns: ReadonlyArray<{ readonly hasBegun: boolean }>) => turns.filter(({ hasBegun }) => hasBegun).length

describe("reads of one organization", () => {
  it("begin by two where they are large, and the next when one was answered and others had the thread", () => {
    const { answers, asks, othersHadTheThread } = makeScene()
    answers(largeBytes)
    othersHadTheThread()
    const reads = asks(5, "a")
    assert.deepStrictEqual(
      reads.map(({ hasBegun }) => hasBegun),
      [true, true, false, false, false]
    )
    reads[0]!.leave(largeBytes)
    assert.strictEqual(begun(reads), 2)
    othersHadTheThread()
    assert.isTrue(reads[2]!.hasBegun)
    assert.strictEqual(begun(reads), 3)
  })

  it("wait for none of another's, nor by another operation", () => {
    const { asks } = makeScene()
    asks(9, "a")
    assert.strictEqual(begun(asks(9, "b")), 2)
    assert.strictEqual(begun(asks(9, "a", count)), 2)
  })

  it("may be large until their operation has answered with little", () => {
    const { asks } = makeScene()
    const reads = asks(9, "a")
    assert.strictEqual(begun(reads), 2)
    reads[0]!.leave(largeBytes - 1)
    assert.strictEqual(begun(reads), 5)
  })

  it("that are small begin as long as there are places for these, and the next when one has ended", () => {
    const { answers, asks } = makeScene()
    answers(0)
    const reads = asks(6, "a")
    assert.strictEqual(begun(reads), 4)
    reads[3]!.leave(1)
    assert.isTrue(reads[4]!.hasBegun)
    assert.isFalse(reads[5]!.hasBegun)
  })

  it("are large for a minute after they were, however small others are meanwhile", () => {
    const { answers, ask, othersHadTheThread } = makeScene()
    answers(largeBytes)
    othersHadTheThread()
    answers(0)
    const at = (nowMillis: number) => Array.from({ length: 9 }, () => ask("a", list, nowMillis))
    const within = at(largeForMillis - 1)
    assert.strictEqual(begun(within), 2)
    for (const read of within) read.leave(null)
    assert.strictEqual(begun(at(largeForMillis)), 4)
  })

  it("that turn out to be large let no more begin until fewer are under way", () => {
    const { answers, asks, othersHadTheThread } = makeScene()
    answers(0)
    const reads = asks(12, "a")
    for (const read of reads.slice(0, 2)) read.leave(largeBytes)
    othersHadTheThread()
    assert.strictEqual(begun(reads), 4)
    for (const read of reads.slice(2, 4)) read.leave(largeBytes)
    othersHadTheThread()
    assert.strictEqual(begun(reads), 6)
  })

  it("that were refused say nothing of others, and rest for nobody", () => {
    const { ask, asks } = makeScene()
    ask("a").leave(null)
    const reads = asks(3, "a")
    assert.strictEqual(begun(reads), 2)
    reads[0]!.leave(null)
    assert.strictEqual(begun(reads), 3)
  })

  it("that are given up before their turn never have one, and give back nothing", () => {
    const { asks } = makeScene()
    const reads = asks(4, "a")
    reads[2]!.leave(null)
    assert.isFalse(reads[3]!.hasBegun)
    reads[0]!.leave(null)
    assert.isFalse(reads[2]!.hasBegun)
    assert.isTrue(reads[3]!.hasBegun)
  })

  it("give back one place, however often they are left", () => {
    const { asks } = makeScene()
    const reads = asks(5, "a")
    for (let times = 0; times < 3; times++) reads[0]!.leave(null)
    assert.strictEqual(begun(reads), 3)
  })

  it("call back who waits when it is his turn, and at once who has it", () => {
    const { asks } = makeScene()
    const called: Array<number> = []
    const reads = asks(3, "a")
    for (const [index, read] of reads.entries()) read.whenBegun(() => called.push(index))
    assert.deepStrictEqual(called, [0, 1])
    reads[0]!.leave(null)
    assert.deepStrictEqual(called, [0, 1, 2])
  })

  it("are remembered of so many organizations, and begin anew of others", () => {
    const { answers, asks } = makeScene()
    answers(0)
    for (const other of ["b", "c", "d"]) answers(0, other)
    assert.strictEqual(begun(asks(9, "d")), 4)
    assert.strictEqual(begun(asks(9, "a")), 2)
  })
})

/** Lists that were asked of the store, by whom; each is answered when the test says so. */
class Asked extends Context.Service<
  Asked,
  { lists: Array<{ readonly owner: string; readonly answer: Effect.Effect<void> }> }
>()("@kittiwake/http/test/Asked") {
  static readonly layer = Layer.sync(Asked, () => ({ lists: [] }))
}

const longCursor = "c".repeat(largeBytes)

const slowLists = Layer.effect(
  Monitors,
  Effect.gen(function* () {
    const asked = yield* Asked
    const list: Monitors["Service"]["list"] = (owner) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        asked.lists.push({ owner, answer: Effect.asVoid(Deferred.succeed(answered, undefined)) })
        yield* Deferred.await(answered)
        return { data: [], nextCursor: longCursor }
      })
    const remove: Monitors["Service"]["remove"] = (owner) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        asked.lists.push({ owner, answer: Effect.asVoid(Deferred.succeed(answered, undefined)) })
        yield* Deferred.await(answered)
      })
    const update: Monitors["Service"]["update"] = ({ id: owner }) =>
      Effect.andThen(
        remove(owner, MonitorId.make("mon_00000000000000000000000001")),
        Effect.fail(new MonitorNotFound())
      )
    return Monitors.of({ ...(yield* Monitors), list, remove, update })
  })
)

const app = Handlers.layer.pipe(Layer.provide(slowLists), Layer.provideMerge(Layer.merge(core, Asked.layer)))

/** Lets the event loop turn so often. */
const turnsOfLoop = (times: number) =>
  Effect.repeat(
    Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void))),
    { times }
  )

/** Turns in which everything has happened that happens. */
const manyTurns = 20_000

const until = (holds: () => boolean, turns = manyTurns): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (holds()) return Effect.void
    return turns === 0 ? Effect.die("It never held.") : Effect.andThen(turnsOfLoop(1), until(holds, turns - 1))
  })

const lists = (key: string, times: number) =>
  Effect.all(
    Array.from({ length: times }, () =>
      Effect.forkChild(call("GET", "/v1/monitors", { key }), { startImmediately: true })
    )
  )

describe("large lists at the API", () => {
  it.effect("are asked of the store by four for one organization, and another's at once", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const [many, other] = [yield* newCaller(), yield* newCaller()]
      const waiting = yield* lists(many, 10)
      yield* until(() => asked.length === readLimits.large)
      yield* turnsOfLoop(300)
      assert.strictEqual(asked.length, readLimits.large)
      const [others] = yield* lists(other, 1)
      yield* until(() => asked.length === readLimits.large + 1)
      assert.notStrictEqual(asked.at(-1)!.owner, asked[0]!.owner)
      yield* asked.at(-1)!.answer
      assert.strictEqual((yield* Fiber.join(others!)).status, 200)
      for (let answered = 0; answered <= waiting.length; answered++) {
        yield* until(() => asked.length > answered)
        yield* asked[answered]!.answer
      }
      for (const { status } of yield* Effect.all(waiting.map(Fiber.join))) assert.strictEqual(status, 200)
    }).pipe(Effect.provide(app))
  )

  it.effect("are answered with 503 and a time to try again where no turn comes in thirty seconds", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const key = yield* newCaller()
      const waiting = yield* lists(key, readLimits.large + 1)
      yield* until(() => asked.length === readLimits.large)
      yield* TestClock.adjust("31 seconds")
      const late = yield* Fiber.join(waiting[readLimits.large]!)
      assert.deepStrictEqual([late.status, late.headers.get("retry-after")], [503, "5"])
      assert.strictEqual(asked.length, readLimits.large)
      for (const { answer } of asked) yield* answer
    }).pipe(Effect.provide(app))
  )

  it.effect("do not begin where their organization holds too much by then", () => {
    const memory = new MemoryCounter({ capacityBytes: 64 * largeBytes })
    return Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const key = yield* newCaller()
      const waiting = yield* lists(key, readLimits.large + 1)
      yield* until(() => asked.length === readLimits.large)
      memory.open(asked[0]!.owner).keep(48 * largeBytes)
      for (const { answer } of asked) yield* answer
      const { status } = yield* Fiber.join(waiting[readLimits.large]!)
      assert.deepStrictEqual([status, asked.length], [503, readLimits.large])
    }).pipe(Effect.provide(Layer.provide(app, Layer.succeed(MemoryBudget, memory))))
  })

  it.effect("give their places to others when nobody waits for them any more", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const { web } = yield* Handlers
      const key = yield* newCaller()
      const leaving = new AbortController()
      const request = new Request("http://kittiwake.test/v1/monitors", {
        headers: { authorization: `Bearer ${key}` },
        signal: leaving.signal
      })
      const left = Array.from({ length: readLimits.large + 2 }, () => web(request.clone()).catch(() => null))
      yield* until(() => asked.length === readLimits.large)
      const [staying] = yield* lists(key, 1)
      leaving.abort()
      yield* until(() => asked.length > readLimits.large)
      yield* asked.at(-1)!.answer
      assert.strictEqual((yield* Fiber.join(staying!)).status, 200)
      assert.lengthOf(asked, readLimits.large + 1)
      yield* Effect.promise(() => Promise.all(left))
    }).pipe(Effect.provide(app))
  )

  it.effect("hold up no other operation of their organization", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const key = yield* newCaller()
      yield* lists(key, 10)
      yield* until(() => asked.length === readLimits.large)
      assert.strictEqual((yield* call("GET", "/v1/monitors/limits", { key })).status, 200)
      for (const { answer } of asked) yield* answer
    }).pipe(Effect.provide(app))
  )
})

describe("writes at the API", () => {
  const id = "mon_00000000000000000000000001"
  const removes = (key: string, times: number) =>
    Effect.all(
      Array.from({ length: times }, () =>
        Effect.forkChild(call("DELETE", `/v1/monitors/${id}`, { key }), { startImmediately: true })
      )
    )

  it.effect("begin by eight for one organization, and another's at once", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const [many, other] = [yield* newCaller(), yield* newCaller()]
      const waiting = yield* removes(many, 20)
      yield* until(() => asked.length === writeLimits.small)
      yield* turnsOfLoop(300)
      assert.strictEqual(asked.length, 8)
      yield* removes(other, 1)
      yield* until(() => asked.length === 9)
      assert.notStrictEqual(asked.at(-1)!.owner, asked[0]!.owner)
      for (let answered = 0; answered < 21; answered++) {
        yield* until(() => asked.length > answered)
        yield* asked[answered]!.answer
      }
      const statuses = (yield* Effect.all(waiting.map(Fiber.join))).map(({ status }) => status)
      assert.isTrue(
        statuses.every((status) => status < 300),
        statuses.join()
      )
    }).pipe(Effect.provide(app))
  )

  const edits = (key: string, times: number) =>
    Effect.all(
      Array.from({ length: times }, () =>
        Effect.forkChild(call("PATCH", `/v1/monitors/${id}`, { key, body: { name: "n" } }), { startImmediately: true })
      )
    )

  it.effect("wait for none of their organization whose bodies do not come", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const { web } = yield* Handlers
      const key = yield* newCaller()
      const leaving = new AbortController()
      const stalled = Array.from({ length: 3 * writeLimits.small }, () => {
        const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"name":')) })
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
        const init = { method: "PATCH", headers, body, duplex: "half", signal: leaving.signal }
        return web(new Request(`http://kittiwake.test/v1/monitors/${id}`, init as RequestInit)).catch(() => null)
      })
      yield* turnsOfLoop(300)
      const [edit] = yield* edits(key, 1)
      yield* until(() => asked.length === 1)
      yield* asked[0]!.answer
      assert.strictEqual((yield* Fiber.join(edit!)).status, 404)
      leaving.abort()
      yield* Effect.promise(() => Promise.all(stalled))
    }).pipe(Effect.provide(app))
  )

  it.effect("begin by eight as well where they have bodies", () =>
    Effect.gen(function* () {
      const { lists: asked } = yield* Asked
      const key = yield* newCaller()
      const waiting = yield* edits(key, 20)
      yield* until(() => asked.length === writeLimits.small)
      yield* turnsOfLoop(300)
      assert.strictEqual(asked.length, writeLimits.small)
      for (let answered = 0; answered < 20; answered++) {
        yield* until(() => asked.length > answered)
        yield* asked[answered]!.answer
      }
      for (const { status } of yield* Effect.all(waiting.map(Fiber.join))) assert.strictEqual(status, 404)
    }).pipe(Effect.provide(app))
  )
})
