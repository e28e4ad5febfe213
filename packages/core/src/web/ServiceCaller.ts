/** How services that the operator set are called: with a key, through the same door as everything else. */
import { Context, type Duration, type Effect, Schema } from "effect"

export interface ServiceCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Time for the exchange, headers and body. */
  readonly timeout: Duration.Duration
  /** Most bytes of the answer; more is `too_large`. */
  readonly maxBytes: number
}

/** What the service answered, whatever its status. */
export interface ServiceAnswer {
  readonly status: number
  readonly body: string
}

/** No whole answer arrived. `message` names no address of ours. */
export class ServiceUnreachable extends Schema.TaggedError<ServiceUnreachable>()("ServiceUnreachable", {
  reason: Schema.Literals(["forbidden_address", "timeout", "connection_failed", "too_large"]),
  message: Schema.String
}) {}

/**
 * Posts to services.
 *
 * **Contract**
 *
 * - No connection is opened to an address that the operator does not allow.
 * - Redirects are not followed: what a header holds goes to the address of the call alone.
 * - Of an answer, no more than `maxBytes` is read.
 */
export class ServiceCaller extends Context.Service<
  ServiceCaller,
  {
    readonly post: (call: ServiceCall) => Effect.Effect<ServiceAnswer, ServiceUnreachable>
  }
>()("@kittiwake/core/web/ServiceCaller") {}
