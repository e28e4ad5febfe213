/** Observed: which processes were started, and what became of each, over a browser that is none. */
import { availableParallelism } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Browser } from "playwright-core"
import { settable } from "../../../core/src/testing/arrangements.ts"
import { defaultLimits, makeBrowserPool, type PoolLimits, type Sit } from "../src/BrowserPool.ts"
import { judgeClaims } from "../src/judgeClaims.ts"
import { judgeSizes } from "../src/judgeSizes.ts"
import type { RunningBrowser } from "../src/launchBrowser.ts"
import { type ProcessUse, runningIn, sizeIn } from "../src/processes.ts"
import { failed, NeedsOwnBrowser } from "../src/render/PageFailed.ts"

/** A process that was started. */
interface Started {
  readonly running: RunningBrowser
  isConnected: boolean
  residentBytes: number
  renderers: ReadonlyArray<ProcessUse>
  readonly endedProcesses: Array<number>
  /** Which processes were put behind others, and how far. */
  readonly claims: Array<readonly [number, number]>
  end: "none" | "ended" | "killed"
}

/** A process that shows a page. */
const renderer = (pid: number, use: Partial<ProcessUse> = {}): ProcessUse => ({
  pid,
  bytes: 0,
  fileBytes: 0,
  isRenderer: true,
  isZygote: false,
  isDrawer: false,
  threads: 12,
  processorMillis: 100,
  ...use
})

/** The process that draws, which has used so much. */
const drawer = (processorMillis: number, pid = 5): ProcessUse =>
  renderer(pid, { isRenderer: false, isDrawer: true, processorMillis })

/** A machine whose browsers start when `gate` lets them. */
const machine = (gate: Effect.Effect<void, BrowserUnavailable> = Effect.void) => {
  const started: Array<Started> = []
  const start = Effect.map(gate, () => {
    const browser = { isConnected: () => one.isConnected } as Partial<Browser> as Browser
    const become = (end: Started["end"]) =>
      Effect.sync(() => {
        assert.strictEqual(one.end, "none")
        one.end = end
      })
    const one: Started = {
      running: {
        browser,
        isRemote: false,
        pid: null,
        processes: () => [renderer(1, { bytes: one.residentBytes, isRenderer: false }), ...one.renderers],
        lowerPages: () => {},
        lowerClaim: (pid, steps) => one.claims.push([pid, steps]),
        endProcess: (pid) => {
          one.endedProcesses.push(pid)
          one.renderers = one.renderers.filter((renderer) => renderer.pid !== pid)
        },
        end: become("ended"),
        kill: become("killed")
      },
      isConnected: true,
      residentBytes: 0,
      renderers: [],
      endedProcesses: [],
      claims: [],
      end: "none"
    }
    started.push(one)
    return one.running
  })
  return { start, started, ends: () => started.map(({ end }) => end) }
}

const poolOf = ({ start }: ReturnType<typeof machine>, limits: Partial<PoolLimits> = {}) =>
  makeBrowserPool(start, { ...defaultLimits, ...limits })

const unavailable = new BrowserUnavailable({ message: "None today." })

/** Lets everything run that waits for nothing. */
const settle = TestClock.adjust(0)

