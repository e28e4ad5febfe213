/** What the operations on batches can answer instead of what was asked. */
import { Schema } from "effect"
import { BatchStatus } from "./domain/Batch.ts"

/** The organization has no such batch, or no longer. */
export class BatchNotFound extends Schema.TaggedError<BatchNotFound>()("BatchNotFound", {}) {}

/** As many batches of the organization are unsettled as may be. Nothing was submitted; wait until one has ended. */
export class BatchLimitReached extends Schema.TaggedError<BatchLimitReached>()("BatchLimitReached", {
  limit: Schema.Int
}) {}

/**
 * The results of the organization's batches take as much as they may. Nothing was submitted; remove batches, or wait until results are
 * kept no longer.
 */
export class BatchResultsFull extends Schema.TaggedError<BatchResultsFull>()("BatchResultsFull", {
  bytes: Schema.Int,
  limitBytes: Schema.Int
}) {}

/** The batch has ended already and cannot be cancelled. Nothing was changed. */
export class BatchNotCancellable extends Schema.TaggedError<BatchNotCancellable>()("BatchNotCancellable", {
  status: BatchStatus
}) {}

/** The batch has not ended yet. Nothing was changed; wait for it or cancel it. */
export class BatchNotCompleted extends Schema.TaggedError<BatchNotCompleted>()("BatchNotCompleted", {
  status: BatchStatus
}) {}

/** More entries came than one batch takes. Nothing was submitted; send several batches. */
export class TooManyEntries extends Schema.TaggedError<TooManyEntries>()("TooManyEntries", { limit: Schema.Int }) {}

/** A piece of the file is not where results are kept. Nothing was read; it may come back, such as when every process uses one place. */
export class ResultFileMissing extends Schema.TaggedError<ResultFileMissing>()("ResultFileMissing", {}) {}
