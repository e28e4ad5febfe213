/** How services that the operator set are called: with a key, through the same door as everything else. */
import { Context, type Duration, type Effect, Schema } from "effect"

export interface ServiceCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Time for the exchange, headers and body, from its turn on: whoever waits for that bounds it himself. */
  readonly timeout: Duration.Duration
  /** Most bytes of the answer; more is `too_large`. */
  readonly maxBytes: number
}

/** What the service answered, whatever its status. */
export interface ServiceAnswer {
  readonly status: number
  readonly body: string
}

/** A request of any method, with any bytes. */
export interface ServiceRequest {
  readonly method: "DELETE" | "GET" | "POST" | "PUT"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** Time for the exchange, headers and body, from its turn on: whoever waits for that bounds it himself. */
  readonly timeout: Duration.Duration
  /** Most bytes of the answer; more is `too_large`. */
  readonly maxBytes: number
}

/** What the service answered to a request, whatever its status. */
export interface ServiceReply {
  readonly status: number
  /** By their names in lower case; the first of those that came more than once. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** No whole answer arrived. `message` names no address of ours. */
export class ServiceUnreachable extends Schema.TaggedError<ServiceUnreachable>()("ServiceUnreachable", {
  reason: Schema.Literals(["forbidden_address", "timeout", "connection_failed", "too_large"]),
  message: Schema.String
}) {}

/**
 * Calls services.
 *
 * **Contract** (every adapter passes `testing/serviceCallerSuite.ts`)
 *
 * - No connection is opened to an address that the operator does not allow.
 * - Redirects are not followed: what a header holds goes to the address of the call alone.
 * - Of an answer, no more than `maxBytes` is read.
 */
export class ServiceCaller extends Context.Service<
  ServiceCaller,
  {
    readonly post: (call: ServiceCall) => Effect.Effect<ServiceAnswer, ServiceUnreachable>

    readonly send: (request: ServiceRequest) => Effect.Effect<ServiceReply, ServiceUnreachable>
  }
>()("@kittiwake/core/web/ServiceCaller") {}