describe("the processes of a pool", () => {
  it.effect("serve one rendering after the other, and end with the scope", () =>
    Effect.gen(function* () {
      const one = machine()
      const scope = yield* Scope.make()
      const pool = yield* Scope.provide(poolOf(one), scope)
      assert.lengthOf(one.started, 0)
      const first = yield* pool.withSeat(({ running }) => Effect.succeed(running))
      assert.strictEqual(yield* pool.withSeat(({ running }) => Effect.succeed(running)), first)
      assert.deepStrictEqual(one.ends(), ["none"])
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(one.ends(), ["ended"])
    })
  )

  it.effect("are ended when nobody has used them for a while, and not before", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxIdle: Duration.minutes(5) })
      yield* pool.withSeat(() => Effect.void)
      yield* TestClock.adjust("4 minutes")
      yield* pool.withSeat(() => Effect.void)
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(one.ends(), ["none"])
      const long = yield* Effect.forkChild(pool.withSeat(() => Effect.sleep("1 hour")))
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(one.ends(), ["none"])
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(long)
      yield* TestClock.adjust("6 minutes")
      assert.deepStrictEqual(one.ends(), ["ended"])
      yield* pool.withSeat(() => Effect.void)
      assert.deepStrictEqual(one.ends(), ["ended", "none"])
    })
  )

  it.effect("are ended as soon, and old as soon, where they were started while the clock was ahead", () =>
    Effect.gen(function* () {
      const setAhead = yield* settable
      const one = machine()
      const pool = yield* poolOf(one, { maxIdle: Duration.minutes(5), maxAge: Duration.minutes(7) })
      yield* setAhead("30 days")
      yield* pool.withSeat(() => Effect.void)
      yield* setAhead(0)
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(one.ends(), ["ended"])

      yield* setAhead("30 days")
      yield* pool.withSeat(() => Effect.void)
      yield* setAhead(0)
      yield* TestClock.adjust("4 minutes")
      yield* pool.withSeat(() => Effect.void)
      assert.deepStrictEqual(one.ends(), ["ended", "none"])
      yield* TestClock.adjust("4 minutes")
      yield* pool.withSeat(() => Effect.void)
      yield* settle
      assert.deepStrictEqual(one.ends(), ["ended", "ended", "none"])
    })
  )

  it.effect("are replaced when they died, old ones and those that have served enough, after their last rendering", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxRenderings: 2, maxAge: Duration.minutes(30) })
      yield* pool.withSeat(() => Effect.void)
      one.started[0]!.isConnected = false
      const second = yield* pool.withSeat(({ running }) => Effect.succeed(running))
      assert.strictEqual(second, one.started[1]?.running)
      const slow = yield* Effect.forkChild(pool.withSeat(() => Effect.sleep("1 minute")))
      yield* settle
      yield* pool.withSeat(() => Effect.void)
      yield* settle
      assert.deepStrictEqual(one.ends(), ["ended", "none", "none"])
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(slow)
      yield* settle
      assert.deepStrictEqual(one.ends(), ["ended", "ended", "none"])
      yield* Effect.forkChild(pool.withSeat(() => Effect.sleep("31 minutes")))
      yield* TestClock.adjust("30 minutes")
      yield* pool.withSeat(() => Effect.void)
      assert.deepStrictEqual(one.ends(), ["ended", "ended", "none", "none"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(one.ends(), ["ended", "ended", "ended", "none"])
    })
  )

  it.effect("are replaced when they hold too much memory, which is looked at every ten renderings", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxResidentBytes: 1_000 })
      yield* pool.withSeat(() => Effect.void)
      one.started[0]!.residentBytes = 1_001
      yield* Effect.repeat(
        pool.withSeat(() => Effect.void),
        { times: 8 }
      )
      yield* settle
      assert.deepStrictEqual(one.ends(), ["ended"])
    })
  )

  it.effect("are looked at while they show pages: one that takes too much is ended, and others are let be", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxResidentBytes: 1_000, maxRendererBytes: 500 })
      const blamed: Array<boolean> = []
      const rendering = yield* Effect.forkChild(
        pool.withSeat(({ hasOutgrown }) =>
          Effect.andThen(
            Effect.sleep("1500 millis"),
            Effect.map(hasOutgrown, (is) => blamed.push(is))
          )
        )
      )
      yield* settle
      one.started[0]!.renderers = [renderer(7, { bytes: 501 }), renderer(8, { bytes: 400 })]
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(one.started[0]!.endedProcesses, [7])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(rendering)
      assert.deepStrictEqual(blamed, [true])
      yield* settle
      // Its pages were let be; the next ones are shown by another.
      assert.deepStrictEqual([one.started[0]!.endedProcesses, one.ends()], [[7], ["ended"]])
      yield* pool.withSeat(({ hasOutgrown }) => Effect.map(hasOutgrown, (is) => blamed.push(is)))
      assert.deepStrictEqual(blamed, [true, false])
    })
  )

  it.effect("are looked at for pages that start workers without end: those are ended, and the others go on in it", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxRendererThreads: 100 })
      const rendering = yield* Effect.forkChild(
        pool.withSeat(({ hasOutgrown }) => Effect.andThen(Effect.sleep("1500 millis"), hasOutgrown))
      )
      yield* settle
      one.started[0]!.renderers = [renderer(7, { threads: 101 }), renderer(8, { threads: 100 })]
      yield* TestClock.adjust("1500 millis")
      assert.isTrue(yield* Fiber.join(rendering))
      assert.deepStrictEqual(one.started[0]!.endedProcesses, [7])
      yield* pool.withSeat(() => Effect.void)
      // What it has is gone with its process: the browser is as good as before.
      assert.deepStrictEqual(one.ends(), ["none"])
    })
  )

  it.effect("are replaced when they tell nothing of their pages any more, and not when servers are to blame", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one)
      const times = (count: number, use: Effect.Effect<unknown, PageUnreachable>) =>
        Effect.repeat(Effect.ignore(pool.withSeat(() => use)), { times: count - 1 })
      const failing = (reason: PageUnreachable["reason"]) => Effect.fail(failed(reason, "No."))
      // Three pages, but soon after one was shown; two, however long after; and any number of which servers tell.
      yield* times(3, failing("timeout"))
      yield* times(1, Effect.void)
      yield* TestClock.adjust("21 seconds")
      yield* times(2, failing("timeout"))
      yield* times(9, failing("connection_failed"))
      yield* TestClock.adjust("21 seconds")
      yield* times(2, failing("timeout"))
      yield* times(1, Effect.void)
      assert.deepStrictEqual(one.ends(), ["none"])
      yield* TestClock.adjust("21 seconds")
      const leaving = yield* Effect.forkChild(times(1, Effect.never))
      yield* settle
      yield* Fiber.interrupt(leaving)
      const showing = yield* Effect.forkChild(pool.withSeat(() => Effect.sleep("1 minute")))
      yield* settle
      yield* times(2, failing("timeout"))
      yield* times(1, Effect.void)
      // The page that it shows is let be.
      assert.deepStrictEqual(one.ends(), ["none", "none"])
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(showing)
      yield* settle
      assert.deepStrictEqual(one.ends(), ["ended", "none"])
    })
  )

  it.effect("put a page that computes behind others, while others are shown, by whichever of them", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxRenderings: 1 })
      const shown = pool.withSeat(() => Effect.sleep("2 seconds"))
      const first = yield* Effect.forkChild(shown)
      yield* settle
      one.started[0]!.renderers = [renderer(7, { processorMillis: 4_000 }), renderer(8)]
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(one.started[0]!.claims, [])
      const second = yield* Effect.forkChild(shown)
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(
        one.started.map(({ claims }) => claims),
        [[[7, 6]], []]
      )
      yield* TestClock.adjust("2 seconds")
      yield* Effect.forEach([first, second], Fiber.join)
      assert.lengthOf(one.started[0]!.claims, 1)
    })
  )

  it.effect(
    "lose what draws while a picture waits for it: who wants one begins again elsewhere, and who has acted waits",
    () =>
      Effect.gen(function* () {
        const one = machine()
        const pool = yield* poolOf(one, { concurrency: 5 })
        const isTaken = yield* Deferred.make<string>()
        const picture = (hasBegun: boolean) =>
          Effect.forkChild(
            Effect.result(
              pool.withSeat((seat) => seat.waitForPicture(Deferred.await(isTaken), { hasBegun, hasTouched: hasBegun }))
            )
          )
        const late = yield* Effect.forkChild(
          Effect.flip(
            pool.withSeat((seat) =>
              Effect.andThen(
                Effect.sleep("30 seconds"),
                seat.waitForPicture(Effect.void, { hasBegun: false, hasTouched: false })
              )
            )
          )
        )
        const [waiting, acting] = [yield* picture(false), yield* picture(true)]
        yield* settle
        const [browser] = one.started
        /** What draws has used so much of each second that passes. */
        const draws = Effect.fnUntraced(function* (seconds: number, millis: number) {
          for (let second = 0; second < seconds; second++) {
            const before = browser!.renderers[0]?.processorMillis ?? 0
            browser!.renderers = [drawer(before + millis)]
            yield* TestClock.adjust("1 second")
          }
        })
        yield* draws(20, 90)
        assert.deepStrictEqual(browser!.endedProcesses, [])
        yield* draws(3, 600)
        assert.deepStrictEqual(browser!.endedProcesses, [5])
        const moved = yield* Fiber.join(waiting)
        assert.isTrue(moved._tag === "Failure" && moved.failure instanceof NeedsOwnBrowser)
        yield* draws(8, 0)
        assert.instanceOf(yield* Fiber.join(late), NeedsOwnBrowser)
        yield* Deferred.succeed(isTaken, "taken")
        assert.deepInclude(yield* Fiber.join(acting), { success: "taken" })
        yield* settle
        // Nobody else is shown where one draws without end.
        assert.deepStrictEqual(one.ends(), ["ended"])
      })
  )

  it.effect("let a page that has one for itself draw for longer, and not without end", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one)
      const drawing = yield* Effect.forkChild(
        Effect.flip(
          pool.withPlace((sit) =>
            sit((seat) => seat.waitForPicture(Effect.never, { hasBegun: false, hasTouched: false }), true)
          )
        )
      )
      yield* settle
      const [browser] = one.started
      browser!.renderers = [drawer(100)]
      yield* TestClock.adjust("10 seconds")
      browser!.renderers = [drawer(10_090)]
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(browser!.endedProcesses, [])
      browser!.renderers = [drawer(10_100)]
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(drawing), { reason: "too_large" })
      yield* settle
      assert.deepStrictEqual(one.ends(), ["ended"])
    })
  )

  const still = { hasBegun: false, hasTouched: false }

  it.effect("lose what draws while a frame waits for it, but not where a page waits for its own", () =>
    Effect.gen(function* () {
      for (const isAlone of [false, true]) {
        const one = machine()
        const pool = yield* poolOf(one)
        const beside = yield* Effect.forkChild(pool.withSeat(() => Effect.never))
        const waiting = yield* Effect.forkChild(
          Effect.flip(pool.withPlace((sit) => sit((seat) => seat.waitForFrame(Effect.never, still), isAlone)))
        )
        yield* settle
        const browser = one.started.at(-1)!
        for (let drawn = 0; drawn <= 12_000; drawn += 400) {
          browser.renderers = [drawer(drawn)]
          yield* TestClock.adjust("1 second")
          if (browser.endedProcesses.length > 0) break
        }
        assert.deepStrictEqual(browser.endedProcesses, isAlone ? [] : [5])
        if (isAlone) yield* Fiber.interrupt(waiting)
        else assert.instanceOf(yield* Fiber.join(waiting), NeedsOwnBrowser)
        yield* Fiber.interrupt(beside)
      }
    })
  )

  it.effect("let a page that has one for itself wait no longer for what goes behind others at the processor", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one)
      const drawing = yield* Effect.forkChild(
        Effect.flip(pool.withPlace((sit) => sit((seat) => seat.waitForPicture(Effect.never, still), true)))
      )
      yield* settle
      const [browser] = one.started
      browser!.renderers = [drawer(100)]
      yield* TestClock.adjust("14 seconds")
      browser!.renderers = [drawer(2_100)]
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(browser!.endedProcesses, [])
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(drawing), { reason: "too_large" })
    })
  )

  it.effect("are ended where one draws on for a page that has left, and kept where that is over", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one)
      yield* pool.withSeat(() => Effect.void)
      const [browser] = one.started
      for (const drawn of [5_000, 5_900, 5_900, 5_900]) {
        browser!.renderers = [drawer(drawn)]
        yield* TestClock.adjust("500 millis")
      }
      yield* pool.withSeat(() => Effect.void)
      browser!.renderers = [drawer(6_500)]
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(one.ends(), ["none"])
      browser!.renderers = [drawer(7_500)]
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(one.ends(), ["ended"])
    })
  )

  it.effect("are had alone, one at once, by an organization whose page drew much, for a minute", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { concurrency: 4 })
      const sitAs = (owner: string, millis: number, isAlone = false) =>
        pool
          .withPlace((sit) => sit(({ running }) => Effect.as(Effect.sleep(millis), running), isAlone))
          .pipe(Effect.provideService(WorksFor, owner as never))
      const shared = yield* sitAs("b", 0)
      const drawing = yield* Effect.forkChild(sitAs("a", 1_000, true))
      yield* settle
      one.started[1]!.renderers = [drawer(3_000)]
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(drawing)

      const beside = yield* Effect.forkChild(sitAs("b", 400))
      yield* settle
      const [first, second] = [yield* Effect.forkChild(sitAs("a", 500)), yield* Effect.forkChild(sitAs("a", 500))]
      yield* settle
      // One of them has no place yet.
      assert.lengthOf(one.started, 3)
      yield* TestClock.adjust("400 millis")
      assert.strictEqual(yield* Fiber.join(beside), shared)
      // And now it has one: nobody else is there.
      assert.lengthOf(one.started, 4)
      yield* TestClock.adjust("1 second")
      assert.notStrictEqual(yield* Fiber.join(first), shared)
      assert.notStrictEqual(yield* Fiber.join(second), shared)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* sitAs("a", 0), shared)
    })
  )

  it.effect("give a page that begins again alone its time anew", () =>
    Effect.gen(function* () {
      const pool = yield* poolOf(machine(), { concurrency: 1 })
      const moved = yield* pool
        .withPlace((sit) =>
          Effect.andThen(
            sit(() => Effect.sleep("25 seconds")),
            sit(() => Effect.sleep("25 seconds"), true)
          )
        )
        .pipe(Effect.provideService(WorksFor, "a" as never), Effect.result, Effect.forkChild)
      yield* settle
      const waiting = yield* pool
        .withSeat(() => Effect.void)
        .pipe(Effect.provideService(WorksFor, "b" as never), Effect.forkChild)
      yield* TestClock.adjust("50 seconds")
      assert.strictEqual((yield* Fiber.join(moved))._tag, "Success")
      yield* Fiber.join(waiting)
    })
  )

  it.effect("are had alone by who asks for that, while others are shown in the one that is there", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one)
      const long = Effect.sleep("10 seconds")
      yield* pool.withSeat(() => Effect.void)
      const alone = yield* Effect.forkChild(pool.withPlace((sit) => sit(() => long, true)))
      yield* settle
      const beside = yield* pool.withSeat(({ running }) => Effect.succeed(running))
      assert.strictEqual(beside, one.started[0]?.running)
      one.started[1]!.renderers = [drawer(4_000)]
      const other = yield* Effect.forkChild(pool.withSeat(() => long))
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(one.started[1]!.claims, [[5, 6]])
      yield* TestClock.adjust("10 seconds")
      yield* Effect.forEach([alone, other], Fiber.join)
      yield* settle
      assert.deepStrictEqual(one.ends(), ["none", "ended"])
    })
  )

  for (const [seconds, hasBegun, endsAfterMillis] of [
    [3, true, 3_000],
    [30, true, 10_000],
    [30, false, 0]
  ] as const) {
    it.effect(`that do not close a page are killed, after a while where another has acted: ${endsAfterMillis} ms`, () =>
      Effect.gen(function* () {
        const one = machine()
        const pool = yield* poolOf(one, { concurrency: 4 })
        const shown = (sit: Sit) => sit(() => Effect.sleep(Duration.seconds(seconds)))
        const other = yield* Effect.forkChild(pool.withPlace(shown, { hasBegun }))
        yield* settle
        const closing = yield* Effect.forkChild(
          pool.withPlace((sit) => sit(({ giveUpUnclosed }) => giveUpUnclosed), { hasBegun: true })
        )
        yield* settle
        // No more are shown there.
        yield* pool.withSeat(() => Effect.void)
        assert.lengthOf(one.started, 2)
        yield* TestClock.adjust(Math.max(0, endsAfterMillis - 100))
        assert.deepStrictEqual(one.ends(), [endsAfterMillis === 0 ? "killed" : "none", "none"])
        yield* TestClock.adjust(200)
        yield* Fiber.join(closing)
        assert.deepStrictEqual(one.ends(), ["killed", "none"])
        yield* TestClock.adjust("30 seconds")
        yield* Fiber.join(other)
      })
    )
  }

  it.effect("are killed while they show pages when what they hold is in none of those", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one, { maxResidentBytes: 1_000 })
      const rendering = yield* Effect.forkChild(pool.withSeat(() => Effect.sleep("5 seconds")))
      yield* settle
      one.started[0]!.residentBytes = 1_400
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(one.ends(), ["none"])
      one.started[0]!.residentBytes = 1_501
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(one.ends(), ["killed"])
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(rendering)
    })
  )

  it.effect("are killed, once, when they do not obey, and the others who used them are told by their page", () =>
    Effect.gen(function* () {
      const one = machine()
      const pool = yield* poolOf(one)
      const other = yield* Effect.forkChild(pool.withSeat(() => Effect.sleep("1 minute")))
      yield* settle
      yield* pool.withSeat(({ giveUp }) => Effect.andThen(giveUp, giveUp))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(other)
      assert.deepStrictEqual(one.ends(), ["killed"])
      yield* pool.withSeat(() => Effect.void)
      assert.deepStrictEqual(one.ends(), ["killed", "none"])
    })
  )
})

