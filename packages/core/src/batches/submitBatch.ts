/** Takes a batch in: read as it comes, written while it arrives, and there whole or not at all. */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import type { Entry } from "../credits/domain/Ledger.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { OutOfCredits } from "../credits/errors.ts"
import { SpendingBudget, withinBudget } from "../credits/SpendingBudget.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { Attempt, KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import { batchAllowance, type Organization } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import type { Subscription } from "../webhooks/domain/Subscription.ts"
import { newSecret, openSecret } from "../webhooks/sealedSecret.ts"
import { AskedDigest } from "./AskedDigest.ts"
import { affordPages, type EarlyRefusal, isEarlyRefusal, roomForResults } from "./affordPages.ts"
import { BatchStore } from "./BatchStore.ts"
import { type Batch, BatchId, type BatchOrigin } from "./domain/Batch.ts"
import { defaultBatchOptions } from "./domain/BatchOptions.ts"
import { batchBytes, itemsBytes } from "./domain/batchBytes.ts"
import type { BatchItem } from "./domain/Item.ts"
import { BatchNotFound } from "./errors.ts"
import { type IntakeMemory, Intakes } from "./Intakes.ts"
import type { BatchWebhook, NewBatch, Submission } from "./NewBatch.ts"
import { readDigest } from "./readEntries.ts"
import { type Taken, takeIn } from "./takeIn.ts"

/** Who submits, and by which call. */
export interface Submitter {
  readonly organization: Organization
  readonly origin: BatchOrigin
}

/** A batch as it was accepted, with its signing secret open. */
export interface Submitted {
  readonly batch: Batch
  /** Whether the same request had submitted it before: nothing was charged now. */
  readonly isRepeated: boolean
}

/** Time for a submission to arrive. It ends before an intake is taken for one that was left alone (`endBatches.ts`). */
const arrivesWithin = Duration.minutes(50)

const tooSlow = new InvalidInput({
  field: "input.data.urls",
  message: `took more than ${Duration.toMinutes(arrivesWithin)} minutes to arrive; send it faster, or in parts`
})

const Answer = Schema.fromJsonString(Schema.Struct({ batchId: BatchId }))

const subscriptionOf = Effect.fnUntraced(function* (
  id: BatchId,
  { organization }: Submitter,
  webhook: BatchWebhook | null | undefined
) {
  if (webhook === null || webhook === undefined) return null
  return {
    id,
    organizationId: organization.id,
    url: webhook.url,
    events: ["batch.completed", "batch.failed", "batch.cancelled"],
    retry: webhook.retry,
    secret: yield* newSecret,
    failure: null
  } satisfies Subscription as Subscription
})

/** The intake as a batch, and what pays for it. */
const accepted = Effect.fnUntraced(function* (id: BatchId, submitter: Submitter, input: NewBatch, taken: Taken) {
  const at = yield* DateTime.now
  const { id: organizationId } = submitter.organization
  const budget = yield* SpendingBudget
  const batch: Batch = {
    id,
    organizationId,
    status: "queued",
    format: input.format,
    options: { ...defaultBatchOptions, ...input.options },
    tags: input.tags ?? [],
    ...taken,
    subscription: yield* subscriptionOf(id, submitter, input.webhook),
    origin: { ...submitter.origin, ...(budget === null ? {} : { budget: budget.of }) },
    createdAt: at,
    startedAt: null,
    end: null
  }
  const entry: Entry = {
    id: yield* (yield* Ids).next("ent"),
    organizationId,
    cause: { kind: "batch", id },
    credits: -taken.intake.reserved,
    at
  }
  return { batch, entry }
})

/** Pages that are counted beyond those that are paid for, so that most refusals say what the whole of the list needs. */
const countedBeyond = 1_000

/** What stands for a submission that is not submitted again. */
const readDigestOf = Effect.fnUntraced(function* <E>({ entries, told }: Submission<E>, memory: IntakeMemory) {
  const digest = new AskedDigest()
  yield* readDigest(entries, digest, memory)
  return yield* digest.end((yield* told).asked)
})

/** A submission whose answer may stand already, or come to stand while it is read. */
interface Once<E> {
  readonly submitter: Submitter
  readonly submission: Submission<E>
  /** Whether it is known again by what it asks. */
  readonly isRemembered: boolean
  readonly memory: IntakeMemory
  readonly keep: (answer: { readonly batchId: BatchId }, digest: string, at: DateTime.Utc) => KeptAnswer | null
  readonly isKept: Effect.Effect<boolean, StoreUnavailable>
}

/** Refuses what was not read yet; where it may have an answer by now, it is read, and answered with that one or a conflict. */
const refusedUnread = <E>(once: Once<E>, id: BatchId, refusal: EarlyRefusal) =>
  Effect.gen(function* () {
    if (yield* once.isKept) {
      const digest = yield* readDigestOf(once.submission, once.memory)
      once.keep({ batchId: id }, digest, yield* DateTime.now)
    }
    return yield* refusal
  })

