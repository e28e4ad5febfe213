/** Cancels, removes and forgets batches. */
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { BatchStore } from "./BatchStore.ts"
import { type BatchId, resultsRetention } from "./domain/Batch.ts"
import { isFinal } from "./domain/settle.ts"
import { BatchNotCancellable, BatchNotCompleted, BatchNotFound } from "./errors.ts"
import { storedBatch, viewOf } from "./readBatches.ts"

/** Lets no page begin any more. The batch ends when what is under way has. */
export const cancelBatch = Effect.fn("cancelBatch")(function* (organizationId: OrganizationId, batchId: BatchId) {
  const found = yield* (yield* BatchStore).cancel(organizationId, batchId)
  if (Option.isNone(found)) return yield* new BatchNotFound()
  const { status } = found.value.batch
  if (isFinal(status)) return yield* new BatchNotCancellable({ status })
  const wakeups = yield* Wakeups
  yield* wakeups.wake("batches")
  yield* wakeups.changed(organizationId, ["batches"])
  return viewOf(found.value)
})

/** Removes a batch that has ended, with its results. */
export const removeBatch = Effect.fn("removeBatch")(function* (organizationId: OrganizationId, batchId: BatchId) {
  const { batch } = yield* storedBatch(organizationId, batchId)
  if (!isFinal(batch.status)) return yield* new BatchNotCompleted({ status: batch.status })
  const removed = yield* (yield* BatchStore).remove(organizationId, batchId)
  if (!removed) return yield* new BatchNotFound()
  yield* (yield* Wakeups).changed(organizationId, ["batches"])
})

/** An intake that was not accepted within this was left alone. */
const intakeMinutes = 60

/** Drops up to `limit` rows of intakes that were left alone, of batches that were removed and of results kept no longer. */
export const pruneBatches = Effect.fn("pruneBatches")(function* (limit: number) {
  const now = yield* DateTime.now
  return yield* (yield* BatchStore).prune({
    intakesBefore: DateTime.subtract(now, { minutes: intakeMinutes }),
    resultsBefore: DateTime.subtractDuration(now, resultsRetention),
    limit
  })
})
