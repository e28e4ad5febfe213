/** What becomes of runs whose process ended before they did. Observed: runs, their monitors, what was asked of the site, credits. */

import { assert, describe } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { type RunClaim, RunStore } from "@kittiwake/core/monitors/RunStore"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { mostLosses } from "../../src/monitors/domain/lostRuns.ts"
import { claimRuns } from "../../src/testing/arrangements.ts"
import { assertRun, lastRun, monitorOf, page, runsOf, scenario, show } from "../watching.ts"

const lease = Duration.seconds(60)

const watching = (url = page) =>
  Effect.gen(function* () {
    const { organization } = yield* TestInstallation
    return (yield* Monitors.use((monitors) => monitors.create(organization, watched({ url })))).monitor.id
  })

const claims = TestInstallation.use(({ organization }) => claimRuns(organization.id))

/** Processes that begin what is due and end before it does, one after the other. */
const end = (processes: number) =>
  Effect.repeat(
    Effect.gen(function* () {
      const claimed: ReadonlyArray<RunClaim> = yield* claims
      yield* (yield* RunStore).renew(claimed, lease)
      yield* TestClock.adjust(lease)
    }),
    { times: processes - 1 }
  )

const runDue = Monitors.use((monitors) => monitors.runDue({ limit: 10, concurrency: 10, lease }))

/** How often the site was asked. */
const looks = ScriptedWeb.use((web) => Effect.map(web.looks(), ({ length }) => length))

const available = TestInstallation.use(({ organization }) =>
  Credits.use((credits) => Effect.map(credits.account(organization.id), (account) => [account.available, account.held]))
)

const statusOf = (ids: ReadonlyArray<MonitorId>) =>
  Effect.forEach(ids, (id) => Effect.map(lastRun(id), (run) => run.status))

/** Time in which everybody comes to do what it brings. */
const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 100 }), TestClock.adjust("1 second")), {
    times: seconds - 1
  })

describe("a run whose process ended before it did", () => {
  scenario(
    "is begun again nine times, and then fails for nothing, says why, and is not looked at; the next slot has its own",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const before = yield* available
      const id = yield* watching()
      yield* end(mostLosses)
      assert.strictEqual(yield* runDue, 1)
      const run = yield* lastRun(id)
      assertRun(run, { status: "failed", creditsCharged: 0 })
      assert.strictEqual(run.error?.code, "internal_error")
      assert.match(run.error?.message ?? "", /did not come to an end 10 times.*The next run tries again/)
      assert.strictEqual(yield* looks, 0)
      assert.deepStrictEqual(yield* available, before)
      const monitor = yield* monitorOf(id)
      // Though it is the server's fault: it would end the work of all at each slot, and for ever.
      assert.strictEqual(monitor.failuresInARow, 1)
      yield* TestClock.adjust("65 minutes")
      assert.strictEqual(yield* runDue, 1)
      assert.strictEqual((yield* runsOf(id)).length, 2)
      assertRun(yield* lastRun(id), { status: "completed", error: null })
    }),
    { loops: false }
  )

  scenario(
    "pauses its monitor where that goes on",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watching()
      for (let slot = 0; slot < 3; slot++) {
        yield* end(mostLosses)
        yield* runDue
        yield* TestClock.adjust("65 minutes")
      }
      assert.strictEqual((yield* monitorOf(id)).status, "paused")
      assert.deepStrictEqual(yield* claims, [])
    }),
    { loops: false }
  )

  scenario(
    "is read as ever when it was lost once less than that",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watching()
      yield* end(mostLosses - 1)
      assert.strictEqual(yield* runDue, 1)
      assertRun(yield* lastRun(id), { status: "completed" })
    }),
    { loops: false }
  )

  scenario(
    "stands alone among its like from then on: those that wait for that are not counted as lost, and others go on",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const urls = [1, 2, 3].map((n) => `https://site${n}.example/`)
      for (const url of urls) yield* web.page(url, { body: "<p>10 €</p>", latency: "10 seconds" })
      const lost = yield* Effect.forEach(urls, (url) => watching(url))
      yield* end(2)
      yield* web.page("https://other.example/", "<p>20 €</p>")
      const other = yield* watching("https://other.example/")
      const running = yield* Effect.forkChild(runDue)
      yield* pass(2)
      assert.deepStrictEqual(yield* statusOf([other]), ["completed"])
      // The process ends: one of them was under way.
      yield* Fiber.interrupt(running)
      const again = yield* claims
      assert.deepStrictEqual(again.map(({ losses }) => losses).toSorted(), [2, 2, 2])
      yield* TestClock.adjust(lease)
      const waiting = yield* claims
      assert.deepStrictEqual(waiting.map(({ losses }) => losses).toSorted(), [2, 2, 2], "none of them was begun")
      yield* TestClock.adjust(lease)
      const to = yield* Effect.forkChild(runDue)
      yield* pass(35)
      yield* Fiber.join(to)
      yield* Effect.forkChild(runDue)
      yield* pass(35)
      assert.deepStrictEqual(yield* statusOf(lost), ["completed", "completed", "completed"])
      const at = (yield* web.looks())
        .filter(({ url }) => urls.includes(url))
        .map((look) => DateTime.toEpochMillis(look.at))
      const gaps = at.slice(1).map((millis, index) => millis - at[index]!)
      assert.isTrue(
        gaps.slice(-2).every((gap) => gap >= 10_000),
        gaps.join()
      )
    }),
    { loops: false }
  )

  scenario(
    "is given back by who is told to end, and then was not lost",
    Effect.gen(function* () {
      yield* show({ body: "<p>10 €</p>", latency: "10 seconds" })
      const id = yield* watching()
      for (let deploy = 0; deploy < 5; deploy++) {
        const running = yield* Effect.forkChild(runDue)
        yield* pass(2)
        yield* Fiber.interrupt(running)
      }
      const [claim] = yield* claims
      assert.deepInclude(claim, { losses: 0 })
      assert.strictEqual(claim?.run.monitorId, id)
    }),
    { loops: false }
  )
})
