/** Ends the batches that nothing is left to do for, and those that do not come on. */
import { Clock, DateTime, Duration, Effect } from "effect"
import { annotated } from "../annotated.ts"
import { Credits } from "../credits/Credits.ts"
import type { Entry } from "../credits/domain/Ledger.ts"
import { dayOf } from "../grants/domain/Grant.ts"
import { passedMillis } from "../passedMillis.ts"
import { Ids } from "../security/Ids.ts"
import { correctionUsage } from "../usage/domain/UsageCount.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { type Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import type { StoredBatch } from "./BatchStore.ts"
import { BatchWorkStore } from "./BatchWorkStore.ts"
import { countBatches } from "./countBatches.ts"
import { type Batch, type BatchEnd, type BatchFailure, type BatchId, stallAfter } from "./domain/Batch.ts"
import { eventBody, eventOf } from "./domain/BatchEvent.ts"
import { ended, isWorked } from "./domain/settle.ts"
import { readFileTable } from "./fileTable.ts"
import { HostTurns } from "./HostTurns.ts"

/** A batch and what it was counted up for. */
type Counted = Pick<StoredBatch, "batch" | "tally">

type Ended = Batch & { readonly end: BatchEnd }

/** What moves when the batch ends; null when nothing does. */
const entryOf = Effect.fnUntraced(function* ({ end, id, organizationId }: Ended) {
  const credits = end.refunded - end.ocrCharged
  if (credits === 0) return null
  return {
    id: yield* (yield* Ids).next("ent"),
    organizationId,
    cause: credits > 0 ? { kind: "refund", id } : { kind: "batch", id: `${id}:end` },
    credits,
    at: end.at
  } satisfies Entry as Entry
})

const deliveryOf = Effect.fnUntraced(function* (batch: Ended) {
  const { end, id, organizationId, subscription } = batch
  if (subscription === null) return []
  const ids = yield* Ids
  const eventId = yield* ids.next("evt")
  const delivery: Delivery = {
    id: DeliveryId.make(yield* ids.next("whd")),
    organizationId,
    subscriptionId: subscription.id,
    source: { type: "batch", batchId: id },
    event: eventOf(batch),
    eventId,
    body: eventBody(batch, eventId, end.at),
    url: subscription.url,
    delaysSeconds: subscription.retry?.delaysSeconds ?? [],
    status: "pending",
    createdAt: end.at,
    deliveredAt: null,
    nextAttemptAt: end.at,
    cancelReason: null,
    trigger: "initial",
    attempts: 0,
    automaticFailures: 0,
    lastAttempt: null
  }
  return [delivery]
})

/** What comes back to the day on which its grant paid; what it costs more, its pages are read already, is taken from the day of its end. */
const unspentOf = ({ end, origin: { budget } }: Ended, credits: number) => {
  if (budget === undefined) return null
  return { grantId: budget.grantId, day: credits < 0 ? dayOf(end.at) : budget.day, credits }
}

/** Ends a batch; tells whether it did. */
const settleBatch = Effect.fnUntraced(function* ({ batch, tally }: Counted, failure: BatchFailure | null) {
  const { organizationId, origin } = batch
  const { available } = yield* (yield* Credits).account(organizationId)
  const last = ended(batch, tally, { at: yield* DateTime.now, failure, available })
  const entry = yield* entryOf(last)
  // The history of usage tells keys and grants by one name: that of whoever called.
  const call = { ...origin, organizationId, at: batch.createdAt, keyId: origin.caller, grantId: null }
  const deliveries = yield* deliveryOf(last)
  const settled = yield* (yield* BatchWorkStore).settle({
    batch: last,
    // Whatever is recorded after this is not among what it was counted up for, and then it does not end.
    files: yield* readFileTable(organizationId, batch.id),
    tally,
    entry,
    usage: entry === null ? null : correctionUsage(call, `${batch.id}:end`, -entry.credits),
    unspent: entry === null ? null : unspentOf(last, entry.credits),
    deliveries
  })
  if (!settled) return false
  const wakeups = yield* Wakeups
  if (deliveries.length > 0) yield* wakeups.wake("deliveries")
  yield* wakeups.changed(organizationId, [
    "batches",
    "usage",
    ...(deliveries.length > 0 ? ["deliveries" as const] : [])
  ])
  const { end } = last
  yield* countBatches.count(end.failure !== null ? "failed" : last.status === "cancelled" ? "cancelled" : "completed")
  yield* Effect.logInfo("batch.ended").pipe(
    annotated({
      organizationId,
      batchId: batch.id,
      status: last.status,
      ...end.progress,
      refunded: end.refunded,
      ocrCharged: end.ocrCharged,
      failure: end.failure?.code,
      durationMs: end.at.epochMilliseconds - batch.createdAt.epochMilliseconds
    })
  )
  return true
})

