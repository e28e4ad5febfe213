/** One resource on the wire, over as many hops as it takes. */
import type { Late } from "@kittiwake/core/internal/Alarms"
import { checkLocation, checkUrl, targetOf, type UrlRefusal } from "@kittiwake/core/web/domain/Egress"
import type { EgressPolicy } from "@kittiwake/core/web/domain/EgressPolicy"
import { MayBeLed, maxRedirects, type Validators, validatorsFor } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Result } from "effect"
import type { CookieShelf } from "./CookieShelf.ts"
import { acceptedCodings } from "./contentCoding.ts"
import type { Door } from "./Egress.ts"
import { ExchangeFailed, failed } from "./ExchangeFailed.ts"
import type { ExchangeTime } from "./ExchangeTime.ts"
import { type AnswerHeaders, type BodyPlan, exchange, locationOf, type WireAnswer } from "./exchange.ts"
import type { HostGate } from "./HostGate.ts"

/** What all requests of a fetcher share. */
export interface Client {
  readonly door: Door
  readonly gate: HostGate
  readonly late: Late
  readonly policy: EgressPolicy
  readonly userAgent: string
  readonly acceptLanguage: string
}

/** What is asked for. */
export interface Errand {
  readonly url: string
  /** Sent to the address that they are of, and to no other that is met on the way. */
  readonly validators: Validators | null
  /** Names in lower case; sent until a redirect leaves the origin of `url`, and never after. */
  readonly headers: Readonly<Record<string, string>>
  /** Most bytes of the body, before and after decompression. */
  readonly maxBytes: number
  readonly time: ExchangeTime
  /** What is done with the body of an answer that is no redirect. */
  readonly planBody: (url: URL, status: number, headers: AnswerHeaders) => BodyPlan
  /** Called when a body begins that is collected, with a way to see what came of it. */
  readonly onBody?: (url: URL, soFar: () => WireAnswer) => void
}

/** The answer at the end of all redirects. */
export interface Arrival {
  readonly url: URL
  readonly answer: WireAnswer
  /** Whether it says that the validators still hold, which it was asked. */
  readonly isNotModified: boolean
}

const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,text/*;q=0.8,*/*;q=0.5"

const redirects = new Set([301, 302, 303, 307, 308])

const refusal = ({ message, reason }: UrlRefusal): ExchangeFailed =>
  new ExchangeFailed({
    reason: reason === "forbidden" ? "forbidden_address" : "bad_response",
    message,
    isStale: false,
    isOfUrl: true
  })

/** Who asked wrote another address. */
const refusedRedirect = ({ message, reason }: UrlRefusal): ExchangeFailed =>
  refusal({ reason, message: `The page leads to an address that is not read. ${message}` })

const nameOf = (pair: string): string => (pair.split("=", 1)[0] ?? "").trim()

/** The cookies that a caller gave, but for those that the server has set since, and then the server's. */
const joinCookies = (given: string, kept: string): string => {
  const names = new Set(kept.split(";").map(nameOf))
  const left = given.split(";").filter((pair) => pair.trim() !== "" && !names.has(nameOf(pair)))
  return [...left.map((pair) => pair.trim()), kept].join("; ")
}

const headersOf = (
  client: Client,
  validators: Validators | null,
  given: Errand["headers"],
  cookie: string | null
): Record<string, string> => ({
  "user-agent": client.userAgent,
  accept,
  "accept-language": client.acceptLanguage,
  "accept-encoding": acceptedCodings,
  ...(validators?.etag ? { "if-none-match": validators.etag } : {}),
  ...(validators?.lastModified ? { "if-modified-since": validators.lastModified } : {}),
  ...given,
  ...(cookie === null ? {} : { cookie: given.cookie === undefined ? cookie : joinCookies(given.cookie, cookie) })
})

/** One request. A server may close a kept connection just as we use it, so a GET then goes out once more. */
const ask = (client: Client, cookies: CookieShelf, errand: Errand, url: URL, given: Errand["headers"]) => {
  const { maxBytes, onBody, planBody, time } = errand
  const once = exchange(client.door, {
    url,
    method: "GET",
    headers: headersOf(client, validatorsFor(errand.validators, url.href), given, cookies.headerFor(url)),
    body: null,
    maxBytes,
    planBody: (status, headers) =>
      redirects.has(status) && headers.location !== undefined ? "discard" : planBody(url, status, headers),
    ...(onBody === undefined ? {} : { onBody: (soFar) => onBody(url, soFar) })
  })
  const patient = Effect.catch(once, (failure) => (failure.isStale ? once : Effect.fail(failure)))
  return client.gate(targetOf(url).host)(time.spend(patient))
}

/** Whether a 304 is the answer to the validators that were sent. */
const isConfirmed = (status: number, validators: Validators | null): boolean =>
  status === 304 && validators !== null && (validators.etag !== null || validators.lastModified !== null)

/** Asks for the resource and follows where the servers send us. */
export const follow = Effect.fnUntraced(function* (client: Client, cookies: CookieShelf, errand: Errand) {
  let url = yield* Effect.fromResult(Result.mapError(checkUrl(errand.url, client.policy), refusal))
  const mayBeLed = yield* MayBeLed
  let given = errand.headers
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = yield* ask(client, cookies, errand, url, given)
    cookies.keep(url, answer.headers["set-cookie"])
    const location = locationOf(answer.headers)
    if (!redirects.has(answer.status) || location === null) {
      const isNotModified = isConfirmed(answer.status, validatorsFor(errand.validators, url.href))
      return { url, answer, isNotModified } satisfies Arrival as Arrival
    }
    const { hash, origin } = url
    url = yield* Effect.fromResult(Result.mapError(checkLocation(location, url, client.policy), refusedRedirect))
    if (url.hash === "") url.hash = hash
    const refused = mayBeLed === null ? null : yield* errand.time.aside(mayBeLed(url.href))
    if (refused !== null) return yield* failed(refused.reason, refused.message)
    // Once out of the caller's hands they stay out, or a server could fetch them back by a second redirect.
    if (url.origin !== origin) given = {}
  }
  return yield* failed("too_many_redirects", `The page redirects more than ${maxRedirects} times.`)
})

/** A part that nobody asked for would be taken for the whole. */
export const partial = failed("bad_response", "The server sends a part of the content without being asked for one.")

/** A 304 that nobody asked for: there is neither a new body nor an old one. */
export const unasked = failed("bad_response", "The server says unchanged without being asked.")
