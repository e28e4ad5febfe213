/**
 * The loops of a worker for a clock that a test moves: they look at the very moment something is due, and never in
 * between, so that a month of an hourly monitor is 720 looks and not two million.
 */
import { Clock, Duration, Effect, FiberSet, Layer } from "effect"
import { Batches } from "../batches/Batches.ts"
import { Credits } from "../credits/Credits.ts"
import { Database, type Tables } from "../memory/Database.ts"
import { nextAttemptMillis, nextItemMillis, nextRunMillis } from "../memory/dueTimes.ts"
import { Monitors } from "../monitors/Monitors.ts"
import type { DueWork } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { type Topic, Wakeups } from "../waking/Wakeups.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { nextExpiryMillis, nextSupplyMillis } from "./dueTimes.ts"

/** Few at a time, because every look mints as many ids as it may claim; a lease as a worker has it. */
const claim = { limit: 4, lease: Duration.seconds(60) } as const

/** Wait before another look at what is due and cannot be claimed. */
const patience = Duration.seconds(1)

/** Waits until `next` says that something is due. */
const untilDue = Effect.fnUntraced(function* (next: () => number) {
  const millis = next() - (yield* Clock.currentTimeMillis)
  if (millis === Infinity) return yield* Effect.never
  yield* Effect.sleep(millis > 0 ? Duration.millis(millis) : patience)
})

const dueLoop = Effect.fnUntraced(function* (options: {
  readonly topic: Topic
  readonly next: (tables: Tables) => number
  /** Claims what is due; the answer holds one effect for each piece of work. */
  readonly take: Effect.Effect<ReadonlyArray<Pick<DueWork, "work">>, StoreUnavailable>
}) {
  const tables = yield* Database
  const wakeups = yield* Wakeups
  const woken = yield* wakeups.subscribe(options.topic)
  const inFlight = yield* FiberSet.make<void, StoreUnavailable>()

  const turn = Effect.gen(function* () {
    const taken = yield* options.take
    // What has ended may be due again sooner than anything was before.
    for (const { work } of taken) yield* FiberSet.run(inFlight, Effect.ensuring(work, wakeups.wake(options.topic)))
    if (taken.length === claim.limit) return
    yield* Effect.raceFirst(
      untilDue(() => options.next(tables)),
      woken
    )
  })
  yield* Effect.forkScoped(Effect.forever(turn))
})

/** Runs monitors, reads and ends batches, delivers their events, gives expired holds back and refills months, each when it is due. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const monitors = yield* Monitors
    const webhooks = yield* Webhooks
    const credits = yield* Credits
    const batches = yield* Batches
    yield* dueLoop({ topic: "runs", next: nextRunMillis, take: monitors.takeDue(claim) })
    yield* dueLoop({ topic: "deliveries", next: nextAttemptMillis, take: webhooks.takeDue(claim) })
    yield* dueLoop({
      topic: "batches",
      next: nextItemMillis,
      take: Effect.andThen(batches.settleDue, batches.takeDue(claim))
    })
    yield* dueLoop({ topic: "runs", next: nextExpiryMillis, take: Effect.as(credits.expireHolds(claim.limit), []) })
    yield* dueLoop({ topic: "runs", next: nextSupplyMillis, take: Effect.as(credits.supplyDue(claim.limit), []) })
  })
)
