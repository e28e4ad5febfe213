/** Observed: the events that a receiver gets of monitors that cannot see their page for a while. */
import { assert, describe } from "@effect/vitest"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import type { MonitorEventType } from "@kittiwake/core/webhooks/domain/Event"
import { Effect } from "effect"
import { advance, iso, monitorOf, page, receiver, runsOf, scenario, show, update, watch } from "../watching.ts"

const tea = "<p>10 €</p>"

const hook = (...events: ReadonlyArray<MonitorEventType>) => ({ url: receiver, events, retry: null })

const outages = hook("monitor.failing", "monitor.recovered")

const told = Effect.map(
  Inbox.use((inbox) => inbox.events),
  (events) => events.map(({ event }) => event)
)

const goesAway = ScriptedWeb.use((web) => web.outage(page))
const comesBack = ScriptedWeb.use((web) => web.mend(page))

describe("an outage", () => {
  scenario(
    "is told once, when three runs in a row have failed, and its end once",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ name: "Prices", webhook: outages })
      yield* goesAway
      yield* advance("130 minutes")
      assert.deepStrictEqual(yield* told, [], "two failures may be nothing")
      yield* advance("3 hours")
      assert.deepStrictEqual(yield* told, ["monitor.failing"])
      yield* comesBack
      yield* advance("5 hours")
      assert.deepStrictEqual(yield* told, ["monitor.failing", "monitor.recovered"])

      const [failing, recovered] = yield* Inbox.use((inbox) => inbox.events)
      const runs = yield* runsOf(id)
      const failed = runs.filter(({ status }) => status === "failed")
      assert.isTrue(failing!.verified && recovered!.verified)
      assert.deepInclude(failing!.data, {
        monitor: { id, name: "Prices", url: page, status: "failed", failing_since: iso(failed[0]!.completedAt) },
        error: { code: failed[2]!.error!.code, message: failed[2]!.error!.message }
      })
      assert.deepInclude(recovered!.data, {
        monitor: { id, name: "Prices", url: page, status: "failed", failing_since: iso(failed[0]!.completedAt) }
      })
      assert.isNull((yield* monitorOf(id)).lastError)
    })
  )

  scenario(
    "that ends before the third run fails is not told, and neither is its end",
    Effect.gen(function* () {
      yield* show(tea)
      yield* watch({ webhook: outages })
      yield* goesAway
      yield* advance("130 minutes")
      yield* comesBack
      yield* advance("5 hours")
      assert.deepStrictEqual(yield* told, [])
    })
  )

  scenario(
    "is told anew when it comes again",
    Effect.gen(function* () {
      yield* show(tea)
      yield* watch({ webhook: outages })
      for (let outage = 0; outage < 2; outage++) {
        yield* goesAway
        yield* advance("4 hours")
        yield* comesBack
        yield* advance("2 hours")
      }
      assert.deepStrictEqual(yield* told, [
        "monitor.failing",
        "monitor.recovered",
        "monitor.failing",
        "monitor.recovered"
      ])
    })
  )

  scenario(
    "ends with the run that sees the page, not with an owner who resumes the monitor",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: outages })
      yield* goesAway
      yield* advance("4 hours")
      yield* update(id, { status: "paused" })
      yield* update(id, { status: "active" })
      yield* advance("4 hours")
      assert.deepStrictEqual(yield* told, ["monitor.failing"], "the same outage is told once")
      yield* comesBack
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* told, ["monitor.failing", "monitor.recovered"])
    })
  )

  scenario(
    "is told of a first capture that fails until the monitor pauses",
    Effect.gen(function* () {
      yield* show(tea)
      yield* goesAway
      const id = yield* watch({ webhook: outages })
      yield* advance("5 hours")
      assert.strictEqual((yield* monitorOf(id)).status, "paused")
      const [failing, ...others] = yield* Inbox.use((inbox) => inbox.events)
      assert.deepStrictEqual(others, [])
      assert.deepInclude((failing!.data as { readonly monitor: object }).monitor, { status: "paused" })
    })
  )

  scenario(
    "is told to nobody who did not ask for it",
    Effect.gen(function* () {
      yield* show(tea)
      yield* watch({ webhook: hook("change.detected") })
      yield* goesAway
      yield* advance("6 hours")
      yield* comesBack
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* told, [])
    })
  )

  scenario(
    "and a change that is found after it are both told",
    Effect.gen(function* () {
      yield* show(tea)
      yield* watch({ webhook: hook("change.detected", "monitor.recovered") })
      yield* goesAway
      yield* advance("4 hours")
      yield* show("<p>12 €</p>")
      yield* comesBack
      yield* advance("2 hours")
      assert.sameMembers([...(yield* told)], ["monitor.recovered", "change.detected"])
    })
  )
})
