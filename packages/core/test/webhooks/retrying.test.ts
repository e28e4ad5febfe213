import { assert, describe } from "@effect/vitest"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { webhookTo } from "@kittiwake/core/testing/WatchedPage"
import type { Delivery } from "@kittiwake/core/webhooks/domain/Delivery"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Effect } from "effect"
import { advance, attemptsOf, deliveries, receiver, scenario, settle, show, update, watch } from "../watching.ts"

const monthly = { type: "interval", frequency: 30, unit: "days" } as const

const begin = Effect.fnUntraced(function* (status: number, retry = webhookTo(receiver).retry) {
  yield* show("<p>10 €</p>")
  yield* Inbox.use((inbox) => inbox.answer(status))
  const monitorId = yield* watch({ webhook: { ...webhookTo(receiver), retry }, schedule: monthly })
  const [delivery] = yield* deliveries
  return { monitorId, id: delivery!.id }
})

const retry = Effect.fnUntraced(function* (
  id: Delivery["id"],
  options: { readonly force?: boolean; readonly idempotencyKey?: string } = {}
) {
  const { organization } = yield* TestInstallation
  yield* Webhooks.use((webhooks) =>
    webhooks.retry(
      organization.id,
      id,
      { force: options.force ?? false },
      options.idempotencyKey === undefined
        ? undefined
        : { key: IdempotencyKey.make(options.idempotencyKey), body: { force: options.force ?? false } }
    )
  )
  yield* settle
})

const received = Effect.map(
  Inbox.use((inbox) => inbox.requests),
  (requests) => requests.length
)

const refusal = (effect: ReturnType<typeof retry>) =>
  Effect.map(Effect.flip(effect), (error) => (error._tag === "RetryRefused" ? error.reason : error._tag))

describe("asking for one more attempt", () => {
  scenario(
    "sends a failed delivery at once, with the same id and bytes",
    Effect.gen(function* () {
      const { id } = yield* begin(500, null)
      yield* Inbox.use((inbox) => inbox.answer(200))
      yield* advance("1 hour")
      yield* retry(id)
      const [first, second] = yield* Inbox.use((inbox) => inbox.requests)
      assert.strictEqual(second!.body, first!.body)
      assert.strictEqual(second!.headers["webhook-id"], first!.headers["webhook-id"])
      assert.strictEqual(second!.at.epochMilliseconds - first!.at.epochMilliseconds, 3_600_000)
      assert.strictEqual((yield* deliveries)[0]!.status, "delivered")
      assert.deepStrictEqual(
        (yield* attemptsOf(id)).map(({ trigger }) => trigger),
        ["initial", "manual"]
      )
    })
  )

  scenario(
    "stands beside a retry that waits: when it fails, the plan goes on",
    Effect.gen(function* () {
      const { id } = yield* begin(500)
      yield* advance("30 seconds")
      yield* retry(id)
      assert.strictEqual((yield* deliveries)[0]!.status, "retrying")
      yield* advance("59 seconds")
      assert.strictEqual(yield* received, 2)
      yield* advance("1 second")
      assert.strictEqual(yield* received, 3)
      yield* advance("3 days")
      assert.strictEqual((yield* deliveries)[0]!.status, "failed")
      assert.deepStrictEqual(
        (yield* attemptsOf(id)).map(({ trigger }) => trigger),
        ["initial", "manual", ...Array.from({ length: 6 }, () => "automatic" as const)]
      )
    })
  )

  scenario(
    "begins no new plan for what was given up",
    Effect.gen(function* () {
      const { id } = yield* begin(500)
      yield* advance("3 days")
      assert.strictEqual(yield* received, 7)
      yield* retry(id)
      assert.strictEqual((yield* deliveries)[0]!.status, "failed")
      yield* advance("3 days")
      assert.strictEqual(yield* received, 8)
    })
  )

  scenario(
    "begins no plan for what was taken once and is not taken again",
    Effect.gen(function* () {
      const { id } = yield* begin(500)
      yield* Inbox.use((inbox) => inbox.answer(200))
      yield* advance("1 minute")
      assert.strictEqual((yield* deliveries)[0]!.status, "delivered")
      yield* Inbox.use((inbox) => inbox.answer(500))
      yield* retry(id, { force: true })
      yield* retry(id)
      assert.strictEqual((yield* deliveries)[0]!.status, "failed")
      yield* advance("3 days")
      assert.strictEqual(yield* received, 4)
    })
  )

  scenario(
    "asks for force to send again what was delivered",
    Effect.gen(function* () {
      const { id } = yield* begin(200)
      assert.strictEqual(yield* refusal(retry(id)), "already_delivered")
      yield* retry(id, { force: true })
      assert.strictEqual(yield* received, 2)
      assert.strictEqual((yield* deliveries)[0]!.status, "delivered")
    })
  )

  scenario(
    "is refused while an attempt is under way",
    Effect.gen(function* () {
      yield* Inbox.use((inbox) => inbox.slow("5 seconds"))
      const { id } = yield* begin(500)
      assert.strictEqual(yield* refusal(retry(id, { force: true })), "in_progress")
      yield* advance("6 seconds")
      yield* retry(id)
    })
  )

  scenario(
    "is refused seven days after the event, and not a moment before",
    Effect.gen(function* () {
      const { id } = yield* begin(500, null)
      yield* advance("7 days")
      yield* retry(id)
      assert.strictEqual(yield* received, 2)
      yield* advance("1 millis")
      assert.strictEqual(yield* refusal(retry(id, { force: true })), "expired")
    })
  )

  scenario(
    "is refused for what was cancelled, and where there is no webhook any more",
    Effect.gen(function* () {
      const { id, monitorId } = yield* begin(500)
      yield* update(monitorId, { webhook: null })
      assert.strictEqual(yield* refusal(retry(id)), "cancelled")
    })
  )

  scenario(
    "is refused for a failed delivery whose webhook is gone",
    Effect.gen(function* () {
      const { id, monitorId } = yield* begin(500, null)
      yield* update(monitorId, { webhook: null })
      assert.strictEqual(yield* refusal(retry(id)), "no_webhook")
    })
  )

  scenario(
    "finds no delivery of another organization",
    Effect.gen(function* () {
      const { id } = yield* begin(500, null)
      const webhooks = yield* Webhooks
      const stranger = "org_stranger" as Parameters<typeof webhooks.get>[0]
      const options = { force: true }
      assert.strictEqual((yield* Effect.flip(webhooks.retry(stranger, id, options)))._tag, "DeliveryNotFound")
      assert.strictEqual((yield* Effect.flip(webhooks.get(stranger, id)))._tag, "DeliveryNotFound")
      const list = yield* webhooks.list(stranger, { type: "monitor" }, { limit: 10, cursor: undefined })
      assert.deepStrictEqual(list.data, [])
    })
  )
})

