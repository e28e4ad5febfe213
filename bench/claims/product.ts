/** The product's stores: claim and record as the worker does, without looking at a page or sending anything. */
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { deliveryOf, freshId, subscriptionOf } from "@kittiwake/core/testing/builders"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { decideAttempt, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Duration, Effect, Layer, ManagedRuntime } from "effect"
import { answerCalls } from "../children.ts"
import { layerLog, layerStorage, shiftedClock } from "../installation.ts"
import { timed } from "../measure.ts"
import { putMonitors, putOrganization, unchanged } from "../outcomes.ts"
import { type ClaimRound, lanes } from "./round.ts"

const clock = shiftedClock()

const runtime = ManagedRuntime.make(layerStorage.pipe(Layer.provide(layerLog), Layer.provideMerge(clock.layer)))

const lease = Duration.minutes(1)

const claimRuns = Effect.fnUntraced(function* (limit: number) {
  const now = yield* DateTime.now
  return yield* (yield* RunStore).claimDue({
    now,
    limit,
    lease,
    holdUntil: DateTime.add(now, { minutes: 15 }),
    runIds: Array.from({ length: limit }, () => freshId("run"))
  })
})

/** Takes and records batches until nothing is due; tells how much it recorded. */
const drain = <E, R>(once: Effect.Effect<number, E, R>) =>
  Effect.gen(function* () {
    let done = 0
    const lane = Effect.gen(function* () {
      for (;;) {
        const count = yield* once
        if (count === 0) return
        done += count
      }
    })
    yield* Effect.all(
      Array.from({ length: lanes }, () => lane),
      { concurrency: "unbounded", discard: true }
    )
    return done
  })

const runBatch = (batch: number) =>
  Effect.gen(function* () {
    const claims = yield* claimRuns(batch)
    if (claims.length === 0) return 0
    const at = yield* DateTime.now
    const recorded = yield* (yield* RunStore).record(claims.map((claim) => unchanged(claim, at)))
    return recorded.filter(({ _tag }) => _tag === "Recorded").length
  })

const deliveryBatch = (batch: number) =>
  Effect.gen(function* () {
    const deliveries = yield* DeliveryStore
    const claims = yield* deliveries.claimDue({ now: yield* DateTime.now, limit: batch, lease })
    if (claims.length === 0) return 0
    const at = yield* DateTime.now
    const outcome = SendOutcome.cases.Answered.make({ httpStatus: 200 })
    const recorded = yield* deliveries.record(
      claims.map((claim) => ({ claim, decision: decideAttempt(claim, outcome, at) }))
    )
    return recorded.filter((held) => held).length
  })

const putDeliveries = Effect.fnUntraced(function* (count: number) {
  const at = yield* DateTime.now
  const claims = yield* claimRuns(100)
  const each = Math.ceil(count / claims.length)
  for (const claim of claims) {
    const deliveries = Array.from({ length: each }, () => deliveryOf(claim.run, at))
    yield* (yield* RunStore).record([unchanged(claim, at, deliveries)])
  }
})

answerCalls(
  {
    open: (monitors: number) =>
      runtime.runPromise(
        Effect.flatMap(putOrganization, (id) =>
          putMonitors(id, monitors, (monitor) => ({ ...monitor, subscription: subscriptionOf(monitor) }))
        )
      ),

    /** Every monitor is due again once a day has passed; a round of fewer leaves the others to the next. */
    runs: async ({ batch }: ClaimRound) => {
      const measured = await timed(() => runtime.runPromise(drain(runBatch(batch))))
      clock.putForward(Duration.days(1))
      return measured
    },

    deliveries: async ({ batch, count }: ClaimRound) => {
      await runtime.runPromise(putDeliveries(count))
      const measured = await timed(() => runtime.runPromise(drain(deliveryBatch(batch))))
      return measured
    }
  },
  () => runtime.dispose()
)
