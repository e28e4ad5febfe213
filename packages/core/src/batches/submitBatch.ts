/** Takes a batch in: read as it comes, written while it arrives, and there whole or not at all. */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import type { Entry } from "../credits/domain/Ledger.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { KeptAnswer } from "../idempotency/domain/KeptAnswer.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import { batchAllowance, type Organization } from "../organizations/domain/Organization.ts"
import { PageReader } from "../pages/PageReader.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { noFragment } from "../web/domain/Egress.ts"
import { EgressRules } from "../web/EgressRules.ts"
import type { Subscription } from "../webhooks/domain/Subscription.ts"
import { newSecret, openSecret } from "../webhooks/sealedSecret.ts"
import { BatchStore } from "./BatchStore.ts"
import {
  type Batch,
  BatchId,
  type BatchIntake,
  type BatchOrigin,
  type CrawlControls,
  type InvalidUrl
} from "./domain/Batch.ts"
import { defaultBatchOptions } from "./domain/BatchOptions.ts"
import type { BatchItem } from "./domain/Item.ts"
import { BatchNotFound } from "./errors.ts"
import type { BatchWebhook, NewBatch, NewCrawl, Submission } from "./NewBatch.ts"
import { readCrawl } from "./readCrawl.ts"
import { AskedDigest, readDigest, readEntries, type TakenIn } from "./readEntries.ts"

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

/** What was taken in. */
interface Taken {
  readonly intake: BatchIntake
  readonly invalidUrls: ReadonlyArray<InvalidUrl>
  readonly crawl: CrawlControls | null
}

const Answer = Schema.fromJsonString(Schema.Struct({ batchId: BatchId }))

/** Crawl pages written at once. */
const pieceSize = 2_000

const checkWebhook = Effect.fnUntraced(function* ({ url }: BatchWebhook) {
  if (url.includes("#")) return yield* new InvalidInput({ field: "webhook.url", message: noFragment })
  const refusal = yield* (yield* EgressRules).refusal(url)
  if (Option.isSome(refusal)) return yield* new InvalidInput({ field: "webhook.url", message: refusal.value.message })
})

const checkSelectors = Effect.fnUntraced(function* ({ options = {} }: Pick<NewBatch, "options">) {
  const reader = yield* PageReader
  for (const field of ["includeSelectors", "excludeSelectors"] as const) {
    yield* reader.checkSelectors(options[field] ?? []).pipe(
      Effect.mapError(({ message, selector }) => {
        const name = `input.data.options.${field}`
        return new InvalidInput({ field: name, message: `"${selector.slice(0, 200)}": ${message}` })
      })
    )
  }
})

type Write = (items: ReadonlyArray<BatchItem>) => Effect.Effect<void, StoreUnavailable>

const nothingSent = new InvalidInput({ field: "input.data.urls", message: "holds no entry" })

/** A list as it was taken in. */
const listTaken = Effect.fnUntraced(function* (read: TakenIn) {
  if (read.intake.reserved > 0) return { ...read, crawl: null } satisfies Taken as Taken
  const first = read.invalidUrls[0]
  if (first === undefined) return yield* nothingSent
  const message = `holds no address that can be fetched: ${first.reason}`
  return yield* new InvalidInput({ field: "input.data.urls", message })
})

/** A site, whose pages that are known are handed to `write`. */
const siteTaken = Effect.fnUntraced(function* (wanted: NewCrawl, write: Write) {
  const { crawl, intake, items } = yield* readCrawl(wanted)
  for (let from = 0; from < items.length; from += pieceSize) yield* write(items.slice(from, from + pieceSize))
  return { intake, crawl, invalidUrls: [] } satisfies Taken as Taken
})

/** Time for a submission to arrive. It ends before an intake is taken for one that was left alone (`endBatches.ts`). */
const arrivesWithin = Duration.minutes(50)

const tooSlow = new InvalidInput({
  field: "input.data.urls",
  message: `took more than ${Duration.toMinutes(arrivesWithin)} minutes to arrive; send it faster, or in parts`
})

/** Reads what is sent, hands its pages to `write`, and checks what is asked. */
const takeIn = Effect.fnUntraced(function* <E>(submission: Submission<E>, digest: AskedDigest | null, write: Write) {
  const read = yield* readEntries(submission.entries, digest, write)
  const { asked, batch } = yield* submission.told
  if (batch.webhook) yield* checkWebhook(batch.webhook)
  yield* checkSelectors(batch)
  const taken = yield* batch.crawl === null ? listTaken(read) : siteTaken(batch.crawl, write)
  return { taken, batch, digest: digest === null ? null : yield* digest.end(asked) }
})

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
  const batch: Batch = {
    id,
    organizationId,
    status: "queued",
    format: input.format,
    options: { ...defaultBatchOptions, ...input.options },
    tags: input.tags ?? [],
    ...taken,
    subscription: yield* subscriptionOf(id, submitter, input.webhook),
    origin: submitter.origin,
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

const submitOnce = <E>(
  submitter: Submitter,
  submission: Submission<E>,
  digest: AskedDigest | null,
  keep: (answer: { readonly batchId: BatchId }, digest: string) => KeptAnswer | null
) =>
  Effect.gen(function* () {
    const store = yield* BatchStore
    const { organization } = submitter
    const id = BatchId.make(yield* (yield* Ids).next("batch"))
    let mayBeAccepted = false
    yield* store.open(organization.id, id, yield* DateTime.now)
    const submit = Effect.gen(function* () {
      const read = yield* takeIn(submission, digest, (items) => store.add(organization.id, id, items)).pipe(
        Effect.timeoutOrElse({ duration: arrivesWithin, orElse: () => Effect.fail(tooSlow) })
      )
      const { batch, entry } = yield* accepted(id, submitter, read.batch, read.taken)
      const kept = read.digest === null ? null : keep({ batchId: id }, read.digest)
      mayBeAccepted = true
      yield* Effect.tapError(
        store.accept({ batch, entry, kept, allowance: batchAllowance(organization) }),
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

/** What stands for a submission that is not submitted again. */
const readDigestOf = Effect.fnUntraced(function* <E>({ entries, told }: Submission<E>) {
  const digest = new AskedDigest()
  yield* readDigest(entries, digest)
  return yield* digest.end((yield* told).asked)
})

/** Submits a batch, once for one key and request. */
export const submitBatch = Effect.fn("submitBatch")(function* <E>(
  submitter: Submitter,
  submission: Submission<E>,
  key?: IdempotencyKey
) {
  const { organization } = submitter
  const { answer, isRepeated } = yield* (yield* Idempotency).onceRead({
    organizationId: organization.id,
    operation: "batch.submit",
    key,
    answer: Answer,
    read: readDigestOf(submission),
    work: (keep) => submitOnce(submitter, submission, key === undefined ? null : new AskedDigest(), keep)
  })
  const found = yield* (yield* BatchStore).get(organization.id, answer.batchId)
  if (Option.isNone(found)) return yield* new BatchNotFound()
  const { batch } = found.value
  if (!isRepeated) yield* (yield* Wakeups).wake("batches")
  const { subscription } = batch
  const shown = subscription === null ? null : { ...subscription, secret: yield* openSecret(subscription.secret) }
  return {
    batch: { ...batch, status: "queued", startedAt: null, end: null, subscription: shown },
    isRepeated
  } satisfies Submitted as Submitted
})
