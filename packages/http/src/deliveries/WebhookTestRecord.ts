/** A test of a receiver on the wire. Beyond the contract. */
import { Timestamp } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { AttemptError } from "@kittiwake/core/webhooks/domain/Delivery"
import { EventType } from "@kittiwake/core/webhooks/domain/Event"
import type { TestedAddress, WebhookTest } from "@kittiwake/core/webhooks/domain/WebhookTest"
import { DateTime, Schema } from "effect"
import { text, WebUrl } from "../fields.ts"

/** Words of others, which no log keeps. */
const Foreign = Schema.String.annotate({ logged: "never" })

export const WebhookTestRecord = Schema.Struct({
  /** Whether the receiver answered with a 2xx. */
  acknowledged: Schema.Boolean,
  event: EventType,
  event_id: Schema.String,
  url: Schema.String.annotate({ logged: "receiver" }),
  started_at: Timestamp,
  duration_ms: Schema.Int,
  /** What was sent; null where nothing was. */
  request: Schema.NullOr(Schema.Struct({ headers: Schema.Record(Schema.String, Foreign), body: Foreign })),
  http_status: Schema.NullOr(Schema.Int),
  /** The beginning of what the receiver answered; null where it did not. */
  answer: Schema.NullOr(Foreign),
  error: Schema.NullOr(AttemptError),
  /** What to do about the error. */
  advice: Schema.NullOr(Foreign)
})
export type WebhookTestRecord = typeof WebhookTestRecord.Type

/** What came of a test. */
export const webhookTestRecord = (test: WebhookTest): WebhookTestRecord => ({
  acknowledged: test.error === null,
  event: test.event,
  event_id: test.eventId,
  url: test.url,
  started_at: DateTime.formatIso(test.startedAt),
  duration_ms: test.durationMillis,
  request: test.request,
  http_status: test.httpStatus,
  answer: test.answer,
  error: test.error,
  advice: test.advice
})

/** The body of `POST /webhooks/test`. */
export const TestWebhookBody = Schema.Struct({
  url: WebUrl.annotate({ logged: "receiver" }),
  secret: Schema.optionalKey(text(1, 200).annotate({ logged: "never" }))
}).annotate({ identifier: "TestWebhook" })
export type TestWebhookBody = typeof TestWebhookBody.Type

/** The address that a body names. */
export const testedAddress = ({ secret, url }: TestWebhookBody): TestedAddress => ({ url, secret: secret ?? null })
