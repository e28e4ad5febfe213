/** Observed: what is told of lines that come and go, as an owner pins and frees them. */
import { assert, describe } from "@effect/vitest"
import { flicker } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import type { WatchedPage } from "@kittiwake/core/testing/WatchedPage"
import { targetOfPage } from "@kittiwake/core/testing/WatchedPage"
import { Effect } from "effect"
import { unstableRecord } from "../../src/monitors/domain/MonitorRecord.ts"
import {
  advance,
  assertRun,
  changesOf,
  lastRun,
  page,
  runNow,
  scenario,
  show,
  stored,
  traceOf,
  update,
  watch
} from "../watching.ts"

const shop = (visitors: number, price: string) => `<p>Visitor ${visitors} of today</p><h1>Tea</h1><p>${price}</p>`

const target = (given: Partial<WatchedPage>) => targetOfPage({ url: page, ...given })

const unstable = (id: Parameters<typeof stored>[0]) =>
  Effect.map(stored(id), ({ baseline, monitor }) => unstableRecord(monitor, baseline).unstable)

describe("a pinned line", () => {
  scenario(
    "is never told, keeps the baseline that is there, and what changes beside it is told",
    Effect.gen(function* () {
      yield* show(shop(1, "10 €"))
      const id = yield* watch({ pinnedLines: ["Visitor 0 of today"] })
      yield* show((_at, look) => shop(look + 2, "10 €"))
      yield* advance("10 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop(7, "10 €"))
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* changesOf(id), [], "it may stay as it is")
      assert.include(
        traceOf(yield* lastRun(id)),
        "confirm: the looks agree only on lines that are pinned or known to flicker"
      )
      yield* show(shop(8, "12 €"))
      yield* advance("2 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(change!.summary, 'Changed "10 €" to "12 €".')
    })
  )

  scenario(
    "may be pinned later, without a new baseline, and is shown among what is unstable",
    Effect.gen(function* () {
      yield* show(shop(1, "10 €"))
      const id = yield* watch()
      assert.deepStrictEqual(yield* unstable(id), [])
      const { baselineReset } = yield* update(id, { target: target({ pinnedLines: ["Visitor 0 of today"] }) })
      assert.isFalse(baselineReset)
      assert.deepStrictEqual(yield* unstable(id), ["Visitor 1 of today"])
      yield* show(shop(2, "10 €"))
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
      const again = yield* update(id, { target: target({}) })
      assert.isFalse(again.baselineReset)
      yield* advance("2 hours")
      assert.strictEqual((yield* changesOf(id)).length, 1)
    })
  )

  scenario(
    "is not told by a look that was under way when it was pinned, which is made once more",
    Effect.gen(function* () {
      yield* show(shop(1, "10 €"))
      const id = yield* watch()
      yield* show({ body: shop(2, "10 €"), latency: "10 seconds" })
      const runId = yield* runNow(id)
      yield* advance("5 seconds")
      assert.strictEqual((yield* lastRun(id)).status, "running")
      yield* update(id, { target: target({ pinnedLines: ["Visitor 0 of today"] }) })
      yield* advance("5 minutes")
      assertRun(yield* lastRun(id), { id: runId, status: "completed", changeId: null, creditsCharged: 1 })
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "costs one look more when another was pinned meanwhile, and is not told when it was itself while that was made",
    Effect.gen(function* () {
      const others = targetOfPage({ url: page, pinnedLines: ["Of others"] })
      /** Loads of the page by a run during whose looks the target is set to one of these after the other. */
      const loadsOf = Effect.fnUntraced(function* (...targets: ReadonlyArray<ReturnType<typeof target>>) {
        yield* show(shop(1, "10 €"))
        const id = yield* watch()
        const before = yield* ScriptedWeb.use((web) => web.looks(page))
        yield* show({ body: shop(2, "10 €"), latency: "10 seconds" })
        yield* runNow(id)
        for (const one of targets) {
          yield* advance("5 seconds")
          assert.strictEqual((yield* lastRun(id)).status, "running")
          yield* update(id, { target: one })
          // Until the next look is under way.
          yield* advance("40 seconds")
        }
        yield* advance("5 minutes")
        const loads = (yield* ScriptedWeb.use((web) => web.looks(page))).length - before.length
        return { loads, told: (yield* changesOf(id)).length }
      })
      const once = yield* loadsOf()
      assert.deepStrictEqual(yield* loadsOf(others), { loads: 2 * once.loads, told: 1 })
      const itself = target({ pinnedLines: ["Visitor 0 of today"] })
      assert.strictEqual((yield* loadsOf(others, itself)).told, 0)
    })
  )

  scenario(
    "is told by the third look of a run at the latest, while its owner goes on pinning and freeing it",
    Effect.gen(function* () {
      yield* show(shop(1, "10 €"))
      const id = yield* watch()
      yield* show({ body: shop(2, "10 €"), latency: "10 seconds" })
      yield* runNow(id)
      const pins = ["Of others"]
      while ((yield* lastRun(id)).status === "running" && pins.length < 100) {
        pins.push(`Line ${"x".repeat(pins.length)}`)
        yield* update(id, { target: target({ pinnedLines: pins.slice(-1) }) })
        yield* advance("5 seconds")
      }
      assert.strictEqual((yield* changesOf(id)).length, 1)
      assert.isBelow(pins.length, 40, "three looks, each confirmed by others")
    })
  )
})

describe("a freed line", () => {
  const banner = (text: string) => `<p>${text}</p><h1>Tea</h1><p>10 €</p>`

  scenario(
    "is told although the page showed it and took it back",
    Effect.gen(function* () {
      const told = Effect.fnUntraced(function* (given: Partial<WatchedPage>) {
        yield* show(banner("Summer sale"))
        const id = yield* watch(given)
        yield* show(flicker(banner("Winter sale"), banner("Summer sale")))
        yield* advance("6 hours")
        yield* show(banner("Winter sale"))
        yield* advance("2 hours")
        return (yield* changesOf(id)).length
      })
      assert.strictEqual(yield* told({}), 0, "it is held back for some runs")
      assert.strictEqual(yield* told({ freedLines: ["Winter sale", "Summer sale"] }), 1)
    })
  )
})
