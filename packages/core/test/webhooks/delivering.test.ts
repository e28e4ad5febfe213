import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { webhookTo } from "@kittiwake/core/testing/WatchedPage"
import { defaultRetryPlan } from "@kittiwake/core/webhooks/domain/Subscription"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { DateTime, Duration, Effect } from "effect"
import { Webhook } from "standardwebhooks"
import {
  advance,
  attemptsOf,
  changesOf,
  deliveries,
  iso,
  lastRun,
  monitorOf,
  receiver,
  runsOf,
  scenario,
  show,
  update,
  watch
} from "../watching.ts"

const tea = "<p>10 €</p>"
const daily = { type: "interval", frequency: 1, unit: "days" } as const
const lease = Duration.seconds(60)

describe("the events of a run", () => {
  scenario(
    "tell of the baseline run as completed, and of no change",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: receiver })
      const [event, ...others] = yield* Inbox.use((inbox) => inbox.events)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(event!.event, "run.completed")
      assert.isTrue(event!.verified)
      const run = yield* lastRun(id)
      assert.deepStrictEqual(event!.data, {
        run: {
          id: run.id,
          monitor_id: id,
          status: "completed",
          run_type: "baseline",
          target_type: "page",
          change_detection_type: "exact",
          started_at: iso(run.startedAt),
          completed_at: iso(run.completedAt),
          change_detected: false,
          change_id: null,
          baseline_created: true
        },
        change: null
      })
    })
  )

  scenario(
    "are two for a change, with two ids: the change first, then the run with the same change",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: receiver })
      yield* show("<p>12 €</p>")
      yield* advance("65 minutes")
      const [, changed, completed] = yield* Inbox.use((inbox) => inbox.events)
      assert.strictEqual(changed!.event, "change.detected")
      assert.strictEqual(completed!.event, "run.completed")
      assert.notStrictEqual(changed!.id, completed!.id)
      const { change } = changed!.data as { readonly change: { readonly id: string; readonly diff: string } }
      assert.strictEqual(change.id, (yield* changesOf(id))[0]!.id)
      assert.include(change.diff, "+12 €")
      assert.deepStrictEqual((completed!.data as { readonly change: unknown }).change, change)
      const [run] = (yield* runsOf(id)).filter((one) => one.changeDetected)
      const sources = (yield* deliveries).slice(1).map(({ source }) => source)
      assert.deepStrictEqual(sources, [
        { type: "monitor", monitorId: id, runId: run!.id },
        { type: "monitor", monitorId: id, runId: run!.id }
      ])
    })
  )

  scenario(
    "are only those that the webhook asked for",
    Effect.gen(function* () {
      yield* show(tea)
      yield* watch({ webhook: { ...webhookTo(receiver), events: ["change.detected"] } })
      yield* advance("3 hours")
      assert.strictEqual((yield* deliveries).length, 0)
      yield* show("<p>12 €</p>")
      yield* advance("3 hours")
      assert.deepStrictEqual(
        (yield* deliveries).map(({ event }) => event),
        ["change.detected"]
      )
    })
  )

  scenario(
    "are verified by an ordinary library and carry the event's type and id",
    Effect.gen(function* () {
      yield* show('<p>é😀\u2028 &amp; "quotes"</p>')
      const id = yield* watch({ webhook: receiver })
      yield* show("<p>ü🦆</p>")
      yield* advance("65 minutes")
      const secret = (yield* monitorOf(id)).subscription!.secret
      assert.match(secret, /^whsec_[0-9a-f]{64}$/)
      const requests = yield* Inbox.use((inbox) => inbox.requests)
      assert.strictEqual(requests.length, 3)
      for (const { body, headers } of requests) {
        // The library reads the machine's clock, which this test's clock is not: only the time is left out.
        const library = new Webhook(secret)
        const time = new Date(Number(headers["webhook-timestamp"]) * 1_000)
        assert.strictEqual(headers["webhook-signature"], library.sign(headers["webhook-id"]!, time, body))
        const told = JSON.parse(body) as { readonly id: string; readonly event: string }
        assert.strictEqual(headers["x-service-id"], told.id)
        assert.strictEqual(headers["x-service-event"], told.event)
        assert.strictEqual(headers["content-type"], "application/json")
      }
    })
  )
})

