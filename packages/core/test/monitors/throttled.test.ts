/** Runs of several monitors of one site that throttles. Observed: when it is asked, and what becomes of the runs. */
import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { hourly } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Effect } from "effect"
import { advance, lastRun, runNow, scenario, watch } from "../watching.ts"

const pages = Array.from({ length: 6 }, (_, n) => `https://busy.example/p${n}`)

const looksOf = ScriptedWeb.use((web) => web.looks()).pipe(
  Effect.map((looks) =>
    looks.flatMap(({ at, outcome, url }) => (url.includes("/p") ? [{ at: DateTime.toEpochMillis(at), outcome }] : []))
  )
)

const pass = (seconds: number) => Effect.repeat(advance("1 second"), { times: seconds - 1 })

describe("runs of monitors whose site takes one request a second", () => {
  scenario(
    "ask it in turns after its rest, so that none of them is refused again",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      let askedMillis = Number.NEGATIVE_INFINITY
      for (const url of pages) {
        yield* web.page(url, (at) => {
          const now = DateTime.toEpochMillis(at)
          const isTooOften = now < askedMillis + 900
          askedMillis = now
          return isTooOften ? { body: "slow", status: 429, retryAfter: "5" } : `<p>Tea ${url}</p>`
        })
      }
      const ids = []
      for (const url of pages) ids.push(yield* watch({ url }))
      yield* pass(30)
      const looks = yield* looksOf
      // The first two came before anybody knew.
      const rested = looks.slice(1).map(({ at }) => at)
      assert.isAtLeast(rested.length, 5)
      assert.isTrue(
        rested.every((at, n) => n === 0 || at - rested[n - 1]! >= 1_000),
        rested.join(" ")
      )
      assert.lengthOf(
        looks.filter(({ outcome }) => outcome === 429),
        1
      )
      for (const id of ids) assert.strictEqual((yield* lastRun(id)).status, "completed")
    })
  )
})

describe("a run of a monitor whose site throttles", () => {
  const url = "https://slow.example/"
  const refusal = { body: "slow", status: 429 }

  /** Seconds between the looks at the page, and what came of them. */
  const asked = Effect.map(
    ScriptedWeb.use((web) => web.looks(url)),
    (looks) => {
      const at = looks.map((look) => DateTime.toEpochMillis(look.at) / 1_000)
      return { outcomes: looks.map(({ outcome }) => outcome), gaps: at.slice(1).map((one, n) => one - at[n]!) }
    }
  )

  scenario(
    "looks once where the site was given up, and three times before",
    Effect.gen(function* () {
      yield* ScriptedWeb.use((web) => web.page(url, refusal))
      const id = yield* watch({ url })
      yield* pass(30)
      assert.deepStrictEqual((yield* asked).outcomes, [429, 429, 429])
      for (const looks of [4, 5]) {
        yield* runNow(id)
        yield* pass(100)
        assert.lengthOf((yield* asked).outcomes, looks)
        assert.strictEqual((yield* lastRun(id)).error?.code, "blocked")
      }
    })
  )

  scenario(
    "ends the row of its rests when it was answered",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, (_, look) => (look < 2 ? refusal : "<p>Tea</p>"))
      const id = yield* watch({ url })
      yield* pass(20)
      yield* web.page(url, (_, look) => (look < 1 ? refusal : "<p>Tea</p>"))
      yield* runNow(id)
      yield* pass(20)
      const { gaps, outcomes } = yield* asked
      assert.deepStrictEqual(outcomes, [429, 429, 200, 429, 200])
      assert.strictEqual(gaps[0], 2)
      assert.strictEqual(gaps[1], 4)
      assert.strictEqual(gaps[3], 2)
    })
  )

  scenario(
    "says for how long it waited for the rest, and for its turn, and nothing where it did not",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, (_, look) => (look < 1 ? { ...refusal, retryAfter: "40" } : "<p>Tea</p>"))
      const id = yield* watch({ url })
      yield* pass(60)
      const waits = ({ trace }: Effect.Success<ReturnType<typeof lastRun>>) =>
        trace.filter(({ outcome }) => outcome.startsWith("waited"))
      const first = yield* lastRun(id)
      assert.strictEqual(first.status, "completed")
      assert.deepStrictEqual(
        waits(first).map(({ durationMs, outcome, step }) => [step, durationMs, outcome]),
        [["fetch", 40_000, "waited 40 s for a turn at slow.example, which answered 429 and was left alone"]]
      )
      const beside = yield* watch({ url: "https://quick.example/" })
      yield* web.page("https://quick.example/", "<p>Tea</p>")
      yield* runNow(beside)
      yield* runNow(id)
      yield* pass(100)
      for (const one of [beside, id]) assert.deepStrictEqual(waits(yield* lastRun(one)), [])
    })
  )

  scenario(
    "of several pages takes a turn for each of them, and none before",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const web = yield* ScriptedWeb
      yield* web.page(url, (_, look) => (look < 1 ? { ...refusal, retryAfter: "5" } : "<p>Plan: Solo</p>"))
      yield* Monitors.use((monitors) =>
        monitors.create(organization, {
          name: "Slow",
          target: {
            type: "extract",
            url,
            instructions: "Tell me when the plan changes",
            schema: null,
            maxPages: 1,
            maxDepth: null,
            followSubdomains: false
          },
          changeDetection: { type: "semantic", confidenceThreshold: 0 },
          schedule: hourly,
          tags: [],
          webhook: null
        })
      )
      yield* pass(20)
      const { gaps, outcomes } = yield* asked
      assert.deepStrictEqual(outcomes, [429, 200])
      assert.deepStrictEqual(gaps, [5])
    })
  )
})