/** Batches looked at in one step. */
const stepSize = 100

const stalled: BatchFailure = {
  code: "stalled",
  message: `No page of the batch was finished for ${Duration.toMinutes(stallAfter)} minutes.`
}

/** How far batches had come when they were seen last, and for how long that was all. */
type Seen = Map<
  BatchId,
  {
    readonly done: number
    readonly status: Batch["status"]
    readonly stoodMillis: number
    readonly lookedMillis: number
  }
>

/** Most time that counts between two looks: in a longer one nobody watched, or the clock was set. */
const longestGapMillis = 180_000

/**
 * Whether a batch has not come on for too long. Time counts while somebody watches: a batch that waited for a worker to be
 * started is not one that does not come on. Nor is one whose pages wait for turns at a host that rests or asks for pauses, which others have
 * had until now: where they wait at several hosts, those of the others come, so that in the end it is known by any of them.
 */
const isStalled = (seen: Seen, { batch, tally }: Counted, waits: boolean, nowMillis: number): boolean => {
  const done = tally.succeeded + tally.failed
  const before = seen.get(batch.id)
  if (before === undefined || waits || before.done !== done || before.status !== batch.status) {
    seen.set(batch.id, { done, status: batch.status, stoodMillis: 0, lookedMillis: nowMillis })
    return false
  }
  const gapMillis = Math.min(longestGapMillis, Math.max(0, nowMillis - before.lookedMillis))
  const stoodMillis = before.stoodMillis + gapMillis
  seen.set(batch.id, { ...before, stoodMillis, lookedMillis: nowMillis })
  return stoodMillis >= Duration.toMillis(stallAfter)
}

/**
 * Time between two looks at all batches that have not ended. Whoever works looks dozens of times a second, for what is done alone:
 * reading what every organization has under way each time would cost more than the pages do.
 */
const watchMillis = 10_000

/** Most time in one look: ends that somebody holds up each take some of it. The next goes on behind it. */
const lookMillis = 500

/** What is gone through now: all that has not ended, or what is done of it, behind the batch that was looked at last. */
interface Pass {
  readonly doneOnly: boolean
  readonly startMillis: number
  readonly open: Set<BatchId>
  readonly after: BatchId | null
}

/** Ends what can be ended; tells how many. `isBehind` says whether the last look left anything to another: it had no time, or somebody held it up. */
export const makeSettle = (turns = new HostTurns()) => {
  const seen: Seen = new Map()
  /** The next look at all: in a while, or when one of them will have stood still for too long. */
  let next = { fromMillis: 0, atMillis: 0 }
  let cut: Pass | null = null
  let isBehind = false

  /** Those that stand still are known from a look at all. */
  const looked = ({ open, startMillis }: Pass) => {
    next = { fromMillis: startMillis, atMillis: startMillis + watchMillis }
    for (const [id, { lookedMillis, stoodMillis }] of seen) {
      const stallsMillis = lookedMillis + Duration.toMillis(stallAfter) - stoodMillis
      if (!open.has(id)) seen.delete(id)
      else if (stallsMillis > startMillis) next.atMillis = Math.min(next.atMillis, stallsMillis)
    }
  }

  const settle = Effect.fn("settleBatches")(function* () {
    const store = yield* BatchWorkStore
    const now = yield* Clock.currentTimeMillis
    const passed = yield* passedMillis
    const begun: Pass = cut ?? {
      doneOnly: now >= next.fromMillis && now < next.atMillis,
      startMillis: now,
      open: new Set(),
      after: null
    }
    const { doneOnly, open } = begun
    let settled = 0
    let { after } = begun
    cut = null
    // What became done before the place where this begins is looked at by the next.
    isBehind = after !== null
    for (;;) {
      const step: Effect.Success<ReturnType<typeof store.unsettled>> = yield* store.unsettled({
        after,
        limit: stepSize,
        doneOnly
      })
      for (const stored of step) {
        const { isDone, waitsAt } = stored
        const waits = isWorked(stored.batch.status) && waitsAt !== null && turns.isWaitedFor(waitsAt, passed)
        const failure = !isDone && isStalled(seen, stored, waits, now) ? stalled : null
        open.add(stored.batch.id)
        after = stored.batch.id
        if (!isDone && failure === null) continue
        if (yield* settleBatch(stored, failure)) settled += 1
        else isBehind = true
        if ((yield* passedMillis) - passed >= lookMillis) {
          cut = { ...begun, after }
          isBehind = true
          return settled
        }
      }
      if (step.length === 0) break
      // A step may have a megabyte of selectors, and there may be many.
      yield* Effect.yieldNow
    }
    if (!doneOnly) looked(begun)
    return settled
  })
  return Object.assign(settle, { isBehind: () => isBehind })
}