describe("a process whose first user leaves while it starts", () => {
  it.effect("serves the next one, and is ended like every other", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const one = machine(Deferred.await(gate))
      const pool = yield* poolOf(one)
      const first = yield* Effect.forkChild(pool.withSeat(() => Effect.void))
      yield* settle
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(gate, undefined)
      yield* settle
      yield* TestClock.adjust("6 minutes")
      assert.deepStrictEqual(one.ends(), ["ended"])
    })
  )

  it.effect("is ended as soon as it has started, when it is replaced meanwhile", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const one = machine(Deferred.await(gate))
      const pool = yield* poolOf(one, { maxRenderings: 1 })
      for (const _ of [1, 2, 3]) {
        const user = yield* Effect.forkChild(pool.withSeat(() => Effect.void))
        yield* settle
        yield* Fiber.interrupt(user)
      }
      yield* Deferred.succeed(gate, undefined)
      yield* settle
      yield* TestClock.adjust("6 minutes")
      assert.deepStrictEqual(one.ends(), ["ended", "ended", "ended"])
    })
  )

  it.effect("and which then does not start, is no answer for the next one", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void, BrowserUnavailable>()
      let tries = 0
      const one = machine(Effect.suspend(() => (tries++ === 0 ? Deferred.await(gate) : Effect.void)))
      const pool = yield* poolOf(one)
      const first = yield* Effect.forkChild(pool.withSeat(() => Effect.void))
      yield* settle
      yield* Fiber.interrupt(first)
      yield* Deferred.fail(gate, unavailable)
      yield* settle
      assert.strictEqual(yield* pool.withSeat(() => Effect.succeed("served")), "served")
    })
  )
})

