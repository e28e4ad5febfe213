/** The requests of one question to a service that knows people: bounded in number, in time and in bytes. */
import { readJson } from "@kittiwake/core/internal/readJson"
import { retryAfterSeconds } from "@kittiwake/core/internal/web/domain/retryAfter"
import { PersonSourceFailed } from "@kittiwake/core/people/PersonSource"
import type { ServiceCaller, ServiceReply, ServiceUnreachable } from "@kittiwake/core/web/ServiceCaller"
import { Clock, Duration, Effect, Option, Result } from "effect"

export const failed = (reason: PersonSourceFailed["reason"], message: string, after: number | null = null) =>
  new PersonSourceFailed({ reason, message, retryAfterSeconds: after })

const unreachable = ({ message, reason }: ServiceUnreachable): PersonSourceFailed => {
  switch (reason) {
    case "forbidden_address":
      return failed("rejected", message)
    case "timeout":
      return failed("unreachable", "It took too long.")
    case "too_large":
      return failed("malformed", "Its answer is longer than one can be.")
    case "connection_failed":
      return failed("unreachable", "It cannot be reached.")
  }
}

/** What a status says that is no success. Bodies of errors are not repeated: they may hold our key or the clues. */
const failureOf = ({ headers, status }: ServiceReply, nowMillis: number): PersonSourceFailed | null => {
  if (status >= 200 && status < 300) return null
  const after = retryAfterSeconds(headers["retry-after"], nowMillis)
  if (status === 429) return failed("throttled", "It takes no more for now.", after)
  if ((status === 503 || status === 403) && after !== null) {
    return failed("throttled", "It asks to come back later.", after)
  }
  if (status >= 500) return failed("unreachable", `It answered ${status}.`)
  if (status >= 300 && status < 400) return failed("rejected", `It answered ${status}: it stands at another address.`)
  return failed("rejected", `It answered ${status}.`)
}

export interface ExchangeOptions {
  readonly service: ServiceCaller["Service"]
  readonly headers: Readonly<Record<string, string>>
  readonly leftMillis: number
  readonly mostRequests: number
  readonly maxBytes: number
  /** Most values of one answer. */
  readonly maxValues: number
  /** What only this service says of a reply that is no success; null where its status says it. */
  readonly told?: (reply: ServiceReply, nowMillis: number) => PersonSourceFailed | null
}

/** Reads an address; none where nothing stands there, or where the question has had its requests. */
export type Read = (url: string) => Effect.Effect<Option.Option<unknown>, PersonSourceFailed>

/** Begins the requests of one question. */
export const exchange = Effect.fnUntraced(function* ({
  headers,
  leftMillis,
  maxBytes,
  maxValues,
  mostRequests,
  service,
  told = () => null
}: ExchangeOptions) {
  const untilMillis = (yield* Clock.currentTimeMillis) + leftMillis
  let requests = 0

  const read: Read = Effect.fnUntraced(function* (url) {
    if (requests >= mostRequests) return Option.none()
    requests += 1
    const left = Math.max(1, Math.floor(untilMillis - (yield* Clock.currentTimeMillis)))
    const request = { method: "GET", url, headers, body: null, timeout: Duration.millis(left), maxBytes } as const
    const reply = yield* Effect.mapError(service.send(request), unreachable)
    if (reply.status === 404) return Option.none()
    const now = yield* Clock.currentTimeMillis
    const failure = told(reply, now) ?? failureOf(reply, now)
    if (failure !== null) return yield* failure
    const json = yield* readJson(new TextDecoder().decode(reply.body), maxValues)
    if (Result.isSuccess(json)) return Option.some(json.success)
    return yield* failed(
      "malformed",
      json.failure === "malformed" ? "It does not answer in JSON." : "Its answer holds more than one can."
    )
  })

  return read
})

/** Reads one after the other; where one fails after others were found, those are the answer. */
export const inTurn = Effect.fnUntraced(function* <A, B>(
  all: ReadonlyArray<A>,
  find: (one: A) => Effect.Effect<ReadonlyArray<B>, PersonSourceFailed>
) {
  const found: Array<B> = []
  for (const one of all) {
    const result = yield* Effect.result(find(one))
    if (Result.isSuccess(result)) for (const some of result.success) found.push(some)
    else if (found.length > 0) break
    else return yield* result.failure
  }
  return found
})

/** What an answer is, or the complaint that it is none of the service's. */
export const decoded = <A>(
  decode: (json: unknown) => Option.Option<A>,
  json: unknown
): Effect.Effect<A, PersonSourceFailed> =>
  Option.match(decode(json), {
    onNone: () => Effect.fail(failed("malformed", "Its answer is none of its own.")),
    onSome: Effect.succeed
  })
