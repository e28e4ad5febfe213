/** Whose the work of the loops is, for whoever shares out what is scarce. */
import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@kittiwake/core/memory/Memory"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { GivesWay } from "@kittiwake/core/organizations/GivesWay"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import * as PlainPageReader from "@kittiwake/core/testing/PlainPageReader"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Effect, Layer } from "effect"
import { Alarms } from "../../src/Alarms.ts"
import { claimDelivery, freshOrganization, lease, newDeliveries } from "../../src/testing/arrangements.ts"
import { DeliveryRecorder } from "../../src/webhooks/DeliveryRecorder.ts"
import { deliver } from "../../src/webhooks/deliver.ts"
import { show, watch } from "../watching.ts"

describe("the work of the loops", () => {
  it.effect("is done for the organization of the monitor, and lets those go first who wait for an answer", () => {
    const seen: Array<readonly [string | null, boolean]> = []
    const pageReader = Layer.effect(
      PageReader,
      Effect.map(PageReader, (plain) =>
        PageReader.of({
          ...plain,
          read: (request) =>
            Effect.gen(function* () {
              seen.push([yield* WorksFor, yield* GivesWay])
              return yield* plain.read(request)
            })
        })
      )
    ).pipe(Layer.provide(PlainPageReader.layer))
    return Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      yield* watch()
      assert.deepStrictEqual(seen, [[(yield* TestInstallation).organization.id, true]])
    }).pipe(Effect.provide(TestInstallation.layer({ pageReader })))
  })

  it.effect("is done for the organization of the delivery, and lets those go first who wait for an answer", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newDeliveries(id)
      const seen: Array<readonly [string | null, boolean]> = []
      const sender = WebhookSender.of({
        send: () =>
          Effect.gen(function* () {
            seen.push([yield* WorksFor, yield* GivesWay])
            return SendOutcome.cases.Answered.make({ httpStatus: 200 })
          })
      })
      yield* deliver(yield* claimDelivery(id), lease).pipe(
        Effect.provideService(WebhookSender, sender),
        Effect.provide([Alarms.layer, DeliveryRecorder.layer, MemoryWakeups.layer])
      )
      assert.deepStrictEqual(seen, [[id, true]])
    }).pipe(Effect.provide(Memory.layer))
  )
})