describe("a place in a pool", () => {
  it.effect(
    "is given to as many of one organization at once as there are but one, and waited for by as many as may",
    () =>
      Effect.gen(function* () {
        const pool = yield* poolOf(machine(), { concurrency: 3, maxWaiting: 1 })
        let atOnce = 0
        const use = pool.withSeat(() =>
          Effect.acquireUseRelease(
            Effect.sync(() => atOnce++),
            () => Effect.sleep("1 minute"),
            () => Effect.sync(() => atOnce--)
          )
        )
        const users = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(use))
        yield* settle
        assert.strictEqual(atOnce, 2)
        assert.include(yield* Effect.flip(use), { _tag: "PageUnreachable", reason: "busy" })
        yield* Fiber.interrupt(users[2]!)
        const fourth = yield* Effect.forkChild(use)
        yield* TestClock.adjust("2 minutes")
        yield* Effect.forEach([users[0]!, users[1]!, fourth], Fiber.join)
        assert.strictEqual(atOnce, 0)
      })
  )

  it.effect("is kept for longer by who says that he has begun to act", () =>
    Effect.gen(function* () {
      const pool = yield* poolOf(machine(), { concurrency: 1 })
      const holdsFor = (seconds: number, owner: string) => {
        const held = (sit: Sit) => sit(() => Effect.sleep(Duration.seconds(seconds)))
        const acting = { hasBegun: true }
        return Effect.provideService(Effect.result(pool.withPlace(held, acting)), WorksFor, owner as never)
      }
      const acting = yield* Effect.forkChild(holdsFor(45, "a"), { startImmediately: true })
      const waiting = yield* Effect.forkChild(holdsFor(1, "b"), { startImmediately: true })
      yield* TestClock.adjust("46 seconds")
      for (const one of [acting, waiting]) assert.strictEqual((yield* Fiber.join(one))._tag, "Success")
    })
  )

  it.effect("is free again after a browser that did not start, and the next one tries anew", () =>
    Effect.gen(function* () {
      let tries = 0
      const one = machine(Effect.suspend(() => (tries++ < 2 ? Effect.fail(unavailable) : Effect.void)))
      const pool = yield* poolOf(one, { concurrency: 1 })
      assert.strictEqual(yield* Effect.flip(pool.withSeat(() => Effect.void)), unavailable)
      assert.strictEqual(yield* Effect.flip(pool.withSeat(() => Effect.void)), unavailable)
      assert.strictEqual(yield* pool.withSeat(() => Effect.succeed("served")), "served")
    })
  )
})

