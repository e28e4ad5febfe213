/** One event on its way to one subscriber (contract/webhooks.md §5). */
import { DateTime, Duration, Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { chatBody, chatPlatform } from "./Chat.ts"
import { EventType } from "./Event.ts"
import type { Subscription, WebhookFailure } from "./Subscription.ts"

export const DeliveryId = Schema.String.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivering", "retrying", "delivered", "failed", "cancelled"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/** Why a delivery was cancelled: its webhook or monitor is gone, or its change was taken back before it was sent. */
export const CancelReason = Schema.Literals(["webhook_removed", "change_undone"])
export type CancelReason = typeof CancelReason.Type

export const AttemptTrigger = Schema.Literals(["initial", "automatic", "manual"])
export type AttemptTrigger = typeof AttemptTrigger.Type

export const AttemptError = Schema.Struct({
  code: Schema.Literals(["http_error", "timeout", "connection_failed", "unsafe_url"]),
  message: Schema.String
})
export type AttemptError = typeof AttemptError.Type

/** What passed between us and a receiver in one attempt, beside the body, which is the delivery's. */
export const AttemptExchange = Schema.Struct({
  /** As they were sent, the signatures of that moment included. */
  headers: Schema.Record(Schema.String, Schema.String),
  /** The beginning of what the receiver said when it refused; null when it took the event, or said nothing. */
  answer: Schema.NullOr(Schema.String)
})
export type AttemptExchange = typeof AttemptExchange.Type

/** Most bytes that are kept of what a receiver said. @internal */
export const keptAnswerBytes = 2_000

/** One try to hand an event over. */
export const Attempt = Schema.Struct({
  /** From 1, rising by one. */
  attempt: Schema.Int,
  trigger: AttemptTrigger,
  url: Schema.String,
  startedAt: Schema.DateTimeUtc,
  /** Null while it runs. */
  completedAt: Schema.NullOr(Schema.DateTimeUtc),
  httpStatus: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(AttemptError),
  /** Absent where nothing was sent, and of attempts from before it was kept. */
  exchange: Schema.optionalKey(AttemptExchange)
})
export type Attempt = typeof Attempt.Type

export const DeliverySource = Schema.Union([
  Schema.Struct({ type: Schema.Literal("monitor"), monitorId: Schema.String, runId: Schema.String }),
  Schema.Struct({ type: Schema.Literal("batch"), batchId: Schema.String })
])
export type DeliverySource = typeof DeliverySource.Type

export const Delivery = Schema.Struct({
  id: DeliveryId,
  organizationId: OrganizationId,
  /** The subscription whose current address and secret are used. */
  subscriptionId: Schema.String,
  source: DeliverySource,
  event: EventType,
  /** Stable across attempts, so that receivers can tell a repeat. */
  eventId: Schema.String,
  /** The event's JSON, sent byte for byte on every attempt. */
  body: Schema.String,
  /** Destination of the newest attempt, or the one that stood when the event was stored. */
  url: Schema.String,
  delaysSeconds: Schema.Array(Schema.Int),
  status: DeliveryStatus,
  /** Null where it is not cancelled, and of those that were cancelled before this was kept. */
  cancelReason: Schema.NullOr(CancelReason),
  createdAt: Schema.DateTimeUtc,
  deliveredAt: Schema.NullOr(Schema.DateTimeUtc),
  /** When the next attempt is due; null when none is. */
  nextAttemptAt: Schema.NullOr(Schema.DateTimeUtc),
  /** Why the next attempt happens, or the newest one happened. */
  trigger: AttemptTrigger,
  /** Attempts begun so far. */
  attempts: Schema.Int,
  /** Attempts that failed without those by hand, which is the place in the retry plan. */
  automaticFailures: Schema.Int,
  lastAttempt: Schema.NullOr(Attempt)
})
export type Delivery = typeof Delivery.Type

const { body: _, ...summaryFields } = Delivery.fields

/** A delivery as lists show it: without its body, which may be of megabytes, and without what passed in its newest attempt. */
export const DeliverySummary = Schema.Struct(summaryFields)
export type DeliverySummary = typeof DeliverySummary.Type

const withoutExchange = ({ exchange: _, ...attempt }: Attempt): Attempt => attempt

/** A delivery as lists show it. @internal */
export const summaryOf = ({ body: _, lastAttempt, ...delivery }: Delivery): DeliverySummary => ({
  ...delivery,
  lastAttempt: lastAttempt === null ? null : withoutExchange(lastAttempt)
})

/** What is sent to an address, byte for byte: chat platforms take their own JSON. @internal */
export const sentBody = ({ body, url }: Pick<Delivery, "body" | "url">): string => {
  const platform = chatPlatform(url)
  return platform === null ? body : chatBody(platform, body)
}

/** How long after its creation a delivery can be sent again by hand (spec/service.md). @internal */
export const retryWindow = Duration.days(7)

/** The moment after which a delivery can no longer be sent again. @internal */
export const retryExpiresAt = (delivery: Pick<Delivery, "createdAt">): DateTime.Utc =>
  DateTime.addDuration(delivery.createdAt, retryWindow)

/** What a receiver said beside its status. */
export const ReceiverAnswer = Schema.Struct({
  /** The beginning of its body; empty where that is no text, or nothing. */
  text: Schema.String,
  /** Where it says that something else answers. */
  location: Schema.NullOr(Schema.String)
})
export type ReceiverAnswer = typeof ReceiverAnswer.Type

/**
 * How long after the attempt before it the next one is planned, in seconds: none for the first, and for one that somebody asked for.
 *
 * @internal
 */
export const plannedDelaySeconds = ({
  automaticFailures,
  delaysSeconds,
  trigger
}: Pick<Delivery, "automaticFailures" | "delaysSeconds" | "trigger">): number =>
  trigger === "automatic" ? (delaysSeconds[automaticFailures - 1] ?? 0) : 0

/** How an attempt ended. */
export const SendOutcome = Schema.TaggedUnion({
  /** A response arrived; 2xx acknowledges. `answer` is there where it was asked for. */
  Answered: { httpStatus: Schema.Int, answer: Schema.optionalKey(ReceiverAnswer) },
  /** No response arrived. The receiver may or may not have seen the event. */
  NoAnswer: { code: Schema.Literals(["timeout", "connection_failed"]), message: Schema.String },
  /** The operator does not allow the address; nothing was sent. */
  Unsafe: { message: Schema.String }
})
export type SendOutcome = typeof SendOutcome.Type

/** An address, and the sealed secret to sign with. */
export type Destination = Pick<Subscription, "url" | "secret">

/** What stands for a larger one. @internal */
export const removedBody = ({ event, eventId }: Pick<Delivery, "event" | "eventId">): string =>
  JSON.stringify({ event, id: eventId })

/** A delivery that one sender holds for one attempt. */
export interface DeliveryClaim {
  readonly delivery: Delivery
  /** Bytes of a body of more than `claimedBodyBytes`, which `DeliveryStore.bodyOf` reads: that of `delivery` is empty then. */
  readonly unreadBytes?: number
  /** Fencing token; a write with an older one is refused. */
  readonly token: number
  /** Where to send, and the sealed secret to sign with, as they stand now. */
  readonly destination: Destination
  /** The host of the destination, as `Shares` tells hosts apart. */
  readonly host: string
}

/** What an attempt changes. */
export interface DeliveryDecision {
  /** With the body that the claim has: it is never written again. */
  readonly delivery: Delivery
  readonly attempt: Attempt
  /** What it means for the subscription: its failures end, or one more is counted. */
  readonly health:
    | { readonly _tag: "Healthy" }
    | { readonly _tag: "Failing"; readonly last: Omit<WebhookFailure, "consecutiveFailures"> }
}

/** What is wrong with how an attempt ended; null when the event was acknowledged. @internal */
export const errorOf = (outcome: SendOutcome): AttemptError | null =>
  SendOutcome.match(outcome, {
    Answered: ({ httpStatus }) =>
      httpStatus >= 200 && httpStatus < 300
        ? null
        : { code: "http_error" as const, message: `The receiver answered ${httpStatus}.` },
    NoAnswer: ({ code, message }) => ({ code, message }),
    Unsafe: ({ message }) => ({ code: "unsafe_url" as const, message })
  })

/** What the record of a run calls an attempt that failed with this code. @internal */
export const failureStatus = {
  http_error: "rejected",
  timeout: "failed",
  connection_failed: "failed",
  unsafe_url: "skipped_unsafe_url"
} as const

const saidBy = (outcome: SendOutcome): string | null =>
  outcome._tag === "Answered" && errorOf(outcome) !== null && outcome.answer?.text ? outcome.answer.text : null

/**
 * What an attempt that ended at `at` means for its delivery (contract/webhooks.md §5.4). `sentHeaders` are null where nothing was
 * sent. The delivery, which lists read and claims carry, goes without what was exchanged.
 *
 * @internal
 */
export const decideAttempt = (
  claim: DeliveryClaim,
  outcome: SendOutcome,
  at: DateTime.Utc,
  sentHeaders: Readonly<Record<string, string>> | null = null
): DeliveryDecision => {
  const { delivery, destination } = claim
  const error = errorOf(outcome)
  const last: Attempt = {
    attempt: delivery.attempts,
    trigger: delivery.trigger,
    url: destination.url,
    startedAt: delivery.lastAttempt?.startedAt ?? at,
    completedAt: at,
    httpStatus: outcome._tag === "Answered" ? outcome.httpStatus : null,
    error
  }
  const attempt: Attempt =
    sentHeaders === null ? last : { ...last, exchange: { headers: sentHeaders, answer: saidBy(outcome) } }
  const ended = { ...delivery, url: destination.url, lastAttempt: last, nextAttemptAt: null }
  if (error === null) {
    return { delivery: { ...ended, status: "delivered", deliveredAt: at }, attempt, health: { _tag: "Healthy" } }
  }
  const health = {
    _tag: "Failing" as const,
    last: { lastStatus: failureStatus[error.code], lastMessage: error.message, lastFailedAt: at }
  }
  // An attempt by hand uses up no place in the plan. What is left of the plan goes on after it, the step that was next after its
  // whole delay, since the receiver was asked just now. What arrived once has no plan any more.
  const automaticFailures = delivery.trigger === "manual" ? delivery.automaticFailures : delivery.automaticFailures + 1
  const delaySeconds = delivery.deliveredAt === null ? delivery.delaysSeconds[automaticFailures - 1] : undefined
  if (delaySeconds === undefined) {
    return { delivery: { ...ended, automaticFailures, status: "failed" }, attempt, health }
  }
  return {
    delivery: {
      ...ended,
      automaticFailures,
      status: "retrying",
      trigger: "automatic",
      nextAttemptAt: DateTime.add(at, { seconds: delaySeconds })
    },
    attempt,
    health
  }
}
