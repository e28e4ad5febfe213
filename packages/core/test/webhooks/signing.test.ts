/** When an event is signed, and where it goes then. */
import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { isSigned } from "@kittiwake/core/testing/isSigned"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { type DeliveryDecision, type Destination, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { DateTime, Duration, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../../src/Alarms.ts"
import { Database } from "../../src/memory/Database.ts"
import * as Sealer from "../../src/memory/Sealer.ts"
import * as Signer from "../../src/memory/Signer.ts"
import * as MemoryWakeups from "../../src/memory/Wakeups.ts"
import { deliveryOf, epoch, monitorOf, organizationOf, queuedRunOf } from "../../src/testing/builders.ts"
import { DeliveryRecorder } from "../../src/webhooks/DeliveryRecorder.ts"
import { deliver } from "../../src/webhooks/deliver.ts"

const secret = `whsec_${"0".repeat(64)}`

const monitor = monitorOf(organizationOf().id, epoch)
const delivery = deliveryOf(queuedRunOf(monitor, epoch), epoch)
const destination = { url: delivery.url, secret }

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Delivers once, when its turn comes after `wait`; tells what was sent, what was recorded, and how often it was asked where it goes then. */
const delivered = Effect.fnUntraced(function* (
  wait: Duration.Input,
  goesTo: Option.Option<Destination> | StoreUnavailable
) {
  yield* TestClock.setTime(epoch.epochMilliseconds)
  const sent: Array<Sent> = []
  const recorded: Array<DeliveryDecision> = []
  let asked = 0
  const sender = WebhookSender.of({
    send: ({ body, headers, url }) =>
      Effect.sleep(wait).pipe(
        Effect.andThen(headers),
        Effect.map((signed) => {
          sent.push({ url, headers: signed, body })
          return SendOutcome.cases.Answered.make({ httpStatus: 204 })
        })
      )
  })
  const claim = { delivery, token: 1, destination, host: "receiver.example" }
  const delivering = yield* deliver(claim, Duration.minutes(1)).pipe(
    Effect.provide([
      Alarms.layer,
      MemoryWakeups.layer,
      Layer.succeed(WebhookSender, sender),
      Layer.mock(DeliveryStore, {
        renew: () => Effect.succeed([true]),
        destinationOf: () =>
          Effect.suspend(() => {
            asked += 1
            return goesTo instanceof StoreUnavailable ? Effect.fail(goesTo) : Effect.succeed(goesTo)
          })
      }),
      Layer.mock(DeliveryRecorder, {
        record: ({ decision }) => Effect.sync(() => recorded.push(decision) > 0)
      })
    ]),
    Effect.forkChild
  )
  yield* TestClock.adjust(Duration.times(Duration.fromInputUnsafe(wait), 2))
  yield* Fiber.join(delivering)
  return { sent, recorded, asked }
})

/** What a test needs of the process. */
const here = [Signer.layer, Sealer.layer.pipe(Layer.provide(Database.layer))] as const

describe("an event whose turn comes late", () => {
  it.effect("is signed for the moment at which it goes out, however long that takes", () =>
    Effect.gen(function* () {
      const { sent } = yield* delivered("10 minutes", Option.some(destination))
      const [request] = sent
      const at = DateTime.add(epoch, { minutes: 10 })
      assert.strictEqual(request!.headers["webhook-timestamp"], String(at.epochMilliseconds / 1_000))
      assert.strictEqual(request!.headers["webhook-id"], delivery.eventId)
      assert.isTrue(yield* isSigned(request!, secret, at))
    }).pipe(Effect.provide([...here]))
  )

  it.effect("goes to the address that the webhook has by then, under its secret", () =>
    Effect.gen(function* () {
      const moved = { url: "https://elsewhere.example/hook", secret: `whsec_${"1".repeat(64)}` }
      const { recorded, sent } = yield* delivered("10 minutes", Option.some(moved))
      assert.deepStrictEqual(
        sent.map(({ url }) => url),
        [moved.url]
      )
      assert.isTrue(yield* isSigned(sent[0]!, moved.secret, DateTime.add(epoch, { minutes: 20 })))
      assert.strictEqual(recorded[0]!.attempt.url, moved.url)
      assert.strictEqual(recorded[0]!.delivery.status, "delivered")
    }).pipe(Effect.provide([...here]))
  )

  it.effect("is signed anew where only the secret was rotated", () =>
    Effect.gen(function* () {
      const rotated = { ...destination, secret: `whsec_${"1".repeat(64)}` }
      const { sent } = yield* delivered("10 minutes", Option.some(rotated))
      assert.strictEqual(sent.length, 1)
      assert.isTrue(yield* isSigned(sent[0]!, rotated.secret, DateTime.add(epoch, { minutes: 20 })))
    }).pipe(Effect.provide([...here]))
  )

  it.effect("is not sent where the webhook is gone, and says so", () =>
    Effect.gen(function* () {
      const { recorded, sent } = yield* delivered("10 minutes", Option.none())
      assert.deepStrictEqual(sent, [])
      assert.match(recorded[0]!.attempt.error!.message, /^Nothing was sent: the webhook was removed/)
    }).pipe(Effect.provide([...here]))
  )

  it.effect("goes where it went where the store does not answer, and is not asked for within a second", () =>
    Effect.gen(function* () {
      const away = yield* delivered(
        "10 minutes",
        new StoreUnavailable({ operation: "DeliveryStore.destinationOf", cause: "away" })
      )
      assert.strictEqual(away.sent[0]!.url, delivery.url)
      assert.strictEqual(away.asked, 1)
      const soon = yield* delivered("900 millis", Option.none())
      assert.deepStrictEqual([soon.sent.length, soon.asked], [1, 0])
    }).pipe(Effect.provide([...here]))
  )
})
