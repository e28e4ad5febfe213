/** What the promise methods reject with. */
import type { ErrorCode } from "@kittiwake/http/errors"

/**
 * Something that was asked could not be done. `code` is the same word that the HTTP API answers with, so one table
 * serves both ways in.
 *
 * | `code` | what to do |
 * |---|---|
 * | `INPUT_VALIDATION_ERROR` | correct the field, or the option of `open`, that `field` names |
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
 * | `CLOSED` | `close` was called on this instance, before the call or while it went on; the message says so where actions of a page may have been done |
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
