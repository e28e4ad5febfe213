import { assert, describe } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Duration, Effect } from "effect"
import type { RunErrorCode } from "../../src/monitors/domain/RunError.ts"
import {
  advance,
  assertRun,
  baselineOf,
  changesOf,
  deliveries,
  lastRun,
  monitorOf,
  page,
  pageOf,
  receiver,
  runNow,
  runsOf,
  scenario,
  show,
  traceOf,
  update,
  watch
} from "../watching.ts"

const down = { body: "Sorry", status: 500 }
const tea = "<p>10 €</p>"

describe("a failed run", () => {
  scenario(
    "makes the monitor failed, costs nothing, keeps the baseline and tells nobody",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: receiver })
      const told = (yield* deliveries).length
      yield* show(down)
      yield* advance("65 minutes")
      assertRun(yield* lastRun(id), {
        status: "failed",
        creditsCharged: 0,
        error: { code: "fetch_failed", message: "The page answered 500." },
        changeId: null
      })
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "failed")
      assert.strictEqual(monitor.lastError?.code, "fetch_failed")
      assert.isNotNull(monitor.nextRunAt)
      assert.strictEqual(yield* baselineOf(id), "10 €")
      assert.strictEqual((yield* deliveries).length, told)
    })
  )

  scenario(
    "is over with the next run that completes: the monitor is active again and its error gone",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show(down)
      yield* advance("5 hours")
      assert.strictEqual((yield* monitorOf(id)).failuresInARow, 4)
      yield* show(tea)
      yield* advance("1 hour")
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "active")
      assert.isNull(monitor.lastError)
      assert.strictEqual(monitor.failuresInARow, 0)
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "keeps its baseline, so that a change during an outage is told after it",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* ScriptedWeb.use((web) => web.outage(page, { lasting: "3 hours" }))
      yield* advance("2 hours")
      yield* show("<p>12 €</p>")
      yield* advance("3 hours")
      assert.strictEqual((yield* changesOf(id))[0]?.summary, 'Changed "10 €" to "12 €".')
    })
  )

  const causes: ReadonlyArray<readonly [string, PageContent, RunErrorCode]> = [
    ["a page that is gone", { body: "", status: 404 }, "not_found"],
    ["a page that is gone for good", { body: "", status: 410 }, "not_found"],
    ["a page that asks who we are", { body: "", status: 401 }, "blocked"],
    ["a page that refuses us", { body: "", status: 403 }, "blocked"],
    ["a page that has enough of us", { body: "", status: 429 }, "blocked"],
    ["a wall with status 200", { body: "<title>Just a moment...</title>" }, "blocked"],
    ["a wall that only headers tell of", { body: "", status: 202, isChallenge: true }, "blocked"],
    ["an address that is not allowed", { body: "", unreachable: "forbidden_address" }, "blocked"],
    ["a gateway that waited too long", { body: "", status: 504 }, "timeout"],
    ["a page that never comes", { body: "", latency: "2 minutes" }, "timeout"],
    ["a host without an address", { body: "", unreachable: "unknown_host" }, "fetch_failed"],
    ["a page that is too large", { body: "", unreachable: "too_large" }, "fetch_failed"],
    ["a picture", { body: "x", mediaType: "image/png" }, "extraction_failed"],
    ["a page without text", { body: "<div></div>" }, "empty_content"]
  ]
  for (const [what, content, code] of causes) {
    scenario(
      `says ${code} of ${what}`,
      Effect.gen(function* () {
        yield* show(content)
        const id = yield* watch()
        yield* advance("31 seconds")
        const run = yield* lastRun(id)
        assert.strictEqual(run.error?.code, code)
        assert.strictEqual((yield* monitorOf(id)).lastError?.code, code)
      })
    )
  }

  scenario(
    "is none where the site asks to be asked again later: the run leaves it alone until then, and completes",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      for (const [times, retryAfter, status] of [
        [1, "90", 429],
        [2, "30", 503],
        [2, undefined, 429]
      ] as const) {
        const said = { body: "slow", status, ...(retryAfter === undefined ? {} : { retryAfter }) }
        yield* ScriptedWeb.use((web) => web.page(page, (_, look) => (look < times ? said : tea)))
        const before = (yield* ScriptedWeb.use((web) => web.looks(page))).length
        yield* advance("65 minutes")
        yield* advance("2 minutes")
        yield* advance("2 minutes")
        const looks = (yield* ScriptedWeb.use((web) => web.looks(page))).slice(before)
        const [first, second] = looks.map(({ at }) => DateTime.toEpochMillis(at))
        assert.isAtLeast(second! - first!, Number(retryAfter ?? 2) * 1_000)
        assert.strictEqual(looks.filter(({ outcome }) => outcome === status).length, times)
        assert.strictEqual((yield* lastRun(id)).status, "completed")
        assert.strictEqual((yield* monitorOf(id)).failuresInARow, 0)
      }
    })
  )

  scenario(
    "comes of a site that says so three times, and tells when it asks to be asked again",
    Effect.gen(function* () {
      yield* show({ body: "slow", status: 429, retryAfter: "30" })
      const id = yield* watch()
      for (let minute = 0; minute < 4; minute++) yield* advance("1 minute")
      assert.lengthOf(yield* ScriptedWeb.use((web) => web.looks(page)), 3)
      assertRun(yield* lastRun(id), {
        status: "failed",
        creditsCharged: 0,
        error: {
          code: "blocked",
          message: "The page refused access with status 429. Its site asks to be asked again in 30 s."
        }
      })
    })
  )

  scenario(
    "comes of selectors that keep nothing, and the previous baseline stays",
    Effect.gen(function* () {
      yield* show(`<p class="price">10 €</p>`)
      const id = yield* watch({ includeSelectors: [".price"] })
      yield* show(`<p class="cost">10 €</p>`)
      yield* advance("65 minutes")
      assertRun(yield* lastRun(id), { status: "failed" })
      assert.strictEqual((yield* lastRun(id)).error?.code, "empty_content")
      assert.strictEqual(yield* baselineOf(id), "10 €")
    })
  )

  scenario(
    "comes of a page that goes away between its two looks",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show((_at, look) => (look % 2 === 0 ? "<p>12 €</p>" : down))
      yield* advance("65 minutes")
      assertRun(yield* lastRun(id), { status: "failed", changeDetected: false })
      assert.strictEqual(yield* baselineOf(id), "10 €")
    })
  )
})

