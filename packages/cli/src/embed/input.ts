/** Reads what callers hand over in the words of the wire, with the limits of the HTTP API. */

import type { InvalidInput } from "@kittiwake/core/InvalidInput"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { KeyedBody } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { decodeBody } from "@kittiwake/http/internal/body"
import { pageBody, TimestampInput } from "@kittiwake/http/internal/fields"
import { DateTime, type Effect, Schema } from "effect"

/** Which page of a list is wanted. */
export interface PageOptions {
  /** From 1 to 100; 25 unless given. */
  readonly limit?: number
  /** `next_cursor` of the page before. */
  readonly cursor?: string
}

/** A page of a list in the words of the wire. */
export interface RecordPage<A> {
  readonly data: ReadonlyArray<A>
  readonly has_more: boolean
  /** What to ask the next page with; null at the end. */
  readonly next_cursor: string | null
}

/** The fields that ask for a page. */
export const pageFields = pageBody

/** The key that makes two calls one, for a day. */
export const keyField = { idempotencyKey: Schema.optionalKey(IdempotencyKey) }

/** The body with its key, when one came. */
export const keyed = (key: IdempotencyKey | undefined, body: unknown): KeyedBody | undefined =>
  key === undefined ? undefined : { key, body }

/** A moment as text, or nothing. */
export const momentField = Schema.optionalKey(TimestampInput)

/** A reader of one kind of input. A field it does not know is refused by name. */
export const reads = <A, I>(schema: Schema.Codec<A, I>): ((input: unknown) => Effect.Effect<A, InvalidInput>) =>
  decodeBody(schema)

/** A moment that was checked by its schema. */
export const moment = (text: string): DateTime.Utc => DateTime.toUtc(DateTime.makeUnsafe(text))
