/** When an event is signed. */
import { assert, it } from "@effect/vitest"
import { isSigned } from "@kittiwake/core/testing/isSigned"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { DateTime, Duration, Effect, Fiber, Layer } from "effect"
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

it.effect("signs for the moment at which the sender's turn has come, however long that takes", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(epoch.epochMilliseconds)
    const sent: Array<{ readonly headers: Readonly<Record<string, string>>; readonly body: string }> = []
    const busySender = Layer.mock(WebhookSender, {
      send: ({ headers, body }) =>
        Effect.gen(function* () {
          yield* Effect.sleep("10 minutes")
          sent.push({ headers: yield* headers, body })
          return SendOutcome.cases.Answered.make({ httpStatus: 204 })
        })
    })
    const monitor = monitorOf(organizationOf().id, epoch)
    const delivery = deliveryOf(queuedRunOf(monitor, epoch), epoch)
    const claim = { delivery, token: 1, destination: { url: delivery.url, secret }, host: "receiver.example" }
    const delivering = yield* deliver(claim, Duration.minutes(1)).pipe(
      Effect.provide([
        Alarms.layer,
        MemoryWakeups.layer,
        busySender,
        Layer.mock(DeliveryStore, { renew: () => Effect.succeed([true]) }),
        Layer.mock(DeliveryRecorder, { record: () => Effect.succeed(true) })
      ]),
      Effect.forkChild
    )
    yield* TestClock.adjust("10 minutes")
    yield* Fiber.join(delivering)
    const [request] = sent
    const now = yield* DateTime.now
    assert.strictEqual(request!.headers["webhook-timestamp"], String(now.epochMilliseconds / 1_000))
    assert.strictEqual(request!.headers["webhook-id"], delivery.eventId)
    assert.isTrue(yield* isSigned(request!, secret, now))
  }).pipe(Effect.provide([Signer.layer, Sealer.layer.pipe(Layer.provide(Database.layer))]))
)
