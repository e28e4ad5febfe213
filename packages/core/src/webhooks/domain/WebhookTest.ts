/** A test that somebody asked for: one event to one receiver, told to whoever asked and kept by nobody. */

import type { DateTime } from "effect"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { type AttemptError, errorOf, type ReceiverAnswer, type SendOutcome } from "./Delivery.ts"
import type { EventType } from "./Event.ts"

/** Whose secret a test is signed with: the webhook's own, one that was named for it, or one made for it that no receiver knows. */
export type SecretOrigin = "own" | "given" | "made"

/** What is sent, and to whom. */
export interface TestedReceiver {
  readonly event: EventType
  readonly eventId: string
  /** The event's JSON. */
  readonly body: string
  readonly url: string
  /** As it is, and not sealed. */
  readonly secret: string
  readonly secretOrigin: SecretOrigin
}

/** An address that is to be tested, which no webhook need have; without a secret, one is made for the test. */
export interface TestedAddress {
  readonly url: string
  readonly secret: string | null
}

/** What came of a test. */
export interface WebhookTest {
  readonly event: EventType
  readonly eventId: string
  readonly url: string
  readonly startedAt: DateTime.Utc
  readonly durationMillis: number
  /** What was sent; null where nothing was. */
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null
  readonly httpStatus: number | null
  /** The beginning of what the receiver answered; null where it did not. */
  readonly answer: string | null
  /** Null when the receiver acknowledged the event. */
  readonly error: AttemptError | null
  /** What to do about the error. */
  readonly advice: string | null
}

/** Most bytes of an answer that are shown, and characters of an address that it names. @internal */
export const testLimits = { answerBytes: 2_000, location: 500 } as const

const rightSecret: { readonly [O in Exclude<SecretOrigin, "made">]: string } = {
  own: "that of the webhook",
  given: "the one that was given"
}

const refusedCaller = (secretOrigin: SecretOrigin): string =>
  secretOrigin === "made"
    ? "No secret was given, so this was signed with one that the receiver does not know. Give the receiver's own."
    : `If it refused the signature: compare its secret with ${rightSecret[secretOrigin]}, verify the bytes as they arrived, and set its clock right. Standard Webhooks takes what follows whsec_ as Base64; the other signature is made with the whole text.`

const redirected = ({ location }: ReceiverAnswer, url: string): string => {
  const whole = location === null ? "the one it leads to" : (parseUrl(location, url)?.href ?? location)
  const to = whole.slice(0, testLimits.location)
  return `Redirects are not followed. Give the webhook the address that answers: ${to}.`
}

const adviceOnStatus = (status: number, answer: ReceiverAnswer, { secretOrigin, url }: TestedReceiver): string => {
  if (status >= 300 && status < 400) return redirected(answer, url)
  if (status === 401 || status === 403) return refusedCaller(secretOrigin)
  if (status === 404 || status === 405 || status === 410) {
    return "Nothing takes a POST at this path. Compare the address with the one that the receiver listens at."
  }
  if (status === 413 || status === 415) return "Let the receiver take JSON of a megabyte: changes carry their diff."
  if (status === 429) return "The receiver takes no more for now. Let it take events as they come."
  return status >= 500
    ? "The receiver failed. Its log says why; it must answer with a 2xx when the event is safe with it."
    : "Let the receiver answer with a 2xx when the event is safe with it."
}

const adviceOnError: { readonly [C in Exclude<AttemptError["code"], "http_error">]: string } = {
  timeout: "It must answer within 10 seconds: store the event, answer, and act on it afterwards.",
  connection_failed: "Is the receiver running, and can it be reached under this address from where this server runs?",
  unsafe_url:
    "The name leads to an address that is not public. Whoever operates this server can let it be reached with KITTIWAKE_EGRESS_ALLOW, in a program with egressAllow."
}

const adviceOn = (outcome: SendOutcome, error: AttemptError, receiver: TestedReceiver): string => {
  if (error.code !== "http_error") return adviceOnError[error.code]
  const answered = outcome._tag === "Answered" ? outcome : { httpStatus: 0, answer: undefined }
  return adviceOnStatus(answered.httpStatus, answered.answer ?? { text: "", location: null }, receiver)
}

/** What came of a test whose attempt ended like this. @internal */
export const endTest = (
  receiver: TestedReceiver,
  outcome: SendOutcome,
  made: Pick<WebhookTest, "durationMillis" | "request" | "startedAt">
): WebhookTest => {
  const { event, eventId, url } = receiver
  const error = errorOf(outcome)
  return {
    event,
    eventId,
    url,
    ...made,
    httpStatus: outcome._tag === "Answered" ? outcome.httpStatus : null,
    answer: outcome._tag === "Answered" ? (outcome.answer?.text ?? "") : null,
    error,
    advice: error === null ? null : adviceOn(outcome, error, receiver)
  }
}