describe("what the processes of a browser may claim of the processor", () => {
  const stepsOf = (use: Partial<ProcessUse>) => judgeClaims([renderer(7, use)], false)[0]?.steps ?? 0

  it("is as much as ever for a page that is soon through", () => {
    assert.strictEqual(stepsOf({ processorMillis: 1_900 }), 0)
    assert.strictEqual(stepsOf({ processorMillis: 490, threads: 33 }), 0)
    assert.strictEqual(stepsOf({ processorMillis: 10, threads: 80 }), 0)
    // Sixteen workers beside the dozen threads of every page.
    assert.strictEqual(stepsOf({ processorMillis: 1_900, threads: 28 }), 0)
    assert.strictEqual(stepsOf({ processorMillis: 60_000, isRenderer: false, threads: 300 }), 0)
    assert.deepStrictEqual(judgeClaims([], false), [])
  })

  it("is half as much whenever it has used twice as much", () => {
    assert.deepStrictEqual(
      [2_000, 3_990, 4_000, 8_000, 16_000].map((processorMillis) => stepsOf({ processorMillis })),
      [3, 3, 6, 9, 12]
    )
  })

  it("is shared by threads beyond those that pages have", () => {
    assert.deepStrictEqual(
      [32, 33, 34, 36, 64, 100].map((threads) => stepsOf({ processorMillis: 500, threads })),
      [0, 0, 3, 6, 15, 18]
    )
    assert.strictEqual(stepsOf({ processorMillis: 2_000, threads: 64 }), 18)
    // Where there is little of the processor, many have used little.
    assert.strictEqual(stepsOf({ processorMillis: 20, threads: 64 }), 15)
  })

  it("is of each process its own", () => {
    const processes = [renderer(7), renderer(8, { processorMillis: 4_000 }), renderer(9, { processorMillis: 2_000 })]
    assert.deepStrictEqual(judgeClaims(processes, false), [
      { pid: 8, steps: 6 },
      { pid: 9, steps: 3 }
    ])
  })

  it("goes by what the kernel says of each, whatever its program is called", () => {
    const rest = (state: string) => `${state} 2 3 4 5 6 7 8 9 10 11 120 34 999 999 20 0 17 0 100`
    const running = { group: 3, threads: 17, processorMillis: 1_540 }
    assert.deepStrictEqual(runningIn(`12 (chromium) ${rest("S")}`), running)
    assert.deepStrictEqual(runningIn(`12 (a) R 1 (b) ) ${rest("R")}`), running)
    for (const gone of ["", `12 (chromium) ${rest("Z")}`]) assert.isNull(runningIn(gone))
  })

  it("leaves room for the workers of a page, and more where there are more processors", () => {
    assert.isAtLeast(defaultLimits.maxRendererThreads, 100)
    assert.isAbove(defaultLimits.maxRendererThreads, 3 * availableParallelism())
  })
})

