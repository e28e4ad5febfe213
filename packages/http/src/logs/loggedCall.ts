/** A call that was answered, as the log of calls takes it. */

import { keptOfUnknown } from "@kittiwake/core/internal/usage/domain/Kept"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { type LoggedCall, unknownRoute } from "@kittiwake/core/usage/domain/RequestLog"
import { DateTime, Result } from "effect"
import { type HttpServerRequest, type HttpServerResponse, UrlParams } from "effect/http"
import type { LoggedOperation } from "../access.ts"
import { bytesOfReply, type ExchangeState } from "../Exchange.ts"
import { listItems } from "../fields.ts"
import { plainQuery, type Query } from "../query.ts"

/** The path as it was called, without its query. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** The query as it was called, for a path that no operation has. */
export const queryOf = (url: string): Query => {
  const start = url.indexOf("?")
  return start === -1 ? {} : UrlParams.toRecord(UrlParams.fromInput(new URLSearchParams(url.slice(start + 1))))
}

const noLabels: ReadonlyArray<string> = []

const labelNames = { known: ["tags"], objects: [] }

/** The usage labels of a call: a list in its query, or in its body, by the operation. */
const labelsOf = ({ body, operation, query }: ExchangeState): ReadonlyArray<string> => {
  switch (operation?.labels) {
    case "query": {
      const tags = Result.getOrNull(plainQuery(query, labelNames))?.tags ?? []
      if (typeof tags === "string") return listItems([tags])
      return Array.isArray(tags) ? listItems(tags) : noLabels
    }
    case "body": {
      const tags: unknown = Reflect.get(Object(body?.value), "tags")
      return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : []
    }
    default:
      return noLabels
  }
}

/** With what the playground says that somebody made this call, and no screen. */
export const playgroundHeader = "x-kittiwake-playground"

/** Operations that only read, although they take a body. */
const readsByBody: ReadonlySet<string> = new Set(["POST /v1/webhooks/deliveries"])

/** Whether a screen of the dashboard asks this by itself, as far as the request shows: with the cookie of a session, and to show something. */
export const asksForScreen = (
  { headers, method }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">,
  operation: LoggedOperation | null
): boolean =>
  headers.authorization === undefined &&
  headers[playgroundHeader] === undefined &&
  (method === "GET" || method === "HEAD" || readsByBody.has(operation?.name ?? ""))

/**
 * Whether a screen of the dashboard asked this by itself. What costs credits, what changes anything and what somebody tried in the playground
 * is a call like those of a key.
 */
const isOfDashboard = (
  { creditsUsed, operation }: Pick<ExchangeState, "creditsUsed" | "operation">,
  request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">
): boolean => creditsUsed === 0 && asksForScreen(request, operation)

/** Whether a call that was refused asked that nothing be kept: it is not kept because it was refused. */
const askedToKeepNothing = ({ body, errorCode, query }: ExchangeState): boolean =>
  errorCode !== null && (query.zdr === "enabled" || Reflect.get(Object(body?.value), "zdr") === "enabled")

/** What a reply was, unless nobody got it. */
export interface Answered {
  readonly status: number
  readonly body: HttpServerResponse.HttpServerResponse["body"] | null
  readonly atMillis: number
}

let lastMoment = DateTime.makeUnsafe(0)

/** The moment at these milliseconds. Calls of the same millisecond share it: making one takes longer than asking. */
const momentAt = (atMillis: number): DateTime.Utc => {
  if (lastMoment.epochMilliseconds !== atMillis) lastMoment = DateTime.makeUnsafe(atMillis)
  return lastMoment
}

/** The call of this exchange, once it was answered. */
export const loggedCall = (
  exchange: ExchangeState,
  { id, kind, organization }: Principal,
  request: HttpServerRequest.HttpServerRequest,
  { atMillis, body, status }: Answered
): LoggedCall => {
  const { operation, reply } = exchange
  const bytes = bytesOfReply(exchange, body)
  const isRead = body !== null && request.method !== "HEAD"
  return {
    requestId: exchange.requestId,
    organizationId: organization.id,
    // The operator acts under a name of his own, where a key would stand.
    keyId: kind === "grant" ? null : id,
    grantId: kind === "grant" ? id : null,
    ofDashboard: isOfDashboard(exchange, request),
    at: momentAt(atMillis),
    method: request.method,
    path: pathOf(request.url),
    route: operation?.route ?? unknownRoute,
    statusCode: status,
    errorCode: exchange.errorCode,
    creditsUsed: exchange.creditsUsed,
    latencyMs: Math.max(0, atMillis - exchange.startedAtMillis),
    tags: labelsOf(exchange),
    zdr: exchange.zeroRetention || askedToKeepNothing(exchange),
    userAgent: request.headers["user-agent"] ?? null,
    input: {
      query: exchange.query,
      ...(exchange.body === null ? { bytes: 0 } : { body: exchange.body.value, bytes: exchange.body.bytes })
    },
    response: reply === null || !isRead ? null : { body: reply, bytes },
    kept: operation?.kept ?? keptOfUnknown
  }
}
