/** What the promise methods reject with. */
import { KeyNotFound } from "@kittiwake/core/organizations/Organizations"
import { type ApiError, type ErrorCode, refusalOf } from "@kittiwake/http/errors"
import { Schema } from "effect"

/**
 * Something that was asked could not be done. `code` is the same word that the HTTP API answers with, so one table
 * serves both ways in.
 *
 * | `code` | what to do |
 * |---|---|
 * | `INPUT_VALIDATION_ERROR` | correct the field that `field` names |
 * | `NOT_FOUND` | there is no such monitor, run, change, delivery or key, or no page at the address |
 * | `WEBSITE_*`, `PDF_*`, `UNSUPPORTED_CONTENT`, `CONTENT_TOO_LARGE` | the page or file cannot be read; the message says why |
 * | `REQUEST_TIMEOUT` | give more time in `timeoutMS` |
 * | `TIMEOUT_*` | correct `timeoutOpts` or `timeoutMS` |
 * | `PROFILE_*` | there is no such browser profile, or it does not open the page |
 * | `USAGE_EXCEEDED` | the organization has too few credits left |
 * | `MONITOR_PAUSED`, `MONITOR_NO_WEBHOOK`, `MONITOR_LIMIT_EXCEEDED`, `PAID_PLAN_REQUIRED` | see the message |
 * | `COLLECTION_PAUSED` | billing is paused, so nothing is looked at; the message says until when |
 * | `DELIVERY_*` | the delivery cannot be sent again now |
 * | `IDEMPOTENCY_KEY_CONFLICT` | the key was used for something else; use another one |
 * | `INTERNAL_ERROR` | the storage did not answer, or this machine lacks what the call needs; the message says which |
 * | `CLOSED` | `close` was called on this instance |
 * | `CANNOT_OPEN` | `open` could not use the database or the directory; the message says why |
 */
export class KittiwakeError extends Error {
  override readonly name = "KittiwakeError"
  readonly code: ErrorCode | "CLOSED" | "CANNOT_OPEN"
  /** Path of the field that was wrong, for example `target.url`; empty when it is not about one field. */
  readonly field: string

  constructor(options: {
    readonly code: KittiwakeError["code"]
    readonly message: string
    readonly field?: string
    readonly cause?: unknown
  }) {
    super(options.message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = options.code
    this.field = options.field ?? ""
  }
}

/** Every error that the methods behind the promises can fail with. */
export type MethodError = ApiError | KeyNotFound

const isKeyNotFound = Schema.is(KeyNotFound)

/** The error that a promise rejects with. */
export const kittiwakeError = (error: MethodError): KittiwakeError => {
  if (isKeyNotFound(error)) return new KittiwakeError({ code: "NOT_FOUND", message: "Key not found." })
  const { code, field = "", message } = refusalOf(error)
  return new KittiwakeError({
    code,
    message,
    field,
    ...(error._tag === "StoreUnavailable" ? { cause: error.cause } : {})
  })
}