describe("what the processes of a browser hold", () => {
  const limits = { maxResidentBytes: 1_000, maxRendererBytes: 500 }
  const judge = (other: number, ...renderers: ReadonlyArray<number>) =>
    judgeSizes(
      [
        { pid: 1, bytes: other, fileBytes: 0, isRenderer: false },
        ...renderers.map((bytes, index) => ({ pid: index + 2, bytes, fileBytes: 0, isRenderer: true }))
      ],
      limits
    )

  it("is judged by each page first, and then by all of it", () => {
    assert.deepStrictEqual(judgeSizes([], limits), { _tag: "Fits" })
    assert.deepStrictEqual(judge(100, 500, 400), { _tag: "Fits" })
    assert.deepStrictEqual(judge(100, 500, 401), { _tag: "Replace" })
    assert.deepStrictEqual(judge(0, 10, 501, 502), { _tag: "EndRenderers", pids: [4, 3] })
    // Many frames of one page.
    assert.deepStrictEqual(judge(100, 400, 450, 400, 200), { _tag: "EndRenderers", pids: [3] })
    assert.deepStrictEqual(judge(1_200, 100, 300), { _tag: "End" })
    assert.deepStrictEqual(judge(1_600), { _tag: "End" })
  })

  it("has the program that all of them run once", () => {
    const framesOf = (count: number, bytes: number) =>
      judgeSizes(
        Array.from({ length: count }, (_, index) => ({ pid: index + 1, bytes, fileBytes: 100, isRenderer: index > 0 })),
        limits
      )
    assert.deepStrictEqual(framesOf(45, 20), { _tag: "Fits" })
    assert.deepStrictEqual(framesOf(45, 21), { _tag: "Replace" })
    assert.deepStrictEqual(framesOf(45, 32), { _tag: "EndRenderers", pids: [2] })
    // A large program makes no page a large one.
    const page = { pid: 2, bytes: 100, fileBytes: 600, isRenderer: true }
    assert.deepStrictEqual(judgeSizes([page], limits), { _tag: "Fits" })
  })

  it("is what is there because of each, as the kernel says it", () => {
    const said = (lines: string) => `Name:\tchromium\nVmHWM:\t  900 kB\nVmRSS:\t  700 kB\n${lines}VmData:\t   50 kB\n`
    const kinds = "RssAnon:\t  300 kB\nRssFile:\t  280 kB\nRssShmem:\t  120 kB\n"
    // Canvases and layers are in shared memory.
    assert.deepStrictEqual(sizeIn(said(kinds)), { bytes: 420 * 1_024, fileBytes: 280 * 1_024 })
    assert.deepStrictEqual(sizeIn(said("")), { bytes: 700 * 1_024, fileBytes: 0 })
    assert.deepStrictEqual(sizeIn(""), { bytes: 0, fileBytes: 0 })
  })

  it("leaves room for the pages of the web", () => {
    assert.isAtLeast(defaultLimits.maxRendererBytes, 1024 ** 3)
    assert.isBelow(defaultLimits.maxRendererBytes, defaultLimits.maxResidentBytes)
  })
})
