/** Observed: who has the browser, and when. */
import { assert, describe, it } from "@effect/vitest"
import { GivesWay } from "@kittiwake/core/organizations/GivesWay"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { WorksOn } from "@kittiwake/core/organizations/WorksOn"
import { Clock, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeBrowserTurns, overdue } from "../src/BrowserTurns.ts"

const limits = { concurrency: 3, maxWaiting: 150, maxHeld: Duration.seconds(30), maxActing: Duration.seconds(60) }

/** A browser, and the names of the pages that had it, in order, with the second in which they got it. */
const browser = (options: Partial<typeof limits> = {}) => {
  const turns = makeBrowserTurns({ ...limits, ...options })
  const served: Array<string> = []
  const page = (
    owner: string,
    name: string,
    seconds: number,
    more: { readonly work?: string; readonly behind?: true; readonly actsAfter?: number } = {}
  ) => {
    const acting = { hasBegun: false }
    const { actsAfter = seconds } = more
    return turns
      .withTurn(
        () =>
          Effect.gen(function* () {
            served.push(`${name}@${(yield* Clock.currentTimeMillis) / 1_000}`)
            yield* Effect.sleep(Duration.seconds(actsAfter))
            acting.hasBegun = true
            yield* Effect.sleep(Duration.seconds(seconds - actsAfter))
          }),
        acting
      )
      .pipe(
        Effect.provideService(WorksFor, owner as never),
        Effect.provideService(WorksOn, more.work ?? null),
        Effect.provideService(GivesWay, more.behind === true),
        Effect.result,
        Effect.forkChild({ startImmediately: true })
      )
  }
  return { page, served }
}

const failureOf = (fiber: Fiber.Fiber<{ readonly _tag: string; readonly failure?: unknown }>) =>
  Effect.map(Fiber.join(fiber), (result) => (result._tag === "Failure" ? result.failure : null))

