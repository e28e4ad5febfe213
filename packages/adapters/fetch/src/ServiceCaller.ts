/** Calls of services over undici, through the operator's door. */
import { Alarms } from "@kittiwake/core/internal/Alarms"
import { checkUrl, isOutOfReach, targetOf } from "@kittiwake/core/web/domain/Egress"
import {
  type ServiceAnswer,
  type ServiceCall,
  ServiceCaller,
  type ServiceReply,
  type ServiceRequest,
  ServiceUnreachable
} from "@kittiwake/core/web/ServiceCaller"
import { Effect, Layer, Result } from "effect"
import { Egress } from "./Egress.ts"
import { type ExchangeFailed, forbidden } from "./ExchangeFailed.ts"
import { type AnswerHeaders, exchange, headerOf } from "./exchange.ts"
import { makeHostGate } from "./HostGate.ts"
import { defaultUserAgent } from "./userAgent.ts"

/** Calls under way to one service, and to all. */
const requests = { perHost: 8, total: 32 } as const

const unreachable = ({ message, reason }: ExchangeFailed): ServiceUnreachable => {
  if (reason === "forbidden_address") return new ServiceUnreachable({ reason, message: forbidden.message })
  if (reason === "too_large") return new ServiceUnreachable({ reason, message: "The answer is too large." })
  return new ServiceUnreachable({ reason: reason === "timeout" ? "timeout" : "connection_failed", message })
}

const firstOf = (headers: AnswerHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, headerOf(headers, name) ?? ""]))

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const timedOut = new ServiceUnreachable({ reason: "timeout", message: "The service took too long." })

/** Calls over HTTP/1.1 with a pool of kept connections. */
export const layer: Layer.Layer<ServiceCaller, never, Egress> = Layer.effect(
  ServiceCaller,
  Effect.gen(function* () {
    const { open, policy } = yield* Egress
    const { late } = yield* Alarms
    const gate = makeHostGate(requests)
    const door = yield* open({
      connectionsPerOrigin: requests.perHost,
      idleConnections: requests.perHost,
      maxHeaderBytes: 64 * 1024,
      // A model thinks before it writes.
      bodySilenceMillis: 120_000
    })

    const call = (url: URL, { body, headers, maxBytes, method, timeout }: ServiceRequest) =>
      exchange(door, {
        url,
        method,
        headers: { "user-agent": defaultUserAgent, "accept-encoding": "identity", ...headers },
        body,
        maxBytes,
        planBody: () => "collect"
      }).pipe(
        Effect.map((answer): ServiceReply => ({ ...answer, headers: firstOf(answer.headers) })),
        Effect.mapError(unreachable),
        late(timeout, Effect.fail(timedOut)),
        gate(targetOf(url).host)
      )

    const send = (request: ServiceRequest) =>
      Result.match(checkUrl(request.url, policy), {
        onFailure: ({ message }) => Effect.fail(new ServiceUnreachable({ reason: "forbidden_address", message })),
        onSuccess: (url) => (isOutOfReach(url, policy) ? Effect.fail(unreachable(forbidden)) : call(url, request))
      })

    const post = (request: ServiceCall) =>
      Effect.map(
        send({ ...request, method: "POST" }),
        ({ body, status }): ServiceAnswer => ({ status, body: decoder.decode(body) })
      )

    return ServiceCaller.of({ post, send })
  })
).pipe(Layer.provide(Alarms.layer))