describe("a monitor that cannot go on", () => {
  scenario(
    "pauses itself after three failed first captures",
    Effect.gen(function* () {
      yield* show(down)
      const id = yield* watch()
      yield* advance("65 minutes")
      assert.strictEqual((yield* monitorOf(id)).status, "failed")
      yield* advance("10 hours")
      const runs = yield* runsOf(id)
      assert.strictEqual(runs.length, 3)
      for (const run of runs) assertRun(run, { status: "failed", runType: "baseline", creditsCharged: 0 })
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
      assert.isNotNull(monitor.lastError)
    })
  )

  scenario(
    "pauses itself after ten failed runs once it was established",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show(down)
      yield* advance("9 hours")
      yield* advance("10 minutes")
      assert.strictEqual((yield* monitorOf(id)).failuresInARow, 9)
      assert.strictEqual((yield* monitorOf(id)).status, "failed")
      yield* advance("1 day")
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
      assert.strictEqual((yield* runsOf(id)).length, 11)
      assert.strictEqual(yield* baselineOf(id), "10 €")
    })
  )

  scenario(
    "leaves the next run where it is when somebody makes its monitor active again",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show(down)
      yield* advance("65 minutes")
      yield* advance("20 minutes")
      yield* runNow(id)
      yield* advance("1 minute")
      const { nextRunAt, status } = yield* monitorOf(id)
      assert.strictEqual(status, "failed")
      const { monitor } = yield* update(id, { status: "active" })
      assert.deepStrictEqual([monitor.status, monitor.failuresInARow], ["active", 0])
      assert.deepStrictEqual(monitor.nextRunAt, nextRunAt)
    })
  )

  scenario(
    "counts failures in a row only: one success in between starts the count anew",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      for (let round = 0; round < 3; round++) {
        yield* show(down)
        yield* advance("9 hours")
        yield* show(tea)
        yield* advance("1 hour")
      }
      assert.strictEqual((yield* monitorOf(id)).status, "active")
    })
  )

  scenario(
    "allows three failures again after a reset, however many it had before",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* show(down)
      yield* advance("9 hours")
      const { monitor } = yield* update(id, { target: { ...(yield* pageOf(id)), excludeSelectors: ["em"] } })
      assert.strictEqual(monitor.status, "failed")
      assert.strictEqual((yield* monitorOf(id)).failuresInARow, 1, "the baseline run that the reset queued")
      yield* advance("10 hours")
      assert.strictEqual((yield* monitorOf(id)).status, "paused")
      assert.strictEqual((yield* monitorOf(id)).failuresInARow, 3)
    })
  )

  scenario(
    "is none while there is no room in memory: the run waits, asks anew and completes",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      // Looks are spread over minutes, by the dice of the installation.
      const dueAt = (yield* monitorOf(id)).nextRunAt ?? assert.fail("no look is planned")
      const left = DateTime.distance(yield* DateTime.now, dueAt)
      yield* ScriptedWeb.use((web) =>
        web.outage(page, { reason: "busy", lasting: Duration.sum(left, Duration.minutes(2)) })
      )
      yield* advance(Duration.sum(left, Duration.minutes(5)))
      const [baseline, run, ...others] = yield* runsOf(id)
      assert.deepStrictEqual(others, [])
      assertRun(baseline, { runType: "baseline" })
      assertRun(run, { status: "completed", error: null, creditsCharged: 1 })
      assert.strictEqual(traceOf(run!)[0], "fetch: The scripted web answers busy.")
      assert.strictEqual(traceOf(run!).at(-1), "decide: Unchanged")
    })
  )

  scenario(
    "tells when there was no room in memory for ten minutes",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* ScriptedWeb.use((web) => web.outage(page, { reason: "busy", lasting: "3 hours" }))
      yield* advance("75 minutes")
      const run = yield* lastRun(id)
      assertRun(run, { status: "failed", creditsCharged: 0 })
      assert.strictEqual(run?.error?.code, "internal_error")
    })
  )
})

