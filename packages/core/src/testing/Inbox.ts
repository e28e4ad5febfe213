/** A receiver of webhooks that keeps everything it gets, and fails when a test wants it to. */
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { Signer } from "../security/Signer.ts"
import { SendOutcome } from "../webhooks/domain/Delivery.ts"
import { type SendRequest, WebhookSender } from "../webhooks/WebhookSender.ts"
import { isSigned } from "./isSigned.ts"

/** A request as it arrived. */
export interface InboxRequest {
  readonly at: DateTime.Utc
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The status it was answered with, or null when the inbox was down. */
  readonly status: number | null
}

/** An event that was acknowledged. */
export interface InboxEvent {
  readonly event: string
  /** The same on every attempt, so that a repeat can be told. */
  readonly id: string
  readonly created_at: string
  readonly data: unknown
  readonly receivedAt: DateTime.Utc
  readonly request: InboxRequest
  /** Whether both signatures are right for these bytes under a secret that `trust` named for this address. */
  readonly verified: boolean
}

/** How the inbox answers: a status, or one for each request; null is no answer at all. */
export type InboxAnswer = number | null | ((request: Omit<InboxRequest, "status">, nth: number) => number | null)

/**
 * A receiver of webhooks. Its layer is the `WebhookSender` too, so that every event goes to it, whatever its address;
 * nothing leaves the process.
 */
export class Inbox extends Context.Service<
  Inbox,
  {
    /** Every request so far, oldest first, those that were refused too. */
    readonly requests: Effect.Effect<ReadonlyArray<InboxRequest>>

    /** What was acknowledged with a 2xx status, oldest first, repeats included; messages for chat platforms are no events. */
    readonly events: Effect.Effect<ReadonlyArray<InboxEvent>>

    /** Answers like this from now on; 200 at the start. */
    readonly answer: (answer: InboxAnswer) => Effect.Effect<void>

    /** Gives no answer from now on, until `lasting` is over or for ever. */
    readonly down: (options?: { readonly lasting?: Duration.Input }) => Effect.Effect<void>

    /** Takes this long for every answer from now on. */
    readonly slow: (latency: Duration.Input) => Effect.Effect<void>

    /** Verifies what comes to `url` with this secret as well. */
    readonly trust: (url: string, secret: string) => Effect.Effect<void>

    /** Refuses, like the operator's egress rules, to send to addresses of this host. */
    readonly forbid: (host: string) => Effect.Effect<void>
  }
>()("@kittiwake/core/testing/Inbox") {
  /** The inbox, and the sender that reaches nothing else. */
  static readonly layer: Layer.Layer<Inbox | WebhookSender, never, Signer> = Layer.effectContext(
    Effect.gen(function* () {
      const signer = yield* Signer
      const requests: Array<InboxRequest> = []
      const secrets = new Map<string, ReadonlyArray<string>>()
      const forbidden = new Set<string>()
      let answer: InboxAnswer = 200
      let latency = Duration.zero
      let down: { readonly from: number; readonly until: number } | null = null

      const statusFor = (request: Omit<InboxRequest, "status">): number | null => {
        const at = request.at.epochMilliseconds
        if (down !== null && at >= down.from && at < down.until) return null
        return typeof answer === "function" ? answer(request, requests.length + 1) : answer
      }

      const isForbidden = (url: string) => forbidden.has(URL.parse(url)?.hostname ?? "")

      const send = Effect.fnUntraced(function* <E>(sending: SendRequest<E>) {
        const { answerMaxBytes = 0, answerOf = "all", body, headers, timeout, url } = sending
        if (isForbidden(url)) return SendOutcome.cases.Unsafe.make({ message: "The address is not allowed." })
        const request = { at: yield* DateTime.now, url, headers: yield* headers, body }
        const status = statusFor(request)
        requests.push({ ...request, status })
        if (Duration.isGreaterThanOrEqualTo(latency, timeout)) {
          yield* Effect.sleep(timeout)
          return SendOutcome.cases.NoAnswer.make({ code: "timeout", message: "The receiver did not answer in time." })
        }
        yield* Effect.sleep(latency)
        return status === null
          ? SendOutcome.cases.NoAnswer.make({ code: "connection_failed", message: "The receiver is down." })
          : SendOutcome.cases.Answered.make({
              httpStatus: status,
              ...(answerMaxBytes === 0 || (answerOf === "refusals" && status >= 200 && status < 300)
                ? {}
                : { answer: { text: "", location: null } })
            })
      })

      const eventOf = Effect.fnUntraced(function* (request: InboxRequest) {
        const told = JSON.parse(request.body) as Pick<InboxEvent, "event" | "id" | "created_at" | "data">
        const checks = yield* Effect.forEach(secrets.get(request.url) ?? [], (secret) =>
          isSigned(request, secret, request.at).pipe(Effect.provideService(Signer, signer))
        )
        if (typeof told.event !== "string") return []
        const event: InboxEvent = { ...told, receivedAt: request.at, request, verified: checks.includes(true) }
        return [event]
      })

      const service = Inbox.of({
        requests: Effect.sync(() => [...requests]),
        events: Effect.suspend(() =>
          Effect.forEach(
            requests.filter(({ status }) => status !== null && status >= 200 && status < 300),
            eventOf
          ).pipe(Effect.map((events) => events.flat()))
        ),
        answer: (next) =>
          Effect.sync(() => {
            answer = next
          }),
        down: Effect.fnUntraced(function* (options) {
          const from = (yield* DateTime.now).epochMilliseconds
          const lasting = options?.lasting === undefined ? Infinity : Duration.toMillis(options.lasting)
          down = { from, until: from + lasting }
        }),
        slow: (next) =>
          Effect.sync(() => {
            latency = Duration.fromInputUnsafe(next)
          }),
        trust: (url, secret) => Effect.sync(() => void secrets.set(url, [...(secrets.get(url) ?? []), secret])),
        forbid: (host) => Effect.sync(() => void forbidden.add(host))
      })
      return Context.make(Inbox, service).pipe(Context.add(WebhookSender, WebhookSender.of({ send })))
    })
  )
}
