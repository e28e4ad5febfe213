/** How events reach their subscribers. */
import { Context, type Duration, type Effect } from "effect"
import type { SendOutcome } from "./domain/Delivery.ts"

export interface SendRequest<E = never> {
  readonly url: string
  /** Made when the turn of this request has come: they are signed for the moment at which it goes out. Where it fails nothing is sent. */
  readonly headers: Effect.Effect<Readonly<Record<string, string>>, E>
  readonly body: string
  readonly timeout: Duration.Duration
  /** Most bytes of the answer's body that are told; none unless given. */
  readonly answerMaxBytes?: number
  /** Of whose answer the body is told: of every one, unless it says that only those that are no 2xx matter. */
  readonly answerOf?: "all" | "refusals"
}

/**
 * Posts one event.
 *
 * **Contract** (every adapter passes `testing/webhookSenderSuite.ts`)
 *
 * - It always says how the attempt ended, and fails as `headers` does and in no other way.
 * - No connection is opened to an address that the operator does not allow: `Unsafe`.
 * - `headers` is run once, after every wait of ours for a turn, and only if something is sent; the time of the attempt begins behind it.
 * - Redirects are not followed. Of the response body so much is kept as was asked for, and no more is waited for: the status counts
 *   as soon as it is there, whatever becomes of the body.
 * - The body goes out byte for byte.
 */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    readonly send: <E = never>(request: SendRequest<E>) => Effect.Effect<SendOutcome, E>
  }
>()("@kittiwake/core/webhooks/WebhookSender") {}
