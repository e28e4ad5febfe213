/** How many large events are in memory at once while receivers take their time. Observed: what is sent, and what is counted. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { type DeliveryClaim, DeliveryId, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../../src/Alarms.ts"
import { Database } from "../../src/memory/Database.ts"
import * as Sealer from "../../src/memory/Sealer.ts"
import * as Signer from "../../src/memory/Signer.ts"
import * as MemoryWakeups from "../../src/memory/Wakeups.ts"
import { deliveryOf, epoch, monitorOf, organizationOf, queuedRunOf } from "../../src/testing/builders.ts"
import { DeliveryRecorder } from "../../src/webhooks/DeliveryRecorder.ts"
import { deliver } from "../../src/webhooks/deliver.ts"

const delivery = deliveryOf(queuedRunOf(monitorOf(organizationOf().id, epoch), epoch), epoch)

const claimOf = (organization: string, n: number, bytes: number | null): DeliveryClaim => ({
  delivery: {
    ...delivery,
    id: DeliveryId.make(`del_${organization}_${n}`),
    organizationId: OrganizationId.make(organization),
    body: bytes === null ? "{}" : ""
  },
  ...(bytes === null ? {} : { unreadBytes: bytes }),
  token: 1,
  destination: { url: delivery.url, secret: `whsec_${"0".repeat(64)}` },
  host: "receiver.example"
})

/** Delivers all of them at once to receivers that take ten seconds each. */
const receivers = (memory: MemoryCounter, held: (id: string) => boolean = () => true) => {
  const recorded: Array<readonly [id: string, status: string]> = []
  const sent: Array<number> = []
  let [read, now, most] = [0, 0, 0]
  const layers = [
    Alarms.layer,
    MemoryWakeups.layer,
    Signer.layer,
    Sealer.layer.pipe(Layer.provide(Database.layer)),
    Layer.succeed(WebhookSender, {
      send: ({ body, headers }) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            now += 1
            most = Math.max(most, now)
          }),
          () => Effect.andThen(Effect.sleep("10 seconds"), headers),
          () =>
            Effect.sync(() => {
              now -= 1
              sent.push(body.length)
            })
        ).pipe(Effect.as(SendOutcome.cases.Answered.make({ httpStatus: 204 })))
    }),
    Layer.mock(DeliveryStore, {
      renew: (claims) => Effect.succeed(claims.map(() => true)),
      destinationOf: ({ destination }) => Effect.succeed(Option.some(destination)),
      bodyOf: (claim) =>
        Effect.sync(() => {
          read += 1
          return held(claim.delivery.id) ? Option.some("x".repeat(claim.unreadBytes!)) : Option.none()
        })
    }),
    Layer.mock(DeliveryRecorder, {
      record: ({ claim, decision }) =>
        Effect.sync(() => {
          assert.strictEqual(decision.delivery.body, claim.delivery.body)
          recorded.push([claim.delivery.id, decision.delivery.status])
          return true
        })
    })
  ] as const
  const begin = (claims: ReadonlyArray<DeliveryClaim>) =>
    Effect.forEach(claims, (claim) => Effect.forkChild(deliver(claim, Duration.minutes(1))), { discard: true }).pipe(
      Effect.provideService(MemoryBudget, memory),
      Effect.provide([...layers])
    )
  return { begin, sent, recorded, most: () => most, read: () => read }
}

const large = 1_000_000

describe("large events", () => {
  it.effect("are read when there is room for them, all of them in the end", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const memory = new MemoryCounter({ capacityBytes: 20 * large })
      const { begin, most, read, recorded, sent } = receivers(memory)
      yield* begin(Array.from({ length: 40 }, (_, n) => claimOf("org_one", n, large)))
      yield* TestClock.adjust("5 seconds")
      // Each counts three times, and nobody has more than half.
      assert.strictEqual(read(), 3)
      assert.strictEqual(memory.usedBytes, 9 * large)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(most(), 3)
      assert.deepStrictEqual(
        sent,
        Array.from({ length: 40 }, () => large)
      )
      assert.strictEqual(recorded.length, 40)
      assert.strictEqual(memory.usedBytes, 0)
    })
  )

  it.effect("of one organization keep neither small ones nor those of another", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const { begin, recorded } = receivers(new MemoryCounter({ capacityBytes: 20 * large }))
      yield* begin(Array.from({ length: 40 }, (_, n) => claimOf("org_one", n, large)))
      yield* TestClock.adjust("1 second")
      yield* begin([claimOf("org_one", 41, null), claimOf("org_two", 0, large)])
      yield* TestClock.adjust("11 seconds")
      const ended = recorded.map(([id]) => id)
      assert.includeMembers(ended, ["del_org_one_41", "del_org_two_0"])
      assert.isBelow(ended.length, 10)
    })
  )

  it.effect("that would not find room by themselves are sent one at a time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const memory = new MemoryCounter({ capacityBytes: large })
      const { begin, most, recorded } = receivers(memory)
      yield* begin(Array.from({ length: 3 }, (_, n) => claimOf("org_one", n, large)))
      yield* TestClock.adjust("40 seconds")
      assert.deepStrictEqual([most(), recorded.length, memory.usedBytes], [1, 3, 0])
    })
  )

  it.effect("are passed by no smaller ones for good", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const { begin, recorded } = receivers(new MemoryCounter({ capacityBytes: 20 * large }))
      yield* begin([claimOf("org_one", 0, large), claimOf("org_one", 1, 5 * large)])
      // Five of these are under way at any time, beside which there is no room for it.
      for (let n = 2; n < 30; n++) {
        yield* TestClock.adjust("2 seconds")
        yield* begin([claimOf("org_one", n, large / 2)])
      }
      assert.include(
        recorded.map(([id]) => id),
        "del_org_one_1"
      )
    })
  )

  it.effect("are not sent where their claim is somebody else's by then", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const { begin, recorded, sent } = receivers(new MemoryCounter({ capacityBytes: 20 * large }), () => false)
      yield* begin([claimOf("org_one", 0, large)])
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(sent, [])
      assert.strictEqual(recorded.length, 1)
    })
  )
})
