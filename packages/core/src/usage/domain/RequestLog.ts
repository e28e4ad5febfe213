/** One logged call (contract/org-logs.md, GET /logs). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import type { KeptOfCall } from "./Kept.ts"
import { type RedactionLimits, redact } from "./redact.ts"

/** What was sent, without its secrets. */
export const LoggedInput = Schema.Struct({
  query: Schema.JsonObject,
  /** Left out when there was no body. */
  body: Schema.optionalKey(Schema.Json)
})
export type LoggedInput = typeof LoggedInput.Type

export const RequestLog = Schema.Struct({
  requestId: Schema.String,
  organizationId: OrganizationId,
  /** The key that called; null when it was an OAuth grant. */
  keyId: Schema.NullOr(Schema.String),
  /** The OAuth grant that called; null when it was a key. */
  grantId: Schema.NullOr(Schema.String),
  /** Whether a screen of the dashboard asked it by itself, to show something. */
  ofDashboard: Schema.Boolean,
  /** When the call was answered. */
  at: Schema.DateTimeUtc,
  method: Schema.String,
  /** As called, with its version and without its query. */
  path: Schema.String,
  /** The operation: its path without the version, with placeholders for ids, such as `/monitors/{monitor_id}`. */
  route: Schema.String,
  statusCode: Schema.Int,
  errorCode: Schema.NullOr(Schema.String),
  creditsUsed: Schema.Int,
  latencyMs: Schema.Int,
  tags: Schema.Array(Schema.String),
  /** Whether nothing of what was sent and answered may be kept. */
  zdr: Schema.Boolean,
  userAgent: Schema.NullOr(Schema.String),
  input: LoggedInput,
  /** The JSON that was answered, without its secrets; null when it was none or too long. */
  response: Schema.NullOr(Schema.Json)
})
export type RequestLog = typeof RequestLog.Type

/** A logged call as a list shows it. */
export type RequestLogSummary = Omit<RequestLog, "input" | "response" | "userAgent">

/** The route of a call to a path that leads nowhere: one name for all, so that history does not grow with guesses. @internal */
export const unknownRoute = "/unknown"

/** A call as the door knows it when it has answered: nothing is blacked out or cut yet. */
export interface LoggedCall extends Omit<RequestLog, "input" | "response"> {
  readonly input: {
    readonly query: Readonly<Record<string, unknown>>
    readonly body?: unknown
    /** Length of the body as it was received; 0 when there was none. */
    readonly bytes: number
  }
  /** The JSON that was answered, before it was encoded, with its encoded length. */
  readonly response: { readonly body: unknown; readonly bytes: number } | null
  /** What is known to be harmless of all that. */
  readonly kept: KeptOfCall
}

/** A body longer than this is cut as soon as the call is recorded, so that waiting calls stay small. */
const bodyKeptBytes = 65_536

/** A response longer than this is not kept. @internal */
export const responseKeptBytes = 262_144

/** How much of the query and of the body is kept, each. @internal */
export const inputLimits: RedactionLimits = { depth: 16, characters: 16_384 }

const responseLimits: RedactionLimits = { depth: 64, characters: Number.POSITIVE_INFINITY }

/** Longest texts of an entry; what is longer is cut there. */
const longest = { method: 16, path: 2_048, route: 256, errorCode: 100, userAgent: 512, tag: 50, tags: 20 } as const

const cut = (text: string, most: number): string => {
  const short = text.length <= most ? text : text.slice(0, most)
  return (short.isWellFormed() ? short : short.toWellFormed()).replaceAll("\0", "\u{fffd}")
}

const cutOrNull = (text: string | null, most: number) => (text === null ? null : cut(text, most))

/** The call without what was sent and answered. @internal */
export const withoutContents = (call: LoggedCall): LoggedCall => ({
  ...call,
  input: { query: {}, bytes: 0 },
  response: null
})

/** The call without what will not be kept anyway. Costs next to nothing for a call of ordinary size. @internal */
export const trimCall = (call: LoggedCall): LoggedCall => {
  if (call.zdr) return withoutContents(call)
  const isLong = call.input.bytes > bodyKeptBytes
  const response = call.response !== null && call.response.bytes <= responseKeptBytes ? call.response : null
  if (!isLong && response === call.response) return call
  const { input } = call
  return {
    ...call,
    response,
    input: isLong
      ? { query: input.query, body: redact(input.body, inputLimits, call.kept.body), bytes: inputLimits.characters }
      : input
  }
}

const inputOf = ({ body, query }: LoggedCall["input"], kept: KeptOfCall): LoggedInput => {
  const shown = redact(query, inputLimits, kept.query) as Schema.JsonObject
  return body === undefined ? { query: shown } : { query: shown, body: redact(body, inputLimits, kept.body) }
}

/** What is kept of a call. A zero-retention call keeps that it was made, and nothing of what was sent or answered. @internal */
export const requestLog = (call: LoggedCall): RequestLog => {
  const { input, response } = trimCall(call)
  return {
    requestId: call.requestId,
    organizationId: call.organizationId,
    keyId: call.keyId,
    grantId: call.grantId,
    ofDashboard: call.ofDashboard,
    at: call.at,
    method: cut(call.method, longest.method),
    path: cut(call.path, longest.path),
    route: cut(call.route, longest.route),
    statusCode: call.statusCode,
    errorCode: cutOrNull(call.errorCode, longest.errorCode),
    creditsUsed: call.creditsUsed,
    latencyMs: call.latencyMs,
    tags: call.tags.slice(0, longest.tags).map((tag) => cut(tag, longest.tag)),
    zdr: call.zdr,
    userAgent: cutOrNull(call.userAgent, longest.userAgent),
    input: inputOf(input, call.kept),
    response: response === null ? null : redact(response.body, responseLimits, call.kept.response)
  }
}

/** The entry as a list shows it. @internal */
export const summaryOf = ({ input, response, userAgent, ...summary }: RequestLog): RequestLogSummary => summary
