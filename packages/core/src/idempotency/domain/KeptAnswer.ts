/** What an idempotency key stands for. */
import { type DateTime, Duration, type Schema } from "effect"
import type { OrganizationId } from "../../organizations/domain/Organization.ts"
import { canonicalJson } from "./canonicalJson.ts"
import type { IdempotencyKey } from "./IdempotencyKey.ts"

/**
 * What can be asked with a key. Each has keys of its own: one key may stand for a monitor and for a run of it. Under `batch.repeat`
 * stand batches that were submitted without a key, by what was asked.
 */
export type KeyedOperation = "batch.repeat" | "batch.submit" | "delivery.retry" | "monitor.create" | "monitor.run"

/** Whether a sender that repeats by itself what got no answer sends a request for the first time or again. */
export type Attempt = "first" | "again"

/** A body that came with a key, as its sender wrote it. */
export interface KeyedBody {
  readonly key: IdempotencyKey
  readonly body: unknown
}

/** How long a key is remembered (contract/README.md). @internal */
export const keyLifetime = Duration.hours(24)

/** How long a request without a key is known again when its sender repeats it (contract/client-behaviour.md §4). @internal */
export const repeatLifetime = Duration.minutes(5)

/** A key with the answer that it stands for. It is stored together with what the answer tells of, or not at all. */
export interface KeptAnswer {
  readonly organizationId: OrganizationId
  readonly operation: KeyedOperation
  readonly key: IdempotencyKey
  /** Digest of `askedText`: a request with another one is another request. */
  readonly digest: string
  /** What the first request was answered, as JSON. */
  readonly answer: string
  readonly keptAt: DateTime.Utc
  /** From this moment on the key is free; null keeps it for as long as what was made exists. */
  readonly expiresAt: DateTime.Utc | null
  /** Takes the place of an answer that the key still stands for; nothing is refused for it then. */
  readonly replaces?: true
}

/** Where a key is looked for. */
export type KeyPlace = Pick<KeptAnswer, "organizationId" | "operation" | "key">

/** How the answers of an operation are kept. */
export type AnswerJson<A> = Schema.Codec<A, string>

/** All that makes a request what it is: the operation, the id that its path names, and its body. @internal */
export const askedText = (operation: KeyedOperation, subject: string, body: unknown): string =>
  canonicalJson([operation, subject, body])