describe("retries", () => {
  const plan = defaultRetryPlan.delaysSeconds

  scenario(
    "come at exactly the delays of the plan, with the same id and bytes and a signature of the moment",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.answer(503))
      yield* watch({ webhook: receiver, schedule: { ...daily, frequency: 30 } })
      yield* advance("3 days")
      const requests = yield* Inbox.use((inbox) => inbox.requests)
      const waits = requests
        .slice(1)
        .map(({ at }, index) => (at.epochMilliseconds - requests[index]!.at.epochMilliseconds) / 1_000)
      assert.deepStrictEqual(waits, plan)
      assert.strictEqual(new Set(requests.map(({ body }) => body)).size, 1)
      assert.strictEqual(new Set(requests.map(({ headers }) => headers["webhook-id"])).size, 1)
      for (const { at, headers } of requests) {
        assert.strictEqual(headers["webhook-timestamp"], String(at.epochMilliseconds / 1_000))
      }
      const [delivery] = yield* deliveries
      assert.strictEqual(delivery!.status, "failed")
      assert.isNull(delivery!.nextAttemptAt)
      const attempts = yield* attemptsOf(delivery!.id)
      assert.deepStrictEqual(
        attempts.map(({ attempt }) => attempt),
        [1, 2, 3, 4, 5, 6, 7]
      )
      assert.deepStrictEqual(
        attempts.map(({ trigger }) => trigger),
        ["initial", ...plan.map(() => "automatic")]
      )
      assert.isTrue(attempts.every(({ error, httpStatus }) => httpStatus === 503 && error?.code === "http_error"))
    })
  )

  scenario(
    "are counted from the end of an attempt that got no answer in its ten seconds",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.slow("1 minute"))
      yield* watch({ webhook: receiver, schedule: daily })
      yield* advance("75 seconds")
      const [delivery] = yield* deliveries
      const [first, second] = yield* attemptsOf(delivery!.id)
      assert.strictEqual(first!.error?.code, "timeout")
      assert.isNull(first!.httpStatus)
      assert.strictEqual(first!.completedAt!.epochMilliseconds - first!.startedAt.epochMilliseconds, 10_000)
      assert.strictEqual(second!.startedAt.epochMilliseconds - first!.completedAt!.epochMilliseconds, 60_000)
      assert.strictEqual(delivery!.status, "delivering")
    })
  )

  scenario(
    "end with the first success",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.answer((_request, nth) => (nth < 3 ? 500 : 204)))
      yield* watch({ webhook: receiver, schedule: daily })
      yield* advance("23 hours")
      const [delivery] = yield* deliveries
      assert.strictEqual(delivery!.status, "delivered")
      assert.isNull(delivery!.nextAttemptAt)
      assert.strictEqual((yield* Inbox.use((inbox) => inbox.requests)).length, 3)
      const [last] = (yield* attemptsOf(delivery!.id)).slice(-1)
      assert.strictEqual(iso(delivery!.deliveredAt), iso(last!.completedAt))
    })
  )

  scenario(
    "do not exist without a plan: one attempt, and it has failed",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.answer(500))
      yield* watch({ webhook: { ...webhookTo(receiver), retry: null }, schedule: daily })
      yield* advance("20 hours")
      assert.strictEqual((yield* deliveries)[0]!.status, "failed")
      assert.strictEqual((yield* Inbox.use((inbox) => inbox.requests)).length, 1)
    })
  )

  scenario(
    "take a redirect for a failure, and never follow it",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.answer(302))
      const id = yield* watch({ webhook: receiver, schedule: daily })
      assert.strictEqual((yield* deliveries)[0]!.status, "retrying")
      assert.strictEqual((yield* monitorOf(id)).subscription!.failure!.lastStatus, "rejected")
    })
  )
})

