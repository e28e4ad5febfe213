/**
 * All a caller may do with batches: many pages that are asked for together, worked on by any number of workers, paid for
 * in advance and settled at the end.
 */
import { Context, DateTime, Duration, Effect, Layer, Option, Stream } from "effect"
import { Alarms } from "../Alarms.ts"
import { bind, provideOften } from "../bind.ts"
import type { BlobStore } from "../blobs/BlobStore.ts"
import type { Credits } from "../credits/Credits.ts"
import type { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { Attempt } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyConflict } from "../idempotency/errors.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import type { DueWork, Shares } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { Sealer } from "../security/Sealer.ts"
import type { Signer } from "../security/Signer.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { Patterns } from "../sites/Patterns.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import type { EgressRules } from "../web/EgressRules.ts"
import type { ReadingError, TooBusy } from "../web/errors.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"
import type { BatchFilter, BatchStore, ResultFilter } from "./BatchStore.ts"
import { BatchWorkStore } from "./BatchWorkStore.ts"
import type { Compressor } from "./Compressor.ts"
import { countBatches, countPages } from "./countBatches.ts"
import { makeCrawlRules } from "./crawlRules.ts"
import type { BatchId } from "./domain/Batch.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import type { ResultFile } from "./domain/ResultFile.ts"
import { cancelBatch, pruneBatches, removeBatch } from "./endBatches.ts"
import type {
  BatchLimitReached,
  BatchNotCancellable,
  BatchNotCompleted,
  BatchNotFound,
  BatchResultsFull,
  ResultFileMissing,
  TooManyEntries
} from "./errors.ts"
import { HostTurns } from "./HostTurns.ts"
import { Intakes } from "./Intakes.ts"
import { ItemRecorder } from "./ItemRecorder.ts"
import type { Submission } from "./NewBatch.ts"
import {
  type BatchView,
  checkFile,
  type FiledBatch,
  fileBytes,
  findFile,
  getBatch,
  listBatches,
  listResults,
  resultFiles
} from "./readBatches.ts"
import { makeSettle } from "./settleBatches.ts"
import { type Submitted, type Submitter, submitBatch } from "./submitBatch.ts"
import { takeItems } from "./takeItems.ts"

export type { BatchView, FiledBatch } from "./readBatches.ts"
export type { Submitted, Submitter } from "./submitBatch.ts"

/** Why a batch was not submitted. Nothing was charged. */
export type SubmitError =
  | BatchLimitReached
  | BatchNotFound
  | BatchResultsFull
  | CollectionPaused
  | IdempotencyKeyConflict
  | InvalidInput
  | OutOfCredits
  | ReadingError
  | StoreUnavailable
  | TooManyEntries

/** Everything that batches stand on. */
export type BatchesPorts =
  | BatchStore
  | BatchWorkStore
  | BlobStore
  | CapturePorts
  | Compressor
  | Credits
  | Cursors
  | DomainNames
  | EgressRules
  | Ids
  | Patterns
  | Sealer
  | Signer
  | SitemapReader
  | Wakeups
  | Webhooks

