/** What is told of an act. Observed: what it counts as, over a page that changes when a test says so, by a clock that tests move. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { followed, isOver, observed, unseen } from "../src/actions/act.ts"
import type { OpenPage } from "../src/render/OpenPage.ts"
import { CallFailed } from "../src/render/PageFailed.ts"

/** A page on which nothing is seen but what its watch tells. */
const pageOf = () => {
  const seen = { documents: 1, inFlight: 0, activity: 0, navigations: 1, wishes: 0, isComing: false }
  const acting = { hasBegun: true, hasTouched: false }
  const shown = { hasChanged: false, isStill: true, evidence: null }
  const opened = {
    page: { url: () => "https://shop.example/thanks", waitForLoadState: () => Promise.resolve() },
    world: {
      run: (script: { readonly name: string }) =>
        script.name === "untilQuiet" ? Effect.delay(Effect.succeed(shown), "30 millis") : Effect.succeed(shown)
    },
    watch: {
      documents: () => seen.documents,
      inFlight: () => seen.inFlight,
      activity: () => seen.activity,
      navigations: () => seen.navigations,
      wishes: () => seen.wishes,
      isComing: () => seen.isComing,
      windows: () => 0
    },
    frames: { next: Effect.succeed(false) },
    acting
  } as unknown as OpenPage
  return { opened, seen, acting }
}

type Seen = ReturnType<typeof pageOf>["seen"]

/** A form is sent: its answer comes after so long, all of it at once, and is shown a moment later. */
const sendsForm = (seen: Seen, answeredMillis: number, shownMillis: number) =>
  Effect.gen(function* () {
    Object.assign(seen, { inFlight: 1, activity: 1, navigations: 2, isComing: true })
    const answered = Effect.sync(() => Object.assign(seen, { inFlight: 0, activity: 2 }))
    const shows = Effect.sync(() => Object.assign(seen, { documents: 2, isComing: false }))
    yield* Effect.forkDetach(Effect.delay(answered, answeredMillis))
    yield* Effect.forkDetach(Effect.delay(shows, shownMillis))
  })

const observing = Effect.fnUntraced(function* (opened: OpenPage, doing: Effect.Effect<unknown>) {
  const fiber = yield* Effect.forkChild(observed(opened, doing), { startImmediately: true })
  let passed = 0
  for (; fiber.pollUnsafe() === undefined && passed < 20_000; passed += 20) yield* TestClock.adjust("20 millis")
  return { evidence: yield* Fiber.join(fiber), passed }
})

describe("an act", () => {
  for (const answered of [300, 1_300, 2_600, 3_990, 8_000])
    it.effect(`that leads to another page is seen to do so where that is answered after ${answered} ms`, () =>
      Effect.gen(function* () {
        const { opened, seen } = pageOf()
        const { evidence } = yield* observing(opened, sendsForm(seen, answered, answered + 700))
        assert.strictEqual(evidence, "the page became https://shop.example/thanks")
      })
    )

  it.effect("shows nothing where the page that it leads to does not come, which is said", () =>
    Effect.gen(function* () {
      const { opened, seen } = pageOf()
      const { evidence, passed } = yield* observing(opened, sendsForm(seen, 60_000, 61_000))
      assert.isNull(evidence)
      assert.isAbove(passed, 11_900)
      assert.isBelow(passed, 12_500)
      assert.strictEqual(unseen(opened, "a click"), "Nothing came in time of where the page went after a click.")
    })
  )

  it.effect("shows nothing after a second where nothing is sent, though the page was on its way before", () =>
    Effect.gen(function* () {
      const { opened, seen } = pageOf()
      seen.isComing = true
      const { evidence, passed } = yield* observing(opened, Effect.void)
      assert.isNull(evidence)
      assert.isBelow(passed, 1_200)
      seen.isComing = false
      assert.strictEqual(unseen(opened, "a click"), "Nothing changed after a click.")
    })
  )

  it("is over in a second, or half of one after what came last, or at its bounds", () => {
    const quiet = { passedMillis: 1_001, quietMillis: 1_001, isLoading: false, isLed: false }
    assert.isTrue(isOver(quiet))
    assert.isFalse(isOver({ ...quiet, passedMillis: 1_000 }))
    assert.isFalse(isOver({ ...quiet, quietMillis: 500 }))
    assert.isFalse(isOver({ ...quiet, isLoading: true }))
    assert.isTrue(isOver({ ...quiet, passedMillis: 4_001, quietMillis: 0, isLoading: true }))
    assert.isFalse(isOver({ ...quiet, passedMillis: 12_000, isLed: true }))
    assert.isTrue(isOver({ ...quiet, passedMillis: 12_001, isLed: true }))
  })

  it.effect("marks its page as touched, also where that goes away under it", () =>
    Effect.gen(function* () {
      const { acting, opened } = pageOf()
      yield* Effect.flip(observed(opened, Effect.fail(new CallFailed({ message: "gone" }))))
      assert.isTrue(acting.hasTouched)
    })
  )
})

describe("what follows an act", () => {
  const followingAct = Effect.fnUntraced(function* (act: (seen: Seen) => Effect.Effect<unknown>) {
    const { opened, seen } = pageOf()
    const fiber = yield* Effect.forkChild(followed(opened, act(seen)), { startImmediately: true })
    yield* Effect.yieldNow
    let passed = 0
    for (; fiber.pollUnsafe() === undefined && passed < 20_000; passed += 20) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("20 millis")
    }
    yield* Fiber.join(fiber)
    return { documents: seen.documents, passed }
  })
  const following = (answered: number) => followingAct((seen) => sendsForm(seen, answered, answered + 100))

  it.effect("is done on the page that is asked for, though the page goes for it a moment later", () =>
    Effect.gen(function* () {
      const asks = (seen: Seen) =>
        Effect.suspend(() => {
          seen.wishes += 1
          return Effect.forkDetach(Effect.delay(sendsForm(seen, 900, 1_000), 700))
        })
      const { documents } = yield* followingAct(asks)
      assert.strictEqual(documents, 2)
    })
  )

  it.effect("waits a moment alone for what is asked for and leads nowhere", () =>
    Effect.gen(function* () {
      const { passed } = yield* followingAct((seen) => Effect.sync(() => (seen.wishes += 1)))
      assert.isBelow(passed, 2_500)
    })
  )

  it.effect("is done on the page that it leads to, though something else was seen at once", () =>
    Effect.map(following(6_000), ({ documents }) => assert.strictEqual(documents, 2))
  )

  it.effect("does not wait for a page that does not come", () =>
    Effect.gen(function* () {
      const { documents, passed } = yield* following(60_000)
      assert.strictEqual(documents, 1)
      assert.isBelow(passed, 14_500)
    })
  )
})
