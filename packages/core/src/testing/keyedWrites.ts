/** The writes that keep the answer of an idempotency key, each as one thing to be done once. */
import { DateTime, Effect, Option, type Scope } from "effect"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchId } from "../batches/domain/Batch.ts"
import type { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { KeptAnswer, KeyedOperation } from "../idempotency/domain/KeptAnswer.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Stores } from "../Stores.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { storedDelivery, watchedMonitor } from "./arrangements.ts"
import { batchOf, entryOf, freshDigest, freshId, monitorOf, queuedRunOf } from "./builders.ts"
import { failedDelivery, requeued } from "./deliveryRetrySuite.ts"

/** One write that can be done, with what it leaves behind. */
export interface KeyedWrite {
  readonly write: (kept: KeptAnswer | null) => Effect.Effect<void, { readonly _tag: string }, Stores>
  /** The same write with a reason to refuse it. */
  readonly refused: (kept: KeptAnswer | null) => Effect.Effect<void, { readonly _tag: string }, Stores>
  readonly isWritten: Effect.Effect<boolean, unknown, Stores>
}

/** How the writes of an operation are prepared; each is a write of its own. */
export type PrepareWrite = (organizationId: OrganizationId) => Effect.Effect<KeyedWrite, unknown, Scope.Scope | Stores>

const prepareCreate: PrepareWrite = Effect.fnUntraced(function* (organizationId) {
  const monitors = yield* MonitorStore
  const now = yield* DateTime.now
  const monitor = monitorOf(organizationId, now)
  const run = queuedRunOf(monitor, now)
  return {
    write: (kept) => monitors.create({ monitor, run, allowance: 1_000, kept }),
    refused: (kept) => monitors.create({ monitor, run, allowance: 0, kept }),
    isWritten: Effect.map(monitors.get(organizationId, monitor.id), Option.isSome)
  }
})

const prepareRun: PrepareWrite = Effect.fnUntraced(function* (organizationId) {
  const runs = yield* RunStore
  const stored = yield* watchedMonitor(organizationId)
  const run = queuedRunOf(stored.monitor, yield* DateTime.now)
  return {
    write: (kept) => runs.enqueue(stored, run, kept),
    refused: (kept) => runs.enqueue({ ...stored, revision: stored.revision - 1 }, run, kept),
    isWritten: Effect.map(runs.get(organizationId, run.id), Option.isSome)
  }
})

const prepareRetry: PrepareWrite = Effect.fnUntraced(function* (organizationId) {
  const deliveries = yield* DeliveryStore
  const { stored } = yield* failedDelivery(organizationId)
  const next = requeued(stored, yield* DateTime.now)
  return {
    write: (kept) => deliveries.requeue(stored, next, kept),
    refused: (kept) => deliveries.requeue({ ...stored, token: stored.token + 1 }, next, kept),
    isWritten: Effect.map(storedDelivery(stored.delivery), ({ delivery }) => delivery.status === "pending")
  }
})

const prepareSubmit: PrepareWrite = Effect.fnUntraced(function* (organizationId) {
  const batches = yield* BatchStore
  const at = yield* DateTime.now
  const id = BatchId.make(freshId("batch"))
  yield* batches.open(organizationId, id, at, 100)
  yield* batches.add(organizationId, id, [
    { n: 1, url: "https://example.com/", host: "example.com", identity: null, depth: 0, itemId: null, meta: null }
  ])
  const batch = batchOf(organizationId, id, at)
  const entry = entryOf(organizationId, -1, { cause: { kind: "batch", id }, at })
  return {
    write: (kept) => batches.accept({ batch, entry, bytes: 0, allowance: 1_000, kept }),
    refused: (kept) => batches.accept({ batch, entry, bytes: 0, allowance: 0, kept }),
    isWritten: Effect.map(batches.get(organizationId, id), Option.isSome)
  }
})

/** Every operation that takes a key. */
export const keyedWrites: { readonly [Operation in KeyedOperation]: PrepareWrite } = {
  "batch.repeat": prepareSubmit,
  "batch.submit": prepareSubmit,
  "monitor.create": prepareCreate,
  "monitor.run": prepareRun,
  "delivery.retry": prepareRetry
}

/** An answer for a key of its own, kept now and for a day. */
export const keptAnswerOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  given: Partial<KeptAnswer> = {}
) {
  const keptAt = yield* DateTime.now
  const kept: KeptAnswer = {
    organizationId,
    operation: "monitor.create",
    key: freshId("key") as IdempotencyKey,
    digest: freshDigest(),
    answer: `{"n":"${freshId("answer")} é\\u0000"}`,
    keptAt,
    expiresAt: DateTime.add(keptAt, { hours: 24 }),
    ...given
  }
  return kept
})