describe("turns at the browser", () => {
  it.effect("leave one place to whoever has none, whatever one organization asks for", () =>
    Effect.gen(function* () {
      const { page, served } = browser()
      for (let at = 0; at < 50; at++) yield* page("a", "hang", 300)
      yield* TestClock.adjust("10 seconds")
      const other = yield* page("b", "other", 3)
      yield* TestClock.adjust("3 seconds")
      assert.isNull(yield* failureOf(other))
      assert.deepStrictEqual(served, ["hang@0", "hang@0", "other@10"])
    })
  )

  it.effect("are had for as long as a page takes where nobody else waits, also in one's own line", () =>
    Effect.gen(function* () {
      const { page } = browser()
      const long = yield* page("a", "long", 290)
      for (let at = 0; at < 10; at++) yield* page("a", "more", 290)
      yield* TestClock.adjust("291 seconds")
      assert.isNull(yield* failureOf(long))
    })
  )

  it.effect("are given up after half a minute to an organization that has none, by who had it longest", () =>
    Effect.gen(function* () {
      const { page, served } = browser()
      const first = yield* page("a", "first", 300)
      yield* TestClock.adjust("20 seconds")
      const second = yield* page("b", "second", 300)
      const third = yield* page("c", "third", 300)
      const waiting = yield* page("d", "waiting", 2)
      yield* page("a", "again", 300)
      yield* TestClock.adjust("13 seconds")
      assert.include(yield* failureOf(first), { reason: "busy" })
      assert.isNull(yield* failureOf(waiting))
      assert.deepStrictEqual(served.slice(0, 4), ["first@0", "second@20", "third@20", "waiting@30"])
      assert.isUndefined(second.pollUnsafe())
      assert.isUndefined(third.pollUnsafe())
    })
  )

  it.effect("are kept for a minute by who has begun to act, and given up by others first", () =>
    Effect.gen(function* () {
      const { page } = browser()
      const acts = yield* page("a", "acts", 55, { actsAfter: 3 })
      yield* TestClock.adjust("5 seconds")
      const shows = yield* page("b", "shows", 55)
      yield* page("c", "acts too", 300, { actsAfter: 3 })
      const waiting = yield* page("d", "waiting", 2)
      yield* TestClock.adjust("35 seconds")
      assert.isUndefined(acts.pollUnsafe())
      assert.include(yield* failureOf(shows), { reason: "busy" })
      assert.isNull(yield* failureOf(waiting))
      yield* TestClock.adjust("20 seconds")
      assert.isNull(yield* failureOf(acts))
    })
  )

  it.effect("are given up after a minute by who acts on and on, and after half of one by who has not begun", () =>
    Effect.gen(function* () {
      const { page, served } = browser()
      const late = yield* page("a", "late", 300, { actsAfter: 31 })
      const acting = yield* Effect.forEach(["b", "c"], (owner) => page(owner, "acts", 300, { actsAfter: 1 }))
      for (const owner of ["d", "e", "f"]) yield* page(owner, owner, 300, { actsAfter: 1 })
      yield* TestClock.adjust("31 seconds")
      assert.include(yield* failureOf(late), { reason: "busy" })
      yield* TestClock.adjust("28 seconds")
      assert.isUndefined(acting.find((one) => one.pollUnsafe() !== undefined))
      yield* TestClock.adjust("2 seconds")
      for (const one of acting) assert.include(yield* failureOf(one), { reason: "busy" })
      assert.sameMembers(served.slice(3), ["d@30", "e@60", "f@60"])
    })
  )

  it.effect("are not given up to who waits for a moment only, nor to an organization that has one", () =>
    Effect.gen(function* () {
      const { page } = browser()
      const pages = yield* Effect.forEach(["a", "b", "c"], (owner) => page(owner, owner, 60))
      yield* TestClock.adjust("40 seconds")
      yield* page("a", "more", 1)
      const leaving = yield* page("d", "short", 1)
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.interrupt(leaving)
      yield* TestClock.adjust("17 seconds")
      assert.deepStrictEqual(yield* Effect.forEach(pages, failureOf), [null, null, null])
    })
  )

  it.effect("go to calls before background work, and to small works beside large ones", () =>
    Effect.gen(function* () {
      const { page, served } = browser({ concurrency: 1 })
      yield* page("a", "now", 1)
      for (const name of ["batch1", "batch2"]) yield* page("b", name, 1, { work: "large", behind: true })
      yield* page("b", "small", 1, { work: "small", behind: true })
      yield* page("c", "call", 1)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(served, ["now@0", "call@1", "batch1@2", "small@3", "batch2@4"])
    })
  )

  it.effect("are waited for in the order in which an organization asked", () =>
    Effect.gen(function* () {
      const { page, served } = browser()
      for (let at = 1; at <= 6; at++) yield* page("a", `${at}`, 1)
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(served, ["1@0", "2@0", "3@1", "4@1", "5@2", "6@2"])
    })
  )

  it.effect("are waited for by a hundred of one organization, beside whom another has room, and are busy beyond", () =>
    Effect.gen(function* () {
      const { page } = browser()
      const pages = yield* Effect.forEach(Array.from({ length: 103 }), () => page("a", "page", 1))
      const refused = pages.filter((one) => one.pollUnsafe() !== undefined)
      assert.lengthOf(refused, 1)
      assert.include(yield* failureOf(refused[0]!), { reason: "busy" })
      const others = yield* Effect.forEach(Array.from({ length: 20 }), () => page("b", "other", 1))
      assert.lengthOf(
        others.filter((one) => one.pollUnsafe() !== undefined),
        0
      )
      yield* TestClock.adjust("70 seconds")
      assert.lengthOf(
        pages.filter((one) => one.pollUnsafe() === undefined),
        0
      )
    })
  )

  it.effect("are free again after whoever left, waiting or not", () =>
    Effect.gen(function* () {
      const { page, served } = browser({ concurrency: 1, maxWaiting: 2 })
      const [had, waits] = [yield* page("a", "had", 300), yield* page("b", "waits", 300)]
      yield* Fiber.interrupt(waits)
      yield* Fiber.interrupt(had)
      const next = yield* page("c", "next", 1)
      yield* TestClock.adjust("1 second")
      assert.isNull(yield* failureOf(next))
      assert.deepStrictEqual(served, ["had@0", "next@0"])
    })
  )
})

describe("who gives up a place", () => {
  const guest = (owner: string, sinceMillis: number, hasPlace: boolean, givesUp = false) => ({
    owner,
    sinceMillis,
    hasPlace,
    givesUp,
    acting: { hasBegun: false }
  })

  it("is one for each organization without one, and those that are about to leave count", () => {
    const seated = [guest("a", 2_000, true), guest("a", 1_000, true), guest("b", 0, true, true)]
    const waiting = [guest("c", 0, false), guest("c", 0, false), guest("d", 0, false)]
    assert.deepStrictEqual(overdue([...seated, ...waiting], 60_000, limits), [seated[1]!])
    assert.deepStrictEqual(overdue(seated, 60_000, limits), [])
    const [two, one] = [[guest("a", 2_000, true), guest("a", 1_000, true)], guest("b", 0, true)]
    assert.deepStrictEqual(overdue([one, ...two, guest("c", 0, false)], 60_000, limits), [two[1]!])
    assert.deepStrictEqual(overdue([...seated, ...waiting], 30_500, limits), [])
    const isDear = (owner: string) => owner !== "c"
    assert.deepStrictEqual(overdue([one, ...two, guest("c", 0, false)], 6_000, limits, isDear), [two[1]!])
    assert.deepStrictEqual(overdue([one, two[0]!, guest("c", 0, false)], 6_000, limits, isDear), [])
  })
})
