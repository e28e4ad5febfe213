/** The product: the worker's own loop sends every delivery that is due. */
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import * as Deliverer from "@kittiwake/worker/deliverer"
import { Pulse } from "@kittiwake/worker/Pulse"
import { DateTime, Duration, Effect, Layer, ManagedRuntime } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { deliveryOf, freshId, subscriptionOf } from "../../packages/core/src/testing/builders.ts"
import { answerCalls } from "../children.ts"
import { layerAdapters, layerLog, shiftedClock } from "../installation.ts"
import { timed } from "../measure.ts"
import { putMonitors, putOrganization, unchanged } from "../outcomes.ts"
import { makeTally } from "../tally.ts"
import { body, receiverUrl } from "./events.ts"

/** Monitors whose runs tell of changes; each receiver gets the events of several. */
const monitors = 64

const clock = shiftedClock()
const delivered = makeTally()

/** Counts what is recorded, and changes nothing. */
const layerCounted = Layer.effect(
  DeliveryStore,
  Effect.map(DeliveryStore, (store) =>
    DeliveryStore.of({
      ...store,
      record: (given) =>
        Effect.tap(store.record(given), (held) =>
          Effect.sync(() =>
            delivered.add(given.filter(({ decision }, n) => held[n] && decision.delivery.status === "delivered").length)
          )
        )
    })
  )
)

const runtime = ManagedRuntime.make(
  Deliverer.layer().pipe(
    Layer.provide(services.layer),
    Layer.provideMerge(layerCounted),
    Layer.provideMerge(layerAdapters),
    Layer.provide([Pulse.layer, layerLog]),
    Layer.provideMerge(clock.layer)
  )
)

const open = (port: number) =>
  Effect.flatMap(putOrganization, (organizationId) =>
    putMonitors(organizationId, monitors, (monitor, at) => ({
      ...monitor,
      subscription: subscriptionOf(monitor, { url: receiverUrl(port, at) })
    }))
  )

/** Runs of all monitors, whose events together are `count` deliveries that become due in a minute. */
const putDeliveries = Effect.fnUntraced(function* (count: number) {
  const runs = yield* RunStore
  const at = yield* DateTime.now
  const claims = yield* runs.claimDue({
    now: at,
    limit: monitors,
    lease: Duration.minutes(5),
    holdUntil: DateTime.add(at, { minutes: 15 }),
    runIds: Array.from({ length: monitors }, () => freshId("run"))
  })
  const each = Math.ceil(count / monitors)
  for (const { run, ...claim } of claims) {
    const deliveries = Array.from({ length: each }, () => {
      const eventId = freshId("evt")
      return deliveryOf(run, at, { eventId, body: body(eventId), nextAttemptAt: DateTime.add(at, { minutes: 1 }) })
    })
    yield* runs.record([unchanged({ ...claim, run }, at, deliveries)])
  }
  return each * claims.length
})

answerCalls(
  {
    open: (port: number) => runtime.runPromise(open(port)),

    round: async (count: number) => {
      const stored = await runtime.runPromise(putDeliveries(count))
      const measured = await timed(async () => {
        const all = delivered.more(stored)
        clock.putForward(Duration.minutes(1))
        await runtime.runPromise(Wakeups.use((wakeups) => wakeups.wake("deliveries")))
        await all
        return stored
      })
      // The monitors' next slot, for the next round.
      clock.putForward(Duration.days(1))
      return measured
    }
  },
  () => runtime.dispose()
)
