/** Monitors that act on their page. Observed: how often it is acted on, and what becomes of the runs. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { TextComparer } from "@kittiwake/core/monitors/TextComparer"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { Browser, type Rendered, type RenderRequest } from "@kittiwake/core/pages/Browser"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { Signer } from "@kittiwake/core/security/Signer"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { targetOfPage } from "@kittiwake/core/testing/WatchedPage"
import { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import { HttpFetcher, PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { lookAtTarget } from "../../src/monitors/lookAtTarget.ts"
import { noteActing } from "../../src/pages/acting.ts"
import type { BrowserAction } from "../../src/pages/domain/BrowserAction.ts"
import { instructionOf } from "../../src/pages/domain/BrowserAction.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { epoch, monitorOf, organizationOf, targetOf } from "../../src/testing/builders.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import { advance, lastRun, monitorOf as monitorNow, page, runNow, scenario, show, update, watch } from "../watching.ts"

const press = { do: "click", selector: "button" } as const
const waits = { do: "wait", timeMs: 10 } as const

const lost = new PageUnreachable({ reason: "may_have_acted", message: "The browser ended after it had begun to act." })

describe("a monitor that acts on its page", () => {
  const ending = scriptedBrowser(() => lost)
  scenario(
    "acts once a run where the browser ends then, and no more after the runs that pause it",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><button>More</button>")
      const id = yield* watch({ actions: [press] })
      yield* advance("11 minutes")
      assert.lengthOf(ending.asked, 1)
      const run = yield* lastRun(id)
      assert.strictEqual(run?.status, "failed")
      assert.strictEqual(run?.error?.code, "fetch_failed")
      yield* advance("30 hours")
      assert.strictEqual((yield* monitorNow(id)).status, "paused")
      assert.lengthOf(ending.asked, 3)
    }),
    ending.options
  )

  const outOfRoom = scriptedBrowser(
    () => new PageUnreachable({ reason: "may_have_acted", message: "It gave up its place.", isOurs: true })
  )
  scenario(
    "acts once a run where others took its place in the browser, and is not paused for them",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><button>More</button>")
      const id = yield* watch({ actions: [press] })
      yield* advance("11 minutes")
      assert.lengthOf(outOfRoom.asked, 1)
      assert.strictEqual((yield* lastRun(id))?.error?.code, "internal_error")
      yield* advance("100 hours")
      assert.notStrictEqual((yield* monitorNow(id)).status, "paused")
    }),
    outOfRoom.options
  )

  const busy = scriptedBrowser((_, look) =>
    look < 4 ? new PageUnreachable({ reason: "busy", message: "No room." }) : "<main>Tea is 3.90 a bag</main>"
  )
  scenario(
    "waits until there is room for it before it acts",
    Effect.gen(function* () {
      const id = yield* watch({ actions: [press] })
      yield* advance("1 minute")
      assert.lengthOf(busy.asked, 4)
      assert.strictEqual((yield* lastRun(id)).status, "completed")
    }),
    busy.options
  )

  const refusing = (status: Rendered["actionsApplied"][number]["status"]) =>
    scriptedBrowser((request) => ({
      status: 429,
      html: "<p>slow down</p>",
      actionsApplied: request.actions.map((action) => ({ instruction: instructionOf(action), status }))
    }))
  const pressed = refusing("applied")
  scenario(
    "does not act again where its site answers that it is asked too often, and something was done",
    Effect.gen(function* () {
      const id = yield* watch({ actions: [press] })
      yield* advance("10 minutes")
      assert.lengthOf(pressed.asked, 1)
      assert.strictEqual((yield* lastRun(id)).error?.code, "blocked")
    }),
    pressed.options
  )

  const unpressed = refusing("failed")
  scenario(
    "looks again after a rest where nothing was there to be pressed",
    Effect.gen(function* () {
      yield* watch({ actions: [press] })
      yield* advance("10 minutes")
      assert.lengthOf(unpressed.asked, 3)
    }),
    unpressed.options
  )

  /** A browser that touched what it should press, of which nothing was to be seen. */
  const touched: Array<RenderRequest> = []
  const touching = (request: RenderRequest) =>
    Effect.suspend(() => {
      touched.push(request)
      const failed = { status: "failed", error: "Nothing changed after a click on Order." } as const
      const rendered: Rendered = {
        url: request.url,
        status: 429,
        contentType: "text/html",
        html: "<p>slow down</p>",
        frames: [],
        finalDomState: "loaded",
        actionsApplied: request.actions.map((action) => ({ instruction: instructionOf(action), ...failed })),
        isStale: false,
        capture: null,
        session: request.session
      }
      return Effect.as(noteActing(request), rendered)
    })
  scenario(
    "does not act again where its site answers so slowly that nothing was seen of what was pressed",
    Effect.gen(function* () {
      const id = yield* watch({ actions: [press] })
      yield* advance("10 minutes")
      assert.lengthOf(touched, 1)
      assert.strictEqual((yield* lastRun(id)).error?.code, "blocked")
    }),
    { readers: Layer.merge(PlainReaders.layer, Layer.succeed(Browser, { render: touching })) }
  )

  /** Renderings of a run during whose look other lines are pinned that finds a change. */
  const rendersWhilePinned = (actions: ReadonlyArray<BrowserAction>) => {
    const { asked, options } = scriptedBrowser((_, look) => `<h1>Tea</h1><p>${look === 1 ? "10" : "12"} €</p>`)
    const slow = Layer.effect(
      Browser,
      Effect.map(Browser, ({ render }) => ({
        render: (request: RenderRequest) => Effect.delay(render(request), "10 seconds")
      }))
    )
    const renders = Effect.gen(function* () {
      const id = yield* watch({ actions: [...actions], browser: true })
      yield* advance("5 minutes")
      const before = asked.length
      yield* runNow(id)
      yield* advance("5 seconds")
      yield* update(id, {
        target: targetOfPage({ url: page, actions: [...actions], browser: true, pinnedLines: ["Of others"] })
      })
      yield* advance("10 minutes")
      assert.strictEqual((yield* lastRun(id)).status, "completed")
      return asked.length - before
    })
    return { renders, options: { readers: Layer.provideMerge(slow, options.readers!) } }
  }
  const acting = rendersWhilePinned([press])
  scenario(
    "makes no other look where other lines are pinned while it looks, which renders four times until it is sure",
    Effect.map(acting.renders, (renders) => assert.strictEqual(renders, 4)),
    acting.options
  )
  const reading = rendersWhilePinned([waits])
  scenario(
    "that only waits makes another look then",
    Effect.map(reading.renders, (renders) => assert.strictEqual(renders, 8)),
    reading.options
  )

  /** Looks at a page for which there is no room once it is rendered. */
  const looksInNoRoom = Effect.fnUntraced(function* (actions: ReadonlyArray<BrowserAction>) {
    const memory = new MemoryCounter({ capacityBytes: 4_000_000 })
    memory.open("full").keep(3_999_000)
    const { id } = organizationOf()
    let asked = 0
    const render = () =>
      Effect.sync((): Rendered => {
        asked += 1
        return {
          url: "https://shop.example/",
          status: 200,
          contentType: "text/html",
          html: `<main>${"Tea ".repeat(200_000)}</main>`,
          frames: [],
          finalDomState: "loaded",
          actionsApplied: actions.map((action) => ({ instruction: instructionOf(action), status: "applied" })),
          isStale: false,
          capture: null,
          session: null
        }
      })
    const watched = monitorOf(id, epoch, { target: { ...targetOf(), actions: [...actions], browser: true } })
    const looking = yield* Effect.forkChild(
      lookAtTarget(watched).pipe(
        Effect.provide([
          Layer.succeed(MemoryBudget, memory),
          Layer.mock(HttpFetcher, {
            openSession: Effect.succeed({
              fetch: () => Effect.die("unused"),
              fetchEncoded: () => Effect.die("unused"),
              download: () => Effect.die("unused")
            })
          }),
          Layer.mock(PageReader, {}),
          Layer.mock(Sealer, {}),
          Layer.mock(ProfileStore, {}),
          PlainReaders.layer,
          HostPauses.layer,
          Layer.mock(Signer, {}),
          Layer.mock(ChangeJudge, {}),
          Layer.mock(TextComparer, {}),
          Layer.mock(MonitorStore, {}),
          Layer.mock(VersionStore, {}),
          Layer.succeed(Browser, { render }),
          Layer.succeed(EgressResolver, { resolve: () => Effect.succeed(["203.0.113.1"]) })
        ])
      )
    )
    yield* TestClock.adjust("11 minutes")
    const { verdict } = yield* Fiber.join(looking)
    return { asked, verdict }
  })

  it.effect("does not act again for want of memory for what came of it", () =>
    Effect.gen(function* () {
      const { asked, verdict } = yield* looksInNoRoom([waits, press])
      assert.strictEqual(asked, 1)
      assert(verdict._tag === "Failed")
      assert.strictEqual(verdict.error.code, "internal_error")
    })
  )

  it.effect("that only waits on it looks again until there is room", () =>
    Effect.gen(function* () {
      const { asked, verdict } = yield* looksInNoRoom([waits])
      assert.isAbove(asked, 20)
      assert(verdict._tag === "Failed")
      assert.strictEqual(verdict.error.code, "internal_error")
    })
  )
})
