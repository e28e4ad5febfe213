/** Observed: what is sent, recorded and said of a change that the next one takes back. */

import { assert, describe } from "@effect/vitest"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import type { PageTarget } from "@kittiwake/core/monitors/domain/Target"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { webhookTo } from "@kittiwake/core/testing/WatchedPage"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Duration, Effect, Fiber } from "effect"
import { Alarms } from "../../src/Alarms.ts"
import { makeSuspects } from "../../src/alone.ts"
import * as DailyBudgets from "../../src/grants/dailyBudgets.ts"
import { runRecord } from "../../src/monitors/domain/RunRecord.ts"
import { RunRecorder } from "../../src/monitors/RunRecorder.ts"
import { runMonitor } from "../../src/monitors/runMonitor.ts"
import { claimRun } from "../../src/testing/arrangements.ts"
import {
  advance,
  changesOf,
  deliveries,
  lastRun,
  monitorOf,
  receiver,
  runsOf,
  scenario,
  show,
  toldBy,
  update,
  watch
} from "../watching.ts"

const lease = Duration.seconds(60)
const page = (price: number) => `<p>Tea</p><p>${price} €</p>`

/** Runs what is due, as often as its looks take. */
const look = Effect.gen(function* () {
  const running = yield* Effect.forkChild(
    Monitors.use((monitors) => monitors.runDue({ limit: 10, concurrency: 10, lease }))
  )
  yield* advance("20 seconds")
  yield* Fiber.join(running)
})

/** Looks at once; nothing is delivered meanwhile. */
const lookNow = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  yield* Monitors.use((monitors) => monitors.runNow(organization.id, id))
  yield* look
})

/** Shows another price and looks at once. */
const change = Effect.fnUntraced(function* (id: Monitor["id"], price: number) {
  yield* show(page(price))
  yield* lookNow(id)
})

const deliver = Webhooks.use((webhooks) => webhooks.deliverDue({ limit: 10, concurrency: 1, lease }))

const watchTea = Effect.fnUntraced(function* (given: Parameters<typeof watch>[0] = {}) {
  yield* show(page(10))
  const id = yield* watch({ webhook: { ...webhookTo(receiver), events: ["change.detected"] }, ...given })
  yield* look
  return id
})

/** The events that reached the receiver. */
const arrived = Effect.map(
  Inbox.use((inbox) => inbox.events),
  (events) => events.map(({ event }) => event)
)

const states = Effect.map(deliveries, (all) => all.map(({ cancelReason, status }) => [status, cancelReason]))

const silent = { loops: false }