describe("an idempotency key", () => {
  scenario(
    "sends once, however often the same request comes",
    Effect.gen(function* () {
      const { id } = yield* begin(500, null)
      yield* Effect.all(
        Array.from({ length: 20 }, () => retry(id, { idempotencyKey: "a" })),
        { concurrency: "unbounded" }
      )
      yield* retry(id, { idempotencyKey: "a" })
      assert.strictEqual(yield* received, 2)
    })
  )

  scenario(
    "conflicts with another request, and a refused one leaves it free",
    Effect.gen(function* () {
      const { id } = yield* begin(200)
      assert.strictEqual(yield* refusal(retry(id, { idempotencyKey: "a" })), "already_delivered")
      yield* retry(id, { idempotencyKey: "a", force: true })
      assert.strictEqual(yield* refusal(retry(id, { idempotencyKey: "a" })), "IdempotencyKeyConflict")
      assert.strictEqual(yield* received, 2)
    })
  )

  scenario(
    "is forgotten after a day",
    Effect.gen(function* () {
      const { id } = yield* begin(500, null)
      yield* retry(id, { idempotencyKey: "a" })
      yield* advance("23 hours")
      yield* retry(id, { idempotencyKey: "a" })
      assert.strictEqual(yield* received, 2)
      yield* advance("1 hour")
      yield* retry(id, { idempotencyKey: "a" })
      assert.strictEqual(yield* received, 3)
    })
  )

  scenario(
    "answers as before even when the delivery can no longer be sent",
    Effect.gen(function* () {
      const { id, monitorId } = yield* begin(500, null)
      yield* retry(id, { idempotencyKey: "a" })
      yield* update(monitorId, { webhook: null })
      yield* retry(id, { idempotencyKey: "a" })
      assert.strictEqual(yield* received, 2)
    })
  )
})
