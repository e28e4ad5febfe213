/** A resource as bytes. */
import { leaving } from "@kittiwake/core/budget/MemoryBudget"
import { checkRequestHeaders } from "@kittiwake/core/web/domain/RequestHeaders"
import { countedOf, type Download, type DownloadRequest, maxBodyBytes } from "@kittiwake/core/web/HttpFetcher"
import { Duration, Effect, Result } from "effect"
import type { CookieShelf } from "./CookieShelf.ts"
import { codingsOf, decodeBody, decodePart } from "./contentCoding.ts"
import { answeredWith, type ExchangeFailed, failed } from "./ExchangeFailed.ts"
import { makeExchangeTime, noTurn, timedOut } from "./ExchangeTime.ts"
import { type AnswerHeaders, type BodyPlan, challengeOf, headerOf, isPartial, robotsOf } from "./exchange.ts"
import { type Arrival, type Client, follow, partial, unasked } from "./follow.ts"

const noExit = failed("no_exit", "this installation has no exit in any country; leave the country out")

const badHeaders = (message: string) => failed("bad_response", message)

/** A caller may ask for a part himself. */
const collect =
  (mayBePart: boolean) =>
  (_url: URL, status: number, headers: AnswerHeaders): BodyPlan => {
    if (isPartial(status, headers) && !mayBePart) return partial
    return status === 304 || status === 204 ? "discard" : "collect"
  }

const named = (headers: AnswerHeaders) => {
  const [cacheControl, retryAfter] = [headerOf(headers, "cache-control"), headerOf(headers, "retry-after")]
  return { ...(cacheControl === null ? {} : { cacheControl }), ...(retryAfter === null ? {} : { retryAfter }) }
}

const describe = ({ answer, url }: Pick<Arrival, "answer" | "url">, bytes: Uint8Array): Download => ({
  url: url.href,
  status: answer.status,
  contentType: headerOf(answer.headers, "content-type"),
  bytes,
  etag: headerOf(answer.headers, "etag"),
  lastModified: headerOf(answer.headers, "last-modified"),
  ...named(answer.headers),
  ...robotsOf(answer.headers),
  ...challengeOf(answer.headers),
  isNotModified: false,
  isPart: false
})

const codingsIn = (headers: AnswerHeaders) => codingsOf(headers["content-encoding"])

/** What had come when time ran out; nothing at all is a failure. */
const takePart = (
  arrival: Pick<Arrival, "answer" | "url"> | null,
  maxBytes: number
): Effect.Effect<Download, ExchangeFailed> =>
  arrival === null
    ? Effect.fail(timedOut)
    : Effect.map(decodePart(codingsIn(arrival.answer.headers), arrival.answer.body, maxBytes), (bytes) => ({
        ...describe(arrival, bytes),
        isPart: true
      }))

/** Downloads a resource within the session that the cookies are of, and within its time. */
export const download = Effect.fnUntraced(
  function* (client: Client, cookies: CookieShelf, request: DownloadRequest) {
    if (request.country !== null) return yield* noExit
    const { validators } = request
    const maxBytes = Math.min(request.maxBytes, maxBodyBytes)
    const headers = yield* Effect.fromResult(Result.mapError(checkRequestHeaders(request.headers), badHeaders))
    const time = makeExchangeTime(request.timeout, client.late)
    let begun: (() => Pick<Arrival, "answer" | "url">) | null = null

    const whole = Effect.gen(function* () {
      const arrival = yield* follow(client, cookies, {
        url: request.url,
        validators,
        headers,
        maxBytes,
        time,
        planBody: collect(headers.range !== undefined),
        onBody: (url, soFar) => {
          begun = () => ({ url, answer: soFar() })
        }
      })
      const { answer } = arrival
      if (arrival.isNotModified) return { ...describe(arrival, answer.body), isNotModified: true }
      if (answer.status === 304) return yield* unasked
      const decoded = time.spend(decodeBody(codingsIn(answer.headers), answer.body, maxBytes))
      return describe(arrival, yield* Effect.mapError(decoded, answeredWith(answer.status)))
    })

    const late = () => takePart(request.acceptsPart && begun !== null ? begun() : null, maxBytes)
    const lost = Effect.suspend(() => Effect.fail(time.isWaiting() ? noTurn : timedOut))
    return yield* whole.pipe(
      client.late(request.patience ?? Duration.infinity, lost),
      Effect.catchIf((failure) => failure === timedOut, late)
    )
  },
  leaving(({ bytes }: Download) => countedOf(bytes.length))
)