describe("a change that the next look takes back", () => {
  scenario(
    "is recorded and not sent, and neither is the change that takes it back",
    Effect.gen(function* () {
      const id = yield* watchTea()
      yield* change(id, 12)
      assert.deepStrictEqual(yield* states, [["pending", null]])
      yield* change(id, 10)
      assert.lengthOf(yield* changesOf(id), 2)
      assert.deepStrictEqual(yield* states, [["cancelled", "change_undone"]])
      assert.strictEqual(yield* deliver, 0)
      assert.deepStrictEqual(yield* arrived, [])
    }),
    silent
  )

  scenario(
    "is explained by both runs",
    Effect.gen(function* () {
      const id = yield* watchTea()
      yield* change(id, 12)
      yield* change(id, 10)
      const [, first, second] = yield* runsOf(id)
      const [delivery] = yield* deliveries
      assert.strictEqual(
        toldBy(second!),
        `run.completed is not: the webhook does not ask for it; the change of run ${first!.id} is taken back before anybody was told of it, and no longer sent`
      )
      assert.deepStrictEqual(runRecord(first!, [delivery!]).cancelled_deliveries, [
        { delivery_id: delivery!.id, event: "change.detected", cancel_reason: "change_undone" }
      ])
    }),
    silent
  )

  scenario(
    "is told, and its end too, once an attempt was begun",
    Effect.gen(function* () {
      for (const answer of [200, 500]) {
        yield* Inbox.use((inbox) => inbox.answer(answer))
        const id = yield* watchTea()
        yield* change(id, 12)
        yield* deliver
        yield* change(id, 10)
        assert.strictEqual(
          toldBy(yield* lastRun(id)),
          "change.detected is sent; run.completed is not: the webhook does not ask for it"
        )
      }
      yield* Inbox.use((inbox) => inbox.answer(200))
      assert.notInclude((yield* states).flat(), "cancelled")
    }),
    silent
  )

  scenario(
    "is told with its end when it is claimed while the run that takes it back is under way",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const id = yield* watchTea()
      yield* change(id, 12)
      const [waiting] = yield* deliveries
      yield* show(page(10))
      yield* Monitors.use((monitors) => monitors.runNow(organization.id, id))
      const running = yield* Effect.forkChild(
        Monitors.use((monitors) => monitors.runDue({ limit: 10, concurrency: 10, lease }))
      )
      yield* advance("500 millis")
      yield* deliver
      yield* advance("20 seconds")
      yield* Fiber.join(running)
      assert.deepStrictEqual(yield* states, [
        ["delivered", null],
        ["pending", null]
      ])
      yield* deliver
      assert.deepStrictEqual(yield* arrived, ["change.detected", "change.detected"])
      assert.strictEqual((yield* deliveries)[0]!.id, waiting!.id)
    }),
    silent
  )

  scenario(
    "is told with its end when it is sent at the moment that the run is recorded",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const id = yield* watchTea()
      yield* change(id, 12)
      yield* show(page(10))
      yield* Monitors.use((monitors) => monitors.runNow(organization.id, id))
      const claim = yield* claimRun(organization.id)
      const { record } = yield* RunStore
      const { deliverDue } = yield* Webhooks
      const deliverNow = deliverDue({ limit: 10, concurrency: 1, lease })
      const outcomes: Array<string> = []
      const late = RunRecorder.of({
        record: Effect.fnUntraced(function* (outcome) {
          if (outcomes.length === 0) yield* Effect.orDie(deliverNow)
          const [recorded] = yield* record([outcome])
          outcomes.push(recorded!._tag)
          return recorded!
        })
      })
      const running = yield* Effect.forkChild(
        runMonitor(claim, lease, makeSuspects()).pipe(
          Effect.provideService(RunRecorder, late),
          Effect.provide([Alarms.layer, DailyBudgets.layer])
        )
      )
      yield* advance("20 seconds")
      yield* Fiber.join(running)
      assert.deepStrictEqual(outcomes, ["Told", "Recorded"])
      yield* deliver
      assert.deepStrictEqual(yield* arrived, ["change.detected", "change.detected"])
    }),
    silent
  )

  scenario(
    "leaves what tells of every run, and comes again when it happens again",
    Effect.gen(function* () {
      const id = yield* watchTea({ webhook: receiver })
      yield* change(id, 12)
      yield* change(id, 10)
      yield* change(id, 12)
      yield* deliver
      const events = yield* arrived
      assert.strictEqual(events.filter((event) => event === "run.completed").length, 4)
      assert.strictEqual(events.filter((event) => event === "change.detected").length, 1)
      assert.deepStrictEqual((yield* changesOf(id)).length, 3)
    }),
    silent
  )

  scenario(
    "is told when the page becomes something else instead",
    Effect.gen(function* () {
      const id = yield* watchTea()
      yield* change(id, 12)
      yield* change(id, 14)
      yield* change(id, 10)
      yield* deliver
      assert.lengthOf(yield* arrived, 3)
    }),
    silent
  )

  scenario(
    "is known where a part of the page flickers, or is pinned, too",
    Effect.gen(function* () {
      let seenTimes = 0
      const flickering = (price: number) =>
        show(() => `<p>Tea</p><p>${price} €</p><p>All day</p><p>Seen ${seenTimes++} times by 2 friends</p>`)
      for (const pinnedLines of [[], ["Seen 1 times by 2 friends"]]) {
        yield* flickering(10)
        const { id, target } = yield* monitorOf(
          yield* watch({ webhook: { ...webhookTo(receiver), events: ["change.detected"] } })
        )
        yield* look
        yield* update(id, { target: { ...(target as PageTarget), pinnedLines } })
        const seen = (yield* states).length
        for (const price of [12, 10]) {
          yield* flickering(price)
          yield* lookNow(id)
        }
        assert.lengthOf(yield* changesOf(id), 2)
        assert.deepStrictEqual((yield* states).slice(seen), [["cancelled", "change_undone"]])
        assert.include(toldBy(yield* lastRun(id)) ?? "", "is taken back")
      }
      assert.deepStrictEqual(yield* arrived, [])
    }),
    silent
  )

  scenario(
    "is known where what is pinned is another at each run, and never flickered between two looks",
    Effect.gen(function* () {
      const seen = (price: number, times: number) => show(`<p>Tea</p><p>${price} €</p><p>Seen ${times} times</p>`)
      yield* seen(10, 1)
      const { id, target } = yield* monitorOf(
        yield* watch({ webhook: { ...webhookTo(receiver), events: ["change.detected"] } })
      )
      yield* look
      yield* update(id, { target: { ...(target as PageTarget), pinnedLines: ["Seen 1 times"] } })
      yield* look
      for (const [price, times] of [
        [12, 2],
        [10, 3]
      ] as const) {
        yield* seen(price, times)
        yield* lookNow(id)
      }
      assert.isUndefined((yield* monitorOf(id)).baseline?.flicker)
      assert.deepStrictEqual(yield* states, [["cancelled", "change_undone"]])
    }),
    silent
  )

  scenario(
    "is told, and its end too, where more of the page than what flickers is another",
    Effect.gen(function* () {
      let seenTimes = 0
      const id = yield* watchTea()
      for (const [price, hours] of [
        [10, "9 to 5"],
        [12, "9 to 5"],
        [10, "9 to 6"]
      ]) {
        yield* show(() => `<p>${price} €</p><p>Open ${hours}</p><p>Seen ${seenTimes++} times</p>`)
        yield* lookNow(id)
      }
      assert.notInclude((yield* states).flat(), "cancelled")
    }),
    silent
  )

  scenario(
    "is not sent either where the end of it is nothing that its owner asked for",
    Effect.gen(function* () {
      const id = yield* watchTea({ goal: "price below 10 €" })
      yield* change(id, 8)
      assert.deepStrictEqual(yield* states, [["pending", null]])
      yield* change(id, 10)
      assert.lengthOf(yield* changesOf(id), 1)
      assert.deepStrictEqual(yield* states, [["cancelled", "change_undone"]])
      assert.match(
        toldBy(yield* lastRun(id)) ?? "",
        /does not matter for the goal; the change of run \S+ is taken back/
      )
    }),
    silent
  )
})
