/**
 * Where batches live: how they come into being, are read, and go.
 *
 * **Model.** An intake is a batch that nobody sees yet: its pages are written while they arrive. Accepting it makes it visible,
 * debits its whole budget and keeps the answer of its key, in one commit; so a batch exists whole or not at all. What is
 * done with a batch that was accepted stands in `BatchWorkStore`.
 *
 * **Invariants**
 *
 * - An intake is found by nobody and costs nothing. One that was left alone is swept.
 * - A batch is debited once, by its own id, in the commit that makes it visible.
 * - Pages of a batch have the places 1, 2, 3 … in the order in which they were added.
 * - An organization never has more batches that have not ended than its allowance.
 * - The results of a batch count for its organization from the commit that records them until it is removed, or until they are kept
 *   no longer.
 * - A batch of another organization reads as absent, and so does one that was removed; its pages are dropped in steps.
 *
 * **When a process dies** during an intake, nothing was submitted. After the commit the key has its answer.
 */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Entry } from "../credits/domain/Ledger.ts"
import type { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyTaken } from "../idempotency/errors.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Batch, BatchId, BatchStatus } from "./domain/Batch.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import type { BatchItem, ResultPlace, SegmentBlock } from "./domain/Item.ts"
import type { ResultFile } from "./domain/ResultFile.ts"
import type { BatchTally } from "./domain/settle.ts"
import type { BatchLimitReached } from "./errors.ts"

/** A batch with what was recorded of its pages. */
export interface StoredBatch {
  readonly batch: Batch
  readonly tally: BatchTally
  /** The files of its results; null until it has ended, and where it ended before batches kept them. */
  readonly files: ReadonlyArray<ResultFile> | null
}

/** All that the acceptance of an intake writes. */
export interface Acceptance {
  /** Queued; its id is the intake's. */
  readonly batch: Batch
  /** Most batches of the organization that may not have ended, this one included. */
  readonly allowance: number
  /** The debit of the whole budget, whose cause is the batch. */
  readonly entry: Entry
  /** What the batch takes beside its results, about (`domain/batchBytes.ts`). */
  readonly bytes: number
  readonly kept: KeptAnswer | null
}

/** Which batches a list shows. All conditions must hold. */
export interface BatchFilter {
  readonly status?: BatchStatus
  readonly search?: {
    /** Terms from `askedTerms` (`paging/domain/searchTerms.ts`); every one must match in id, source of the crawl or tags. */
    readonly terms: ReadonlyArray<string>
    /** Whether a term may be the beginning of a word, or must be a whole one. */
    readonly match: "prefix" | "exact"
  }
  /** Has at least one of these. */
  readonly anyTag?: ReadonlyArray<string>
}

/** Which results a list shows. All conditions must hold. */
export interface ResultFilter {
  readonly status?: BatchResult["status"]
  /** Why a page failed. */
  readonly code?: string
}

/** A page with a result, and where its record stands. */
export interface ResultRow extends Pick<BatchItem, "n" | "url" | "itemId" | "meta"> {
  readonly place: ResultPlace
  /** The blocks of its segment; null where each record was compressed by itself. */
  readonly blocks: ReadonlyArray<SegmentBlock> | null
  /** Whether its segment stands with its row. */
  readonly isSmall: boolean
}

/** A piece of the results: records as a part of a file (`domain/gzipFile.ts`). */
export interface Segment {
  readonly id: string
  readonly items: number
  /** Compressed, and as they would be written. */
  readonly bytes: number
  readonly rawBytes: number
  /** CRC-32 of the records; null of a piece of before, each of whose records is a gzip file by itself. */
  readonly crc: number | null
  /** Whether it stands with its row, where others are blobs. */
  readonly isSmall: boolean
}

/** A piece as it is recorded. */
export interface NewSegment extends Omit<Segment, "isSmall"> {
  readonly crc: number
  /** A small piece itself; null of one that is a blob already. */
  readonly packed: Uint8Array | null
  /** What it is made of, each opened without the others. */
  readonly blocks: ReadonlyArray<SegmentBlock>
}

