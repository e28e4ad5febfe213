/** Webhooks over undici, through the operator's door. */
import { Alarms } from "@kittiwake/core/internal/Alarms"
import { checkWebhookUrl, isOutOfReach, targetOf } from "@kittiwake/core/web/domain/Egress"
import { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { type SendRequest, WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Effect, Layer, Result } from "effect"
import { codingsOf } from "./contentCoding.ts"
import { Egress } from "./Egress.ts"
import { type ExchangeFailed, forbidden } from "./ExchangeFailed.ts"
import { exchange, locationOf, type WireAnswer } from "./exchange.ts"
import { makeHostGate } from "./HostGate.ts"
import { defaultUserAgent } from "./userAgent.ts"

export interface WebhookSenderOptions {
  /** Sent when the event names no `user-agent` of its own. */
  readonly userAgent: string
  /** Most attempts under way to one host; who waits does so before the time of its attempt begins. */
  readonly requestsPerHost: number
  /** Most attempts under way to all hosts. */
  readonly requests: number
  /** Sockets beyond this many are closed after use. */
  readonly idleConnections: number
}

export const defaults: WebhookSenderOptions = {
  userAgent: defaultUserAgent,
  requestsPerHost: 32,
  requests: 512,
  idleConnections: 512
}

const unsafe = SendOutcome.cases.Unsafe.make({ message: forbidden.message })

const timedOut = SendOutcome.cases.NoAnswer.make({ code: "timeout", message: "The receiver took too long." })

const outcomeOf = ({ message, reason }: ExchangeFailed): SendOutcome => {
  if (reason === "forbidden_address") return unsafe
  return reason === "timeout" ? timedOut : SendOutcome.cases.NoAnswer.make({ code: "connection_failed", message })
}

/** An answer in a content coding is told without its body. */
const textOf = ({ body, headers }: WireAnswer): string =>
  // A letter that is cut in the middle is left out.
  codingsOf(headers["content-encoding"]).length === 0 ? new TextDecoder().decode(body, { stream: true }) : ""

type Wanted = Pick<SendRequest, "answerMaxBytes" | "answerOf">

const isTold = ({ answerMaxBytes = 0, answerOf = "all" }: Wanted, status: number): boolean =>
  answerMaxBytes > 0 && (answerOf === "all" || status < 200 || status > 299)

const answered = (answer: WireAnswer, request: Wanted): SendOutcome =>
  SendOutcome.cases.Answered.make({
    httpStatus: answer.status,
    ...(!isTold(request, answer.status)
      ? {}
      : { answer: { text: textOf(answer), location: locationOf(answer.headers) } })
  })

const withUserAgent = (headers: Readonly<Record<string, string>>, userAgent: string): Record<string, string> =>
  Object.keys(headers).some((name) => name.toLowerCase() === "user-agent")
    ? { ...headers }
    : { "user-agent": userAgent, ...headers }

/** Sends over HTTP/1.1 with a pool of kept connections. The status counts as soon as it is there. */
export const layer = (options: Partial<WebhookSenderOptions> = {}): Layer.Layer<WebhookSender, never, Egress> =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const { open, policy } = yield* Egress
      const { late } = yield* Alarms
      const settings = { ...defaults, ...options }
      const gate = makeHostGate({ perHost: settings.requestsPerHost, total: settings.requests })
      const door = yield* open({
        connectionsPerOrigin: settings.requestsPerHost,
        idleConnections: settings.idleConnections,
        maxHeaderBytes: 64 * 1024,
        bodySilenceMillis: 1_000
      })

      const exchanged = <E>(url: URL, request: SendRequest<E>, headers: Readonly<Record<string, string>>) =>
        Effect.suspend(() => {
          const { answerMaxBytes = 0, body, timeout } = request
          let soFar: (() => WireAnswer) | null = null
          const orAnswered = (outcome: SendOutcome) => (soFar === null ? outcome : answered(soFar(), request))
          return exchange(door, {
            url,
            method: "POST",
            headers: withUserAgent(headers, settings.userAgent),
            body,
            planBody: (status) => (isTold(request, status) ? "begin" : "discard"),
            maxBytes: answerMaxBytes,
            onBody: (look) => {
              soFar = look
            }
          }).pipe(
            Effect.match({
              onSuccess: (answer) => answered(answer, request),
              onFailure: (failure) => orAnswered(outcomeOf(failure))
            }),
            // Attempts that began together are over together: their ends leave the thread to others in between.
            late(
              timeout,
              Effect.sync(() => orAnswered(timedOut))
            )
          )
        })

      const post = <E>(url: URL, request: SendRequest<E>): Effect.Effect<SendOutcome, E> =>
        // Outside of the time: what waits for us is not the receiver's fault.
        gate(targetOf(url).host)(Effect.flatMap(request.headers, (headers) => exchanged(url, request, headers)))

      const send = <E>(request: SendRequest<E>): Effect.Effect<SendOutcome, E> =>
        Result.match(checkWebhookUrl(request.url, policy), {
          onFailure: ({ message }) => Effect.succeed(SendOutcome.cases.Unsafe.make({ message })),
          onSuccess: (url) => (isOutOfReach(url, policy) ? Effect.succeed(unsafe) : post(url, request))
        })

      return WebhookSender.of({ send })
    })
  ).pipe(Layer.provide(Alarms.layer))
