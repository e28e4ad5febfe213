/** Reads what callers hand over in the words of the wire, with the limits of the HTTP API. */

import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { KeyedBody } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { decodeBody, textProblem } from "@kittiwake/http/internal/body"
import { pageBody, TimestampInput, text } from "@kittiwake/http/internal/fields"
import { DateTime, Effect, Schema } from "effect"

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

/** Deepest field of an input that may be given as `undefined`. */
const maxAbsentDepth = 4

/** The input without fields that are `undefined`, which is how a program leaves out what it was not given itself. */
const withoutAbsent = (input: unknown, depth = maxAbsentDepth): unknown => {
  const isPlain = typeof input === "object" && input !== null && Object.getPrototypeOf(input) === Object.prototype
  if (!isPlain || depth === 0) return input
  const present = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, withoutAbsent(value, depth - 1)]))
}

/** The first field that a schema of an object knows. */
const firstField = (schema: object): string | undefined =>
  "fields" in schema && typeof schema.fields === "object" && schema.fields !== null
    ? Object.keys(schema.fields)[0]
    : undefined

/**
 * A reader of one kind of input. A field it does not know is refused by name; one that is `undefined` is not there. Whoever hands over
 * an id where an object goes learns how that begins: an object that needs no field says of itself only that it is one.
 */
export const reads = <A, I>(schema: Schema.Codec<A, I>): ((input: unknown) => Effect.Effect<A, InvalidInput>) => {
  const decode = decodeBody(schema, "The input")
  const field = firstField(schema)
  return (input) =>
    decode(withoutAbsent(input)).pipe(
      Effect.mapError((error) =>
        field !== undefined && error.field === "" && error.message === "The input must be an object."
          ? new InvalidInput({ field: "", message: `The input must be an object, such as { ${field}: … }.` })
          : error
      )
    )
}

/** Longest id that is looked for; ours are shorter. */
const maxIdLength = 200

const isId = Schema.is(text(1, maxIdLength))

/**
 * A reader of ids, which refuses by the name of the argument what can be none. A program in JavaScript hands over anything, and
 * what comes of a field that is not there is `undefined`.
 */
export const readsId =
  <A extends string>(field: string, { make }: { readonly make: (id: string) => A }) =>
  (given: unknown): Effect.Effect<A, InvalidInput> => {
    const message = isId(given) ? textProblem(given) : `must be a string of 1 to ${maxIdLength} characters`
    return message === null
      ? Effect.sync(() => make(given as string))
      : Effect.fail(new InvalidInput({ field, message }))
  }

/** A moment that was checked by its schema. */
export const moment = (text: string): DateTime.Utc => DateTime.toUtc(DateTime.makeUnsafe(text))