describe("a monitor without credits", () => {
  const add = Effect.fnUntraced(function* (amount: number) {
    const { organization } = yield* TestInstallation
    yield* Credits.use((credits) => credits.post(organization.id, { kind: "adjustment", id: `${amount}` }, amount))
  })

  scenario(
    "skips its runs, looks at nothing and is told of nothing",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: receiver })
      yield* advance("65 minutes")
      assertRun(yield* lastRun(id), {
        status: "skipped",
        skipReason: "insufficient_credits",
        creditsCharged: 0,
        startedAt: null
      })
      assert.strictEqual((yield* ScriptedWeb.use((web) => web.looks())).length, 1)
      assert.strictEqual((yield* deliveries).length, 1)
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "active")
      assert.isNull(monitor.lastError)
    }),
    { credits: 1 }
  )

  scenario(
    "goes on by itself when there are credits again",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* advance("9 hours")
      yield* add(100)
      yield* advance("2 hours")
      assertRun(yield* lastRun(id), { status: "completed" })
      assert.strictEqual((yield* monitorOf(id)).skipsInARow, 0)
    }),
    { credits: 1 }
  )

  scenario(
    "pauses itself after ten skips in a row",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* advance("9 hours")
      yield* advance("10 minutes")
      assert.strictEqual((yield* monitorOf(id)).status, "active")
      yield* advance("1 day")
      const monitor = yield* monitorOf(id)
      assert.strictEqual(monitor.status, "paused")
      assert.isNull(monitor.nextRunAt)
      assert.strictEqual((yield* runsOf(id)).length, 11)
      // Who starts it again has it try ten times more.
      assert.strictEqual((yield* update(id, { status: "active" })).monitor.skipsInARow, 0)
      yield* advance("8 hours")
      assert.strictEqual((yield* monitorOf(id)).status, "active")
      yield* advance("1 day")
      assert.strictEqual((yield* monitorOf(id)).status, "paused")
    }),
    { credits: 1 }
  )

  scenario(
    "counts skips in a row only: a run that was executed starts the count anew, even when it failed",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* advance("9 hours")
      yield* advance("10 minutes")
      assert.strictEqual((yield* monitorOf(id)).skipsInARow, 9)
      yield* show(down)
      yield* add(1)
      yield* runNow(id)
      assert.strictEqual((yield* monitorOf(id)).skipsInARow, 0)
      yield* add(-1)
      yield* advance("1 hour")
      assert.notStrictEqual((yield* monitorOf(id)).status, "paused")
    }),
    { credits: 1 }
  )
})
