/** Pages over undici, through the operator's door. */
import { hash } from "node:crypto"
import { checkLocation, checkUrl, targetOf, type UrlRefusal } from "@kittiwake/core/web/domain/Egress"
import type { EgressPolicy } from "@kittiwake/core/web/domain/EgressPolicy"
import {
  Answer,
  type FetchRequest,
  HttpFetcher,
  maxRedirects,
  PageUnreachable,
  type Validators
} from "@kittiwake/core/web/HttpFetcher"
import { Effect, Layer, Result } from "effect"
import { type CookieShelf, makeCookieShelf } from "./CookieShelf.ts"
import { acceptedCodings, codingsOf, decodeBody, isGzip } from "./contentCoding.ts"
import { decodeText } from "./decodeText.ts"
import { type Door, Egress } from "./Egress.ts"
import { type ExchangeFailed, failed } from "./ExchangeFailed.ts"
import { type BodyPlan, exchange, headerOf, type WireAnswer } from "./exchange.ts"
import { type HostGate, makeHostGate } from "./HostGate.ts"
import { isText, isZippedText, type MediaType, parseMediaType } from "./MediaType.ts"
import { defaultUserAgent } from "./userAgent.ts"

export interface HttpFetcherOptions {
  readonly userAgent: string
  readonly acceptLanguage: string
  /** Most requests under way to one host; who waits does so within the deadline of its fetch. */
  readonly requestsPerHost: number
  /** Most requests under way to all hosts. */
  readonly requests: number
  /** Sockets beyond this many are closed after use. */
  readonly idleConnections: number
}

export const defaults: HttpFetcherOptions = {
  userAgent: defaultUserAgent,
  acceptLanguage: "en-US,en;q=0.9,*;q=0.5",
  requestsPerHost: 4,
  requests: 256,
  idleConnections: 256
}

const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,text/*;q=0.8,*/*;q=0.5"

const redirects = new Set([301, 302, 303, 307, 308])

const timedOut = new PageUnreachable({ reason: "timeout", message: "The page took too long." })

const refusal = ({ message, reason }: UrlRefusal): ExchangeFailed =>
  failed(reason === "forbidden" ? "forbidden_address" : "bad_response", message)

const unsupported = failed("unsupported_content", "The content is not a kind that has text.")

const isNotModified = (status: number, validators: Validators | null): boolean =>
  status === 304 && validators !== null && (validators.etag !== null || validators.lastModified !== null)

const planBody =
  (url: URL) =>
  (status: number, headers: WireAnswer["headers"]): BodyPlan => {
    if (status === 304 || status === 204 || (redirects.has(status) && headers.location !== undefined)) return "discard"
    const type = parseMediaType(headerOf(headers, "content-type"))
    if (isText(type) || isZippedText(type, url.pathname)) return "collect"
    // The status of a failed request says more than its body, even when that is a picture.
    return status >= 400 ? "discard" : unsupported
  }

const headersOf = (
  options: HttpFetcherOptions,
  validators: Validators | null,
  cookie: string | null
): Record<string, string> => ({
  "user-agent": options.userAgent,
  accept,
  "accept-language": options.acceptLanguage,
  "accept-encoding": acceptedCodings,
  ...(validators?.etag ? { "if-none-match": validators.etag } : {}),
  ...(validators?.lastModified ? { "if-modified-since": validators.lastModified } : {}),
  ...(cookie === null ? {} : { cookie })
})

/** A body that names no kind and holds NUL, as no text but UTF-16 does, is not text. */
const isBinary = (type: MediaType, body: Buffer): boolean => {
  const isUtf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  return type.essence === "" && !isUtf16 && body.subarray(0, 512).includes(0)
}

/** Longest description of a kind that is taken down. */
const maxKindLength = 200

/** Stands for all that the text of an answer depends on. Bytes are taken as they came: that is before unpacking them. */
const digestOf = ({ body, headers, status }: WireAnswer): string | null => {
  const kind = `${headerOf(headers, "content-type") ?? ""} ${codingsOf(headers["content-encoding"]).join()}`
  return status === 200 && kind.length <= maxKindLength ? `${kind} ${hash("sha256", body, "hex")}` : null
}