/** **Contract** above; every adapter passes `testing/batchStoreSuite.ts`. */
export class BatchStore extends Context.Service<
  BatchStore,
  {
    /** Begins an intake, unless as many batches of the organization as it may have at once have not ended. */
    readonly open: (
      organizationId: OrganizationId,
      batchId: BatchId,
      at: DateTime.Utc,
      allowance: number
    ) => Effect.Effect<void, BatchLimitReached | StoreUnavailable>

    /** Adds pages to an intake that is open. Their places follow those that are there. */
    readonly add: (
      organizationId: OrganizationId,
      batchId: BatchId,
      items: ReadonlyArray<BatchItem>
    ) => Effect.Effect<void, StoreUnavailable>

    /** Makes an intake a batch. What is refused leaves the intake as it is. */
    readonly accept: (
      acceptance: Acceptance
    ) => Effect.Effect<
      void,
      BatchLimitReached | CollectionPaused | IdempotencyKeyTaken | OutOfCredits | StoreUnavailable
    >

    readonly get: (
      organizationId: OrganizationId,
      batchId: BatchId
    ) => Effect.Effect<Option.Option<StoredBatch>, StoreUnavailable>

    /** Batches of an organization, newest first by `createdAt`, as lists have them (`domain/listedBatch.ts`). */
    readonly list: (
      organizationId: OrganizationId,
      filter: BatchFilter,
      slice: Slice
    ) => Effect.Effect<Part<StoredBatch>, StoreUnavailable>

    /**
     * Pages that have a result, in the order of their places, after place `after`. What came of pages that were recorded before
     * batches kept it is not known here: these are among all that a filter gives.
     */
    readonly results: (
      organizationId: OrganizationId,
      batchId: BatchId,
      filter: ResultFilter,
      slice: { readonly after: number; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<ResultRow>, StoreUnavailable>

    /** Up to `limit` pieces of the results in the order of their ids: those after `after`, and none after `until`. */
    readonly segments: (
      organizationId: OrganizationId,
      batchId: BatchId,
      slice: { readonly after: string | null; readonly until: string | null; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Segment>, StoreUnavailable>

    /** A small piece, with which its row was recorded. */
    readonly smallSegment: (
      organizationId: OrganizationId,
      batchId: BatchId,
      segmentId: string
    ) => Effect.Effect<Option.Option<Uint8Array>, StoreUnavailable>

    /** Bytes that an organization's batches take whose results are kept: these, compressed, and what each was accepted with. */
    readonly resultBytes: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** Keeps the files of a batch that ended before batches kept theirs; those that are kept stay as they are. */
    readonly keepFiles: (
      organizationId: OrganizationId,
      batchId: BatchId,
      files: ReadonlyArray<ResultFile>
    ) => Effect.Effect<void, StoreUnavailable>

    /** Lets no page begin any more. Gives the batch as it is then; a batch that has ended or is being cancelled stays as it is. */
    readonly cancel: (
      organizationId: OrganizationId,
      batchId: BatchId
    ) => Effect.Effect<Option.Option<StoredBatch>, StoreUnavailable>

    /**
     * Removes an intake, or a batch that has ended; tells whether there was one. Frees the key of the batch and cancels its
     * deliveries that have not ended.
     */
    readonly remove: (organizationId: OrganizationId, batchId: BatchId) => Effect.Effect<boolean, StoreUnavailable>

    /**
     * Removes intakes begun before `intakesBefore` and the results of batches that ended before `resultsBefore`, and drops up
     * to `limit` rows of what was removed; tells how many. Less than `limit` means that nothing is left to do.
     */
    readonly prune: (options: {
      readonly intakesBefore: DateTime.Utc
      readonly resultsBefore: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/batches/BatchStore") {}
