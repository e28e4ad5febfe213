/**
 * What a batch has come to, and what it comes to when it ends.
 *
 * **Model.** The whole budget is debited when a batch is accepted. When it ends there is one movement more: what was paid for
 * pages that did not succeed comes back, and what pages of files cost that were read from their picture goes with it.
 *
 * **Invariants**
 *
 * - `net = reserved - refunded + ocrCharged` is what the ledger moved for the batch, before the end and after it.
 * - Pages are counted once: `succeeded + failed <= reserved`.
 * - A balance never falls below zero: pages read from their picture are charged as far as the refund and what is available
 *   go.
 */
import type { DateTime } from "effect"
import type { Batch, BatchCredits, BatchEnd, BatchFailure, BatchProgress, BatchStatus, PageErrors } from "./Batch.ts"

/** What was recorded of the pages of a batch. */
export interface BatchTally {
  readonly succeeded: number
  readonly failed: number
  /** Pages of files that were read from their picture. */
  readonly recoveredPages: number
  /** In any order. */
  readonly errors: ReadonlyArray<PageErrors>
}

export const noTally: BatchTally = { succeeded: 0, failed: 0, recoveredPages: 0, errors: [] }

const highestFirst = (a: PageErrors, b: PageErrors) => b.count - a.count || (a.code < b.code ? -1 : 1)

/** Errors by their number, highest first. */
export const groupErrors = (errors: ReadonlyArray<PageErrors>): ReadonlyArray<PageErrors> => {
  const groups = new Map<string, PageErrors>()
  for (const one of errors) {
    const known = groups.get(one.code)
    groups.set(one.code, known === undefined ? one : { ...known, count: known.count + one.count })
  }
  return [...groups.values()].sort(highestFirst)
}

const pendingOf = ({ intake }: Batch, { failed, succeeded }: BatchTally) => intake.reserved - succeeded - failed

/** How far the batch has come. */
export const progressOf = (batch: Batch, tally: BatchTally): BatchProgress =>
  batch.end?.progress ?? { succeeded: tally.succeeded, failed: tally.failed, pending: pendingOf(batch, tally) }

/** Why pages failed so far. */
export const pageErrorsOf = (batch: Batch, tally: BatchTally): ReadonlyArray<PageErrors> =>
  batch.end?.pageErrors ?? groupErrors(tally.errors)

/** What it cost so far. */
export const creditsOf = ({ end, intake }: Batch): BatchCredits => ({
  reserved: intake.reserved,
  refunded: end?.refunded ?? 0,
  ocrCharged: end?.ocrCharged ?? 0
})

/** What the ledger moved for it, all in all. */
export const netOf = ({ ocrCharged, refunded, reserved }: BatchCredits): number => reserved - refunded + ocrCharged

/** What an end moves: what comes back, and what is charged of what `available` credits and the refund allow. */
export const settlementOf = (
  batch: Batch,
  tally: BatchTally,
  available: number
): { readonly refunded: number; readonly ocrCharged: number } => {
  const refunded = batch.intake.reserved - tally.succeeded
  return { refunded, ocrCharged: Math.min(tally.recoveredPages, refunded + Math.max(0, available)) }
}

/** How a batch ends that nothing is left to do for. */
export const endStatus = ({ status }: Pick<Batch, "status">, failure: BatchFailure | null): BatchStatus => {
  if (failure !== null) return "failed"
  return status === "cancelling" ? "cancelled" : "completed"
}

/** The batch as it ended. */
export const ended = (
  batch: Batch,
  tally: BatchTally,
  given: { readonly at: DateTime.Utc; readonly failure: BatchFailure | null; readonly available: number }
): Batch & { readonly end: BatchEnd } => ({
  ...batch,
  status: endStatus(batch, given.failure),
  end: {
    at: given.at,
    progress: {
      succeeded: tally.succeeded,
      failed: tally.failed,
      pending: batch.intake.reservedIsCeiling ? 0 : pendingOf(batch, tally)
    },
    pageErrors: groupErrors(tally.errors),
    ...settlementOf(batch, tally, given.available),
    failure: given.failure
  }
})

/** Whether nothing happens to it any more. */
export const isFinal = (status: BatchStatus): boolean =>
  status === "completed" || status === "cancelled" || status === "failed"

/** Whether its pages may be claimed. */
export const isWorked = (status: BatchStatus): boolean => status === "queued" || status === "running"
