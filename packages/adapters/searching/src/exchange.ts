/** One exchange with a service that searches, as an answer in JSON or the reason why there is none. */

import { readJson } from "@kittiwake/core/internal/readJson"
import { retryAfterSeconds } from "@kittiwake/core/internal/web/domain/retryAfter"
import { BackendFailed } from "@kittiwake/core/search/SearchBackends"
import type { ServiceCaller, ServiceReply, ServiceRequest, ServiceUnreachable } from "@kittiwake/core/web/ServiceCaller"
import { Clock, Duration, Effect, Result } from "effect"

/** Largest answer: a hundred results with long passages are a tenth of it. */
const maxBytes = 4 * 1024 * 1024

export const failed = (reason: BackendFailed["reason"], message: string, retryAfterSeconds: number | null = null) =>
  new BackendFailed({ reason, message, retryAfterSeconds })

const unreachable = ({ message, reason }: ServiceUnreachable): BackendFailed => {
  switch (reason) {
    case "forbidden_address":
      return failed(reason, message)
    case "timeout":
      return failed("deadline", "It took too long.")
    case "too_large":
      return failed("malformed", "Its answer is longer than one can be.")
    case "connection_failed":
      return failed("unavailable", "It cannot be reached.")
  }
}

/** What a status says that is no success. Bodies of errors are not repeated: they may hold our key or the question. */
const failureOf = (reply: ServiceReply, nowMillis: number): BackendFailed | null => {
  const { status } = reply
  if (status >= 200 && status < 300) return null
  const after = retryAfterSeconds(reply.headers["retry-after"], nowMillis)
  if (status === 429) return failed("throttled", "It takes no more for now.", after)
  if (status === 503 && after !== null) return failed("throttled", "It asks to come back later.", after)
  if (status >= 500) return failed("unavailable", `It answered ${status}.`)
  if (status >= 300 && status < 400) return failed("rejected", `It answered ${status}: it stands at another address.`)
  return failed("rejected", `It answered ${status}.`)
}

/** Sends a request and reads its answer as text. `told` may know more of a reply than its status says. */
export const askText = Effect.fnUntraced(function* (
  service: ServiceCaller["Service"],
  request: Pick<ServiceRequest, "body" | "headers" | "method" | "url">,
  leftMillis: number,
  told: (reply: ServiceReply) => BackendFailed | null = () => null
): Effect.fn.Return<string, BackendFailed> {
  const timeout = Duration.millis(Math.max(1, Math.floor(leftMillis)))
  const reply = yield* Effect.mapError(service.send({ ...request, timeout, maxBytes }), unreachable)
  const failure = told(reply) ?? failureOf(reply, yield* Clock.currentTimeMillis)
  if (failure !== null) return yield* failure
  return new TextDecoder().decode(reply.body)
})

/** The same, of an answer that is JSON. */
export const askJson = Effect.fnUntraced(function* (
  ...asked: Parameters<typeof askText>
): Effect.fn.Return<unknown, BackendFailed> {
  return yield* jsonOf(yield* askText(...asked))
})

/** What an answer says in JSON, of which no more is made than one can hold. */
export const jsonOf = Effect.fnUntraced(function* (text: string): Effect.fn.Return<unknown, BackendFailed> {
  const json = yield* readJson(text)
  if (Result.isSuccess(json)) return json.success
  return yield* failed(
    "malformed",
    json.failure === "malformed" ? "It does not answer in JSON." : "Its answer holds more than one can."
  )
})