export class Batches extends Context.Service<
  Batches,
  {
    /**
     * Submits a batch; the same key and request again give the same answer, and so does the same request without a key when its
     * `attempt` is another within some minutes. The entries of a list are read once, as they
     * come, and the whole budget is debited when all are in. What could not be paid for, and what there is no room for in the
     * `CurrentLease`, is refused while it comes.
     */
    readonly submit: <E = never>(
      submitter: Submitter,
      submission: Submission<E>,
      key?: IdempotencyKey,
      attempt?: Attempt
    ) => Effect.Effect<Submitted, E | SubmitError>

    readonly list: (
      organizationId: OrganizationId,
      filter: BatchFilter,
      page: PageRequest
    ) => Effect.Effect<Page<FiledBatch>, InvalidCursor | StoreUnavailable>

    /** One batch, with the delivery of its end once there is one. */
    readonly get: (
      organizationId: OrganizationId,
      batchId: BatchId
    ) => Effect.Effect<FiledBatch & { readonly deliveryId: string | null }, BatchNotFound | StoreUnavailable>

    /**
     * A page of the results of a batch that ended, in the order of the intake. What is opened counts in the `CurrentLease`: a page ends
     * where there is no room for more, and where there is none for its first record it is refused. A record that cannot be read any
     * more is shown as an error of `INTERNAL_ERROR` where no filter leaves it out.
     */
    readonly results: (
      organizationId: OrganizationId,
      batchId: BatchId,
      filter: ResultFilter,
      page: PageRequest
    ) => Effect.Effect<
      Page<BatchResult>,
      BatchNotCompleted | BatchNotFound | InvalidCursor | StoreUnavailable | TooBusy
    >

    /** The files of a batch that ended; null until then, and when they are kept no longer. */
    readonly files: (
      organizationId: OrganizationId,
      batchId: BatchId
    ) => Effect.Effect<ReadonlyArray<ResultFile> | null, BatchNotFound | StoreUnavailable>

    readonly file: (
      organizationId: OrganizationId,
      batchId: BatchId,
      number: number
    ) => Effect.Effect<ResultFile, BatchNotFound | StoreUnavailable>

    /** Fails where these bytes of a file cannot be read, before any is. */
    readonly check: (
      organizationId: OrganizationId,
      batchId: BatchId,
      file: ResultFile,
      range: { readonly offset: number; readonly length: number }
    ) => Effect.Effect<void, ResultFileMissing | StoreUnavailable>

    /** Bytes of a file: gzip of one record a line. */
    readonly read: (
      organizationId: OrganizationId,
      batchId: BatchId,
      file: ResultFile,
      range: { readonly offset: number; readonly length: number }
    ) => Stream.Stream<Uint8Array, StoreUnavailable>

    /** Lets no page begin any more; gives the batch, which is being cancelled then. */
    readonly cancel: (
      organizationId: OrganizationId,
      batchId: BatchId
    ) => Effect.Effect<BatchView, BatchNotCancellable | BatchNotFound | StoreUnavailable>

    /** Removes a batch that has ended, with its results. */
    readonly remove: (
      organizationId: OrganizationId,
      batchId: BatchId
    ) => Effect.Effect<void, BatchNotCompleted | BatchNotFound | StoreUnavailable>

    /** Claims up to `limit` pages; the answer holds the work of each, to be begun by the caller. */
    readonly takeDue: (options: {
      readonly limit: number
      readonly lease: Duration.Duration
      readonly shares?: Shares
    }) => Effect.Effect<ReadonlyArray<DueWork>, StoreUnavailable>

    /** Time until `takeDue` may find something, by what is stored now; none when nothing waits. */
    readonly untilDue: Effect.Effect<Option.Option<Duration.Duration>, StoreUnavailable>

    /** Ends the batches that nothing is left to do for, and those that do not come on; tells how many. */
    readonly settleDue: Effect.Effect<number, StoreUnavailable>

    /** Drops up to `limit` rows of what is kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/batches/Batches") {
  static readonly layer = Layer.effect(
    Batches,
    Effect.gen(function* () {
      // A sum that is put together anew is told by its parts, whose names every program can import.
      const context = yield* Effect.context<
        Exclude<BatchesPorts, Sealer> | Sealer | Alarms | Idempotency | Intakes | ItemRecorder
      >()
      const bound = bind(context)
      const provided = provideOften(context)
      const turns = new HostTurns()
      const settling = makeSettle(turns)
      const settleDue = provided(settling())
      const { wake } = yield* Wakeups
      // A batch that cannot be ended now is ended later, by whoever looks: who rests meanwhile would not know that there is more.
      const settle = settleDue.pipe(
        Effect.andThen(Effect.suspend(() => (settling.isBehind() ? wake("batches") : Effect.void))),
        Effect.catchCause((cause) =>
          Effect.logError("batches: what nothing is left to do for could not be ended", cause)
        )
      )
      const take = takeItems(makeCrawlRules(), turns, settle)
      const work = yield* BatchWorkStore
      yield* Effect.andThen(countPages.begin, countBatches.begin)
      return Batches.of({
        submit: (submitter, submission, key, attempt) =>
          Effect.provideContext(submitBatch(submitter, submission, key, attempt), context),
        list: bound(listBatches),
        get: bound(getBatch),
        results: bound(listResults),
        files: bound(resultFiles),
        file: bound(findFile),
        check: bound(checkFile),
        read: (organizationId, batchId, file, range) =>
          Stream.provideContext(fileBytes(organizationId, batchId, file, range), context),
        cancel: bound(cancelBatch),
        remove: bound(removeBatch),
        takeDue: (options) =>
          provided(take(options)).pipe(
            Effect.map((taken) => taken.map((due) => ({ ...due, work: provided(due.work) })))
          ),
        untilDue: Effect.suspend(() =>
          settling.isBehind() ? Effect.succeed(Option.some(Duration.zero)) : Effect.flatMap(DateTime.now, work.untilDue)
        ),
        settleDue,
        prune: bound(pruneBatches)
      })
    })
  ).pipe(Layer.provide([Alarms.layer, Intakes.layer, ItemRecorder.layer, Idempotency.layer]))
}
