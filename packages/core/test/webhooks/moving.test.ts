import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { isSigned } from "@kittiwake/core/testing/isSigned"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { webhookTo } from "@kittiwake/core/testing/WatchedPage"
import { Effect } from "effect"
import {
  advance,
  attemptsOf,
  deliveries,
  monitorOf,
  receiver,
  remove,
  scenario,
  show,
  update,
  watch
} from "../watching.ts"

const tea = "<p>10 €</p>"
const elsewhere = "https://elsewhere.example/hook"
const monthly = { type: "interval", frequency: 30, unit: "days" } as const

/** A monitor whose first event waits for its retry in a minute. */
const waiting = Effect.gen(function* () {
  yield* show(tea)
  yield* Inbox.use((inbox) => inbox.answer(500))
  const id = yield* watch({ webhook: receiver, schedule: monthly })
  assert.strictEqual((yield* deliveries)[0]!.status, "retrying")
  yield* Inbox.use((inbox) => inbox.answer(200))
  return id
})

const secretOf = (id: Parameters<typeof monitorOf>[0]) =>
  Effect.map(monitorOf(id), ({ subscription }) => subscription!.secret)

describe("changing a webhook", () => {
  scenario(
    "to another address keeps what waits, sends it there under a new secret, and ends the failure",
    Effect.gen(function* () {
      const id = yield* waiting
      const old = yield* secretOf(id)
      yield* update(id, { webhook: webhookTo(elsewhere) })
      const fresh = yield* secretOf(id)
      assert.notStrictEqual(fresh, old)
      assert.isNull((yield* monitorOf(id)).subscription!.failure)
      yield* advance("61 seconds")
      const last = (yield* Inbox.use((inbox) => inbox.requests)).at(-1)!
      assert.strictEqual(last.url, elsewhere)
      assert.isTrue(yield* isSigned(last, fresh, last.at))
      assert.isFalse(yield* isSigned(last, old, last.at))
      const [delivery] = yield* deliveries
      assert.strictEqual(delivery!.status, "delivered")
      assert.strictEqual(delivery!.url, elsewhere)
      assert.deepStrictEqual(
        (yield* attemptsOf(delivery!.id)).map(({ url }) => url),
        [receiver, elsewhere]
      )
    })
  )

  scenario(
    "without changing the address keeps secret and failure",
    Effect.gen(function* () {
      const id = yield* waiting
      const { secret } = (yield* monitorOf(id)).subscription!
      yield* update(id, { webhook: { ...webhookTo(receiver), events: ["change.detected"] } })
      const { failure, ...kept } = (yield* monitorOf(id)).subscription!
      assert.strictEqual(kept.secret, secret)
      assert.deepStrictEqual(kept.events, ["change.detected"])
      assert.strictEqual(failure?.consecutiveFailures, 1)
    })
  )

  scenario(
    "does not change the plan of what waits already",
    Effect.gen(function* () {
      const id = yield* waiting
      yield* Inbox.use((inbox) => inbox.answer(500))
      yield* update(id, { webhook: { ...webhookTo(receiver), retry: null } })
      yield* advance("61 seconds")
      assert.strictEqual((yield* deliveries)[0]!.status, "retrying")
    })
  )

  scenario(
    "to none cancels what waits, for good",
    Effect.gen(function* () {
      const id = yield* waiting
      yield* update(id, { webhook: null })
      assert.isNull((yield* monitorOf(id)).subscription)
      const [delivery] = yield* deliveries
      assert.strictEqual(delivery!.status, "cancelled")
      assert.isNull(delivery!.nextAttemptAt)
      yield* update(id, { webhook: webhookTo(receiver) })
      yield* advance("3 days")
      assert.strictEqual((yield* Inbox.use((inbox) => inbox.requests)).length, 1)
      assert.strictEqual((yield* deliveries)[0]!.status, "cancelled")
    })
  )

  scenario(
    "by removing its monitor cancels what waits, and a late retry never fires",
    Effect.gen(function* () {
      const id = yield* waiting
      yield* remove(id)
      yield* advance("3 days")
      assert.strictEqual((yield* deliveries)[0]!.status, "cancelled")
      assert.strictEqual((yield* Inbox.use((inbox) => inbox.requests)).length, 1)
    })
  )

  scenario(
    "while an attempt is under way does not bring a cancelled delivery back",
    Effect.gen(function* () {
      yield* show(tea)
      yield* Inbox.use((inbox) => inbox.slow("5 seconds"))
      const id = yield* watch({ webhook: receiver, schedule: monthly })
      yield* advance("1 second")
      yield* remove(id)
      yield* advance("1 day")
      const [delivery] = yield* deliveries
      assert.strictEqual(delivery!.status, "cancelled")
      assert.strictEqual((yield* attemptsOf(delivery!.id)).length, 1)
    })
  )

  scenario(
    "by rotating its secret signs everything that follows with the new one, what waits too",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const id = yield* waiting
      const old = yield* secretOf(id)
      const rotated = yield* Monitors.use((monitors) => monitors.rotateSecret(organization.id, id))
      const fresh = rotated.subscription!.secret
      assert.notStrictEqual(fresh, old)
      assert.strictEqual(rotated.subscription!.url, receiver)
      yield* advance("61 seconds")
      const last = (yield* Inbox.use((inbox) => inbox.requests)).at(-1)!
      assert.isTrue(yield* isSigned(last, fresh, last.at))
      assert.isFalse(yield* isSigned(last, old, last.at))
    })
  )

  scenario(
    "has no secret to rotate where there is no webhook",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show(tea)
      const id = yield* watch()
      const error = yield* Effect.flip(Monitors.use((monitors) => monitors.rotateSecret(organization.id, id)))
      assert.strictEqual(error._tag, "MonitorHasNoWebhook")
    })
  )

  scenario(
    "to a chat platform sends its own messages, and the retained event again to any other address",
    Effect.gen(function* () {
      const id = yield* waiting
      yield* update(id, { webhook: webhookTo("https://hooks.slack.com/services/T0/B0/x") })
      yield* Inbox.use((inbox) => inbox.answer(500))
      yield* advance("61 seconds")
      yield* update(id, { webhook: webhookTo(elsewhere) })
      yield* Inbox.use((inbox) => inbox.answer(200))
      yield* advance("6 minutes")
      const [first, chat, again] = yield* Inbox.use((inbox) => inbox.requests)
      assert.hasAllKeys(JSON.parse(chat!.body), ["text", "blocks"])
      assert.strictEqual(again!.body, first!.body)
      assert.strictEqual(chat!.headers["webhook-id"], first!.headers["webhook-id"])
    })
  )
})