const readAnswer = Effect.fnUntraced(function* (url: URL, answer: WireAnswer, digest: string | null) {
  const named = parseMediaType(headerOf(answer.headers, "content-type"))
  const unpacked = yield* decodeBody(codingsOf(answer.headers["content-encoding"]), answer.body)
  const isFile = /\.gz$/i.test(url.pathname) && isGzip(unpacked)
  const body = isFile ? yield* decodeBody(["gzip"], unpacked) : unpacked
  const type = isZippedText(named, url.pathname) ? { essence: "application/xml", charset: null } : named
  if (isBinary(type, body)) return yield* unsupported
  return Answer.cases.Fetched.make({
    url: url.href,
    status: answer.status,
    mediaType: type.essence,
    body: decodeText(body, type),
    etag: headerOf(answer.headers, "etag"),
    lastModified: headerOf(answer.headers, "last-modified"),
    ...(digest === null ? {} : { digest })
  })
})

interface Client {
  readonly door: Door
  readonly gate: HostGate
  readonly policy: EgressPolicy
  readonly options: HttpFetcherOptions
}

/** One request. A server may close a kept connection just as we use it, so a GET then goes out once more. */
const ask = (client: Client, cookies: CookieShelf, url: URL, validators: Validators | null) => {
  const once = exchange(client.door, {
    url,
    method: "GET",
    headers: headersOf(client.options, validators, cookies.headerFor(url)),
    body: null,
    planBody: planBody(url)
  })
  const patient = Effect.catch(once, (failure) => (failure.isStale ? once : Effect.fail(failure)))
  return client.gate(targetOf(url).host)(patient)
}

const follow = Effect.fnUntraced(function* (client: Client, cookies: CookieShelf, request: FetchRequest) {
  let url = yield* Effect.fromResult(Result.mapError(checkUrl(request.url, client.policy), refusal))
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = yield* ask(client, cookies, url, request.validators)
    cookies.keep(url, answer.headers["set-cookie"])
    const location = headerOf(answer.headers, "location")
    if (!redirects.has(answer.status) || location === null) {
      if (isNotModified(answer.status, request.validators)) return Answer.cases.NotModified.make({})
      if (answer.status === 304) return yield* failed("bad_response", "The server says unchanged without being asked.")
      const digest = digestOf(answer)
      if (digest !== null && digest === request.validators?.digest) return Answer.cases.NotModified.make({})
      return yield* readAnswer(url, answer, digest)
    }
    const fragment = url.hash
    url = yield* Effect.fromResult(Result.mapError(checkLocation(location, url, client.policy), refusal))
    if (url.hash === "") url.hash = fragment
  }
  return yield* failed("too_many_redirects", `The page redirects more than ${maxRedirects} times.`)
})

/** Fetches over HTTP/1.1 with a pool of connections that all sessions share; cookies stay in their session. */
export const layer = (options: Partial<HttpFetcherOptions> = {}): Layer.Layer<HttpFetcher, never, Egress> =>
  Layer.effect(
    HttpFetcher,
    Effect.gen(function* () {
      const egress = yield* Egress
      const settings = { ...defaults, ...options }
      const client: Client = {
        policy: egress.policy,
        options: settings,
        gate: makeHostGate({ perHost: settings.requestsPerHost, total: settings.requests }),
        door: yield* egress.open({
          connectionsPerOrigin: settings.requestsPerHost,
          idleConnections: settings.idleConnections,
          maxHeaderBytes: 64 * 1024,
          bodySilenceMillis: 30_000
        })
      }

      const openSession = Effect.sync(() => {
        const cookies = makeCookieShelf()
        const fetch = (request: FetchRequest) =>
          follow(client, cookies, request).pipe(
            Effect.mapError(({ message, reason }) => new PageUnreachable({ reason, message })),
            Effect.timeoutOrElse({ duration: request.timeout, orElse: () => Effect.fail(timedOut) })
          )
        return { fetch }
      })

      return HttpFetcher.of({ openSession })
    })
  )
