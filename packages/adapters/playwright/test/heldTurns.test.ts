/** Observed: who gives up the browser to whom, and when, where several wait. */
import { assert, describe, it } from "@effect/vitest"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { Clock, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeBrowserTurns } from "../src/BrowserTurns.ts"

const usual = { concurrency: 3, maxWaiting: 150, maxHeld: Duration.seconds(30), maxActing: Duration.seconds(60) }

/** A browser, and the pages that had it, with the second in which they got it. */
const browser = ({ concurrency }: Pick<typeof usual, "concurrency"> = usual) => {
  const turns = makeBrowserTurns({ ...usual, concurrency })
  const served: Array<string> = []
  const page = (
    owner: string,
    name: string,
    seconds: number,
    more: { readonly closesSeconds?: number; readonly isBackground?: true } = {}
  ) =>
    turns
      .withTurn(() =>
        Effect.gen(function* () {
          served.push(`${name}@${(yield* Clock.currentTimeMillis) / 1_000}`)
          yield* Effect.sleep(Duration.seconds(seconds)).pipe(
            Effect.onInterrupt(() => Effect.sleep(Duration.seconds(more.closesSeconds ?? 0)))
          )
        })
      )
      .pipe(
        Effect.provideService(WorksFor, owner as never),
        Effect.provideService(BackgroundWork, more.isBackground === true),
        Effect.result,
        Effect.forkChild({ startImmediately: true })
      )
  return { page, served }
}

const hasGivenUp = (fiber: Fiber.Fiber<{ readonly _tag: string }>) =>
  Effect.map(Fiber.join(fiber), ({ _tag }) => _tag === "Failure")

describe("a page that has the browser for long", () => {
  it.effect("keeps it while who has none has waited for less than five seconds, whoever waits for longer", () =>
    Effect.gen(function* () {
      const { page } = browser()
      const pages = yield* Effect.forEach(["a", "b", "c"], (owner) => page(owner, owner, 60))
      // They wait behind pages of their own, and look every second whether somebody has to leave.
      yield* TestClock.adjust("32 seconds")
      for (const owner of ["a", "b"]) yield* page(owner, "more", 1)
      yield* TestClock.adjust("8 seconds")
      const leaving = yield* page("d", "short", 1)
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.interrupt(leaving)
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(yield* Effect.forEach(pages, hasGivenUp), [false, false, false])
    })
  )

  it.effect("has it for as long as any other, however long it waited before", () =>
    Effect.gen(function* () {
      const { page, served } = browser({ concurrency: 1 })
      yield* page("a", "first", 29)
      const second = yield* page("b", "second", 20)
      yield* TestClock.adjust("29 seconds")
      yield* page("c", "third", 1)
      yield* TestClock.adjust("25 seconds")
      assert.isFalse(yield* hasGivenUp(second))
      assert.deepStrictEqual(served, ["first@0", "second@29", "third@49"])
    })
  )

  it.effect("keeps it where another gives up its own already, which takes a while to close", () =>
    Effect.gen(function* () {
      const { page, served } = browser({ concurrency: 4 })
      yield* page("b", "given", 300, { closesSeconds: 10 })
      yield* TestClock.adjust("2 seconds")
      const two = [yield* page("a", "one", 55), yield* page("a", "two", 55)]
      yield* page("c", "three", 55)
      yield* page("d", "waits", 5)
      yield* TestClock.adjust("56 seconds")
      assert.deepStrictEqual(yield* Effect.forEach(two, hasGivenUp), [false, false])
      assert.deepStrictEqual(served, ["given@0", "one@2", "two@2", "three@2", "waits@40"])
    })
  )
})

it.effect("work that nobody waits for stands behind calls that came after it", () =>
  Effect.gen(function* () {
    const { page, served } = browser({ concurrency: 1 })
    yield* page("a", "now", 1)
    for (const name of ["one", "two"]) yield* page("b", name, 1, { isBackground: true })
    yield* page("c", "call", 1)
    yield* TestClock.adjust("4 seconds")
    assert.deepStrictEqual(served, ["now@0", "call@1", "one@2", "two@3"])
  })
)