/** What all of a list needs that was counted to its end. */
const ofAll = (refusal: EarlyRefusal, { intake }: Taken): EarlyRefusal =>
  refusal._tag === "OutOfCredits"
    ? new OutOfCredits({ available: refusal.available, needed: intake.reserved })
    : refusal

/**
 * Reads and checks what is sent while its pages are written. Of what could not be paid for no more is written, and it is refused when it
 * ends or has many more pages; but where somebody else has had the key answered meanwhile, it is read to its end, and its answer is that
 * one or a conflict.
 */
const taken = <E>(once: Once<E>, id: BatchId, affordable: number) =>
  Effect.gen(function* () {
    const { isKept, isRemembered, keep, memory, submission, submitter } = once
    const { organization } = submitter
    const store = yield* BatchStore
    const early = { refusal: null as EarlyRefusal | null }
    const digest = isRemembered ? new AskedDigest() : null
    const afford = (pages: number) =>
      Effect.catchIf(affordPages(organization, pages), isEarlyRefusal, (refusal) =>
        Effect.flatMap(isKept, (kept) => {
          if (!kept && (refusal._tag !== "OutOfCredits" || early.refusal !== null)) return Effect.fail(refusal)
          early.refusal = refusal
          return Effect.succeed(kept ? Number.POSITIVE_INFINITY : pages + countedBeyond)
        })
      )
    let bytes = 0
    const write = (items: ReadonlyArray<BatchItem>) => {
      bytes += itemsBytes(items)
      return early.refusal === null ? store.add(organization.id, id, items) : Effect.void
    }
    const read = yield* takeIn(submission, { afford, affordable, digest, memory, write }).pipe(
      Effect.timeoutOrElse({ duration: arrivesWithin, orElse: () => Effect.fail(tooSlow) })
    )
    const kept = read.digest === null ? null : keep({ batchId: id }, read.digest, yield* DateTime.now)
    return early.refusal === null ? { ...read, bytes, kept } : yield* ofAll(early.refusal, read.taken)
  })

const submitOnce = <E>(once: Once<E>) =>
  Effect.gen(function* () {
    const store = yield* BatchStore
    const { submitter } = once
    const { organization } = submitter
    const id = BatchId.make(yield* (yield* Ids).next("batch"))
    const allowance = batchAllowance(organization)
    let mayBeAccepted = false
    const at = yield* DateTime.now
    const submit = Effect.gen(function* () {
      const affordable = yield* roomForResults(organization).pipe(
        Effect.andThen(store.open(organization.id, id, at, allowance)),
        Effect.andThen(affordPages(organization, 1)),
        Effect.catchIf(isEarlyRefusal, (refusal) => refusedUnread(once, id, refusal))
      )
      const read = yield* taken(once, id, affordable)
      const { batch, entry } = yield* accepted(id, submitter, read.batch, read.taken)
      mayBeAccepted = true
      yield* Effect.tapError(
        withinBudget(
          exactly(read.taken.intake.reserved),
          () => store.accept({ batch, entry, bytes: read.bytes + batchBytes(batch), kept: read.kept, allowance }),
          () => read.taken.intake.reserved
        ),
        Effect.fnUntraced(function* ({ _tag: tag }) {
          mayBeAccepted = tag === "StoreUnavailable"
        })
      )
      return { batchId: id }
    })
    // What cannot be removed now is swept. An intake whose acceptance nobody answered may be a batch, which may have ended.
    const left = Effect.suspend(() => (mayBeAccepted ? Effect.void : Effect.ignore(store.remove(organization.id, id))))
    return yield* Effect.onError(submit, () => left)
  })

/**
 * Submits a batch, once for one key and request. A client without a key that repeats by itself what got no answer says which `attempt` it
 * is: one that comes again within some minutes gets the batch that was submitted.
 */
export const submitBatch = Effect.fn("submitBatch")(function* <E>(
  submitter: Submitter,
  submission: Submission<E>,
  key?: IdempotencyKey,
  attempt?: Attempt
) {
  const { organization } = submitter
  const idempotency = yield* Idempotency
  const isRemembered = key !== undefined || attempt !== undefined
  const { answer, isRepeated } = yield* (yield* Intakes).holding(organization.id, (memory) =>
    idempotency.onceRead({
      organizationId: organization.id,
      operation: "batch.submit",
      key,
      repeats: attempt === undefined ? undefined : { operation: "batch.repeat", attempt },
      answer: Answer,
      read: readDigestOf(submission, memory),
      work: (keep, isKept) => submitOnce({ submitter, submission, isRemembered, memory, keep, isKept })
    })
  )
  const found = yield* (yield* BatchStore).get(organization.id, answer.batchId)
  if (Option.isNone(found)) return yield* new BatchNotFound()
  const { batch } = found.value
  if (!isRepeated) {
    const wakeups = yield* Wakeups
    yield* wakeups.wake("batches")
    yield* wakeups.changed(organization.id, ["batches", "usage"])
  }
  const { subscription } = batch
  const shown = subscription === null ? null : { ...subscription, secret: yield* openSecret(subscription.secret) }
  return {
    batch: { ...batch, status: "queued", startedAt: null, end: null, subscription: shown },
    isRepeated
  } satisfies Submitted as Submitted
})
