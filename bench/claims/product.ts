/** The product's stores: claim and record as the worker does, without looking at a page or sending anything. */
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { type Counted, laneOf, type Shares, sharesOf } from "@kittiwake/core/Shares"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { decideAttempt, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Duration, Effect, Layer, ManagedRuntime } from "effect"
import { deliveryOf, freshId, subscriptionOf } from "../../packages/core/src/testing/builders.ts"
import { answerCalls } from "../children.ts"
import { layerLog, layerStorage, shiftedClock } from "../installation.ts"
import { timed } from "../measure.ts"
import { putMonitors, putOrganization, unchanged } from "../outcomes.ts"
import { type ClaimRound, lanes } from "./round.ts"

const clock = shiftedClock()

const runtime = ManagedRuntime.make(layerStorage.pipe(Layer.provide(layerLog), Layer.provideMerge(clock.layer)))

const lease = Duration.minutes(1)

/** The shares of a worker that has room for more than all lanes claim, so that it is told them and never short of them. */
const makePlaces = (batch: number) => {
  const held = {
    organizations: new Map<string, number>(),
    hosts: new Map<string, number>(),
    lanes: new Map<string, number>()
  }
  let free = 4 * lanes * batch
  const move = (claimed: ReadonlyArray<Counted>, by: 1 | -1) => {
    free -= by * claimed.length
    for (const one of claimed) {
      held.organizations.set(one.organizationId, (held.organizations.get(one.organizationId) ?? 0) + by)
      held.hosts.set(one.host, (held.hosts.get(one.host) ?? 0) + by)
      held.lanes.set(laneOf(one), (held.lanes.get(laneOf(one)) ?? 0) + by)
    }
  }
  return {
    shares: () => sharesOf(held, free),
    take: (claimed: ReadonlyArray<Counted>) => move(claimed, 1),
    giveBack: (claimed: ReadonlyArray<Counted>) => move(claimed, -1)
  }
}

type Places = ReturnType<typeof makePlaces>

const claimRuns = Effect.fnUntraced(function* (limit: number, shares?: Shares) {
  const now = yield* DateTime.now
  return yield* (yield* RunStore).claimDue({
    ...(shares === undefined ? {} : { shares }),
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

const runBatch = (batch: number, places: Places) =>
  Effect.gen(function* () {
    const claims = yield* claimRuns(batch, places.shares())
    if (claims.length === 0) return 0
    const counted = claims.map(({ host, run }) => ({ host, organizationId: run.organizationId }))
    places.take(counted)
    const at = yield* DateTime.now
    const recorded = yield* (yield* RunStore).record(claims.map((claim) => unchanged(claim, at)))
    places.giveBack(counted)
    return recorded.filter(({ _tag }) => _tag === "Recorded").length
  })

const deliveryBatch = (batch: number, places: Places) =>
  Effect.gen(function* () {
    const deliveries = yield* DeliveryStore
    const claims = yield* deliveries.claimDue({
      now: yield* DateTime.now,
      limit: batch,
      lease,
      shares: places.shares()
    })
    if (claims.length === 0) return 0
    const counted = claims.map(({ delivery, host }) => ({ host, organizationId: delivery.organizationId }))
    places.take(counted)
    const at = yield* DateTime.now
    const outcome = SendOutcome.cases.Answered.make({ httpStatus: 200 })
    const recorded = yield* deliveries.record(
      claims.map((claim) => ({ claim, decision: decideAttempt(claim, outcome, at) }))
    )
    places.giveBack(counted)
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
      const measured = await timed(() => runtime.runPromise(drain(runBatch(batch, makePlaces(batch)))))
      clock.putForward(Duration.days(1))
      return measured
    },

    deliveries: async ({ batch, count }: ClaimRound) => {
      await runtime.runPromise(putDeliveries(count))
      const measured = await timed(() => runtime.runPromise(drain(deliveryBatch(batch, makePlaces(batch)))))
      return measured
    }
  },
  () => runtime.dispose()
)