describe("what is wrong with a webhook", () => {
  scenario(
    "is counted by attempts, says what happened last, and is gone with the next success",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.answer(500))
      const id = yield* watch({ webhook: receiver, schedule: daily })
      const failure = Effect.map(monitorOf(id), ({ subscription }) => subscription!.failure)
      assert.deepInclude(yield* failure, { consecutiveFailures: 1, lastStatus: "rejected" })
      yield* Inbox.use((inbox) => inbox.down())
      yield* advance("61 seconds")
      assert.deepInclude(yield* failure, { consecutiveFailures: 2, lastStatus: "failed" })
      assert.strictEqual(iso((yield* failure)!.lastFailedAt), iso(DateTime.makeUnsafe("2026-01-01T00:01:00Z")))
      yield* Inbox.use((inbox) => inbox.down({ lasting: "1 second" }))
      yield* Inbox.use((inbox) => inbox.answer(200))
      yield* advance("10 minutes")
      assert.isNull(yield* failure)
    })
  )

  scenario(
    "is said of an address that may not be reached",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: receiver })
      yield* Inbox.use((inbox) => inbox.forbid("receiver.example"))
      yield* advance("65 minutes")
      assert.strictEqual((yield* monitorOf(id)).subscription!.failure!.lastStatus, "skipped_unsafe_url")
      const last = (yield* deliveries).at(-1)!
      assert.strictEqual(last.lastAttempt!.error!.code, "unsafe_url")
      assert.strictEqual((yield* Inbox.use((inbox) => inbox.requests)).length, 1)
    })
  )

  scenario(
    "does not outdate what its owner or a run does meanwhile",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.answer(500))
      const id = yield* watch({ webhook: receiver })
      yield* advance("2 hours")
      yield* update(id, { name: "Renamed" })
      const { subscription } = yield* monitorOf(id)
      assert.isAbove(subscription!.failure!.consecutiveFailures, 3)
    })
  )
})

describe("an interrupted attempt", () => {
  scenario(
    "is closed when its lease ends, made again, and uses up no place in the plan",
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const { settle } = yield* TestInstallation
      yield* show(tea)
      const monitors = yield* Monitors
      yield* watch({ webhook: { ...webhookTo(receiver), retry: { delaysSeconds: [60] } } })
      yield* monitors.runDue({ limit: 1, concurrency: 1, lease })
      const taken = yield* webhooks.takeDue({ limit: 1, lease })
      assert.strictEqual(taken.length, 1, "claimed, and never made")
      assert.strictEqual((yield* deliveries)[0]!.status, "delivering")
      yield* advance("59 seconds")
      assert.strictEqual(yield* webhooks.deliverDue({ limit: 1, concurrency: 1, lease }), 0)
      yield* advance("1 second")
      yield* Inbox.use((inbox) => inbox.answer(500))
      assert.strictEqual(yield* webhooks.deliverDue({ limit: 1, concurrency: 1, lease }), 1)
      const [delivery] = yield* deliveries
      const [lost, made] = yield* attemptsOf(delivery!.id)
      assert.strictEqual(lost!.error?.code, "connection_failed")
      assert.strictEqual(iso(lost!.completedAt), iso(made!.startedAt))
      assert.strictEqual(made!.httpStatus, 500)
      assert.strictEqual(delivery!.status, "retrying", "the one retry of the plan is still to come")
      yield* Inbox.use((inbox) => inbox.answer(200))
      yield* taken[0]!.work
      yield* settle
      assert.strictEqual((yield* deliveries)[0]!.status, "retrying", "what the lost holder records is dropped")
      yield* advance("1 minute")
      yield* webhooks.deliverDue({ limit: 1, concurrency: 1, lease })
      assert.strictEqual((yield* deliveries)[0]!.status, "delivered")
      assert.strictEqual((yield* attemptsOf(delivery!.id)).length, 3)
    }),
    { loops: false }
  )
})
