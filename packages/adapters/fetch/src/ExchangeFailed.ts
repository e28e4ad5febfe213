/** Why no answer arrived. */
import { Data } from "effect"
import { errors } from "undici"
import { AddressRefused, NameNotResolved } from "./Egress.ts"
import { type EndOfTls, TlsEnded } from "./TlsEnded.ts"

export type ExchangeFailure =
  | "unknown_host"
  | "forbidden_address"
  | "robots"
  | "out_of_scope"
  | "timeout"
  | "no_turn"
  | "connection_failed"
  | "too_large"
  | "too_many_redirects"
  | "bad_response"
  | "unsupported_content"
  | "no_exit"
  | "busy"

/** One request had no usable answer. `message` names no address of ours. */
export class ExchangeFailed extends Data.TaggedError("ExchangeFailed")<{
  readonly reason: ExchangeFailure
  readonly message: string
  /** Whether a connection broke before the answer began, so that a repeat of a GET may find a fresh one. */
  readonly isStale: boolean
  /** Present where the URL is refused for how it is written: `message` says why. */
  readonly isOfUrl?: true
  /** What the server answered, where its answer began and could not be taken. */
  readonly status?: number
}> {}

/** A failure that another attempt with the same connection state would meet again. */
export const failed = (reason: ExchangeFailure, message: string): ExchangeFailed =>
  new ExchangeFailed({ reason, message, isStale: false })

/** What goes wrong with an answer, and not with us or the way to it. */
const ofAnswers: ReadonlySet<ExchangeFailure> = new Set([
  "connection_failed",
  "too_large",
  "bad_response",
  "unsupported_content"
])

/** The same failure, of an answer that began with this status. */
export const answeredWith =
  (status: number) =>
  (failure: ExchangeFailed): ExchangeFailed => {
    if (status < 200 || !ofAnswers.has(failure.reason) || failure.status !== undefined) return failure
    const { isOfUrl, isStale, message, reason } = failure
    return new ExchangeFailed({ reason, message, isStale, status, ...(isOfUrl === undefined ? {} : { isOfUrl }) })
  }

/** One text for every refused address, so that nothing is told about what stands behind a name. */
export const forbidden = failed("forbidden_address", "The address may not be reached from here.")

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes} bytes` : `${Math.floor(bytes / 1024 / 1024)} MB`

/** More came than was asked for, or a body grew like a bomb. */
export const bodyTooLarge = (maxBytes: number): ExchangeFailed =>
  failed("too_large", `The body is larger than ${sizeOf(maxBytes)}, or grows beyond reason when it is decompressed.`)

const codesOf = (cause: unknown): ReadonlyArray<string> => {
  if (!(cause instanceof Error)) return []
  const inner = cause instanceof AggregateError ? cause.errors.flatMap(codesOf) : codesOf(cause.cause)
  return "code" in cause && typeof cause.code === "string" ? [cause.code, ...inner] : inner
}

/** The name that was looked up, which is the caller's or of a site that his leads to. */
const hostIn = (cause: unknown): string => {
  if (!(cause instanceof Error)) return ""
  return cause instanceof NameNotResolved && cause.host !== "" ? `${cause.host} ` : hostIn(cause.cause)
}

const timeouts = new Set(["ETIMEDOUT", "ETIMEOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])

const broken = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"])

const isProtocolCode = (code: string): boolean =>
  ["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "UND_ERR_RESPONSE"].includes(code)

const isCertificateCode = (code: string): boolean =>
  code.startsWith("CERT_") ||
  code.startsWith("UNABLE_TO_") ||
  code.startsWith("ERR_TLS_CERT") ||
  code.includes("SELF_SIGNED")

/** Why a connection over TLS was ended from here. */
const endsOfTls: Readonly<Record<EndOfTls, ExchangeFailed>> = {
  HANDSHAKE_TIMEOUT: failed("timeout", "The server took too long."),
  HANDSHAKE_WITHOUT_TURN: failed(
    "no_turn",
    "Too many costly TLS handshakes of yours were under way. Try again in a moment."
  ),
  HANDSHAKE_TOO_LONG: failed("connection_failed", "The server sends more in its TLS handshake than is read."),
  RECORDS_WITHOUT_DATA: failed(
    "connection_failed",
    "The server sends too many TLS records that hold nothing of its answer."
  ),
  TOO_MANY_RECORDS: failed("bad_response", "The answer comes in too many TLS records for its length."),
  RENEGOTIATION: failed(
    "connection_failed",
    "The server asks for another TLS handshake before it answers (renegotiation), which is not done: it may want a certificate of the client."
  )
}

const endOfTls = (cause: unknown): ExchangeFailed | null => {
  if (!(cause instanceof Error)) return null
  return cause instanceof TlsEnded ? endsOfTls[cause.code] : endOfTls(cause.cause)
}

/** What a failure of the socket, of TLS or of the parser means. */
export const failureOf = (cause: unknown, hasAnswer: boolean): ExchangeFailed => {
  if (cause instanceof ExchangeFailed) return cause
  const ended = endOfTls(cause)
  if (ended !== null) return ended
  const codes = codesOf(cause)
  if (cause instanceof AddressRefused || codes.includes("ADDRESS_REFUSED")) return forbidden
  if (codes.includes("ENOTFOUND")) return failed("unknown_host", `The host ${hostIn(cause)}has no address.`)
  if (codes.some((code) => timeouts.has(code))) return failed("timeout", "The server took too long.")
  if (cause instanceof errors.HTTPParserError || codes.some(isProtocolCode)) {
    return failed("bad_response", "The answer is not valid HTTP.")
  }
  if (codes.some(isCertificateCode)) return failed("connection_failed", "The certificate of the server is not valid.")
  if (codes.some((code) => code === "ERR_SSL_WRONG_VERSION_NUMBER" || code.startsWith("ERR_SSL"))) {
    return failed(
      "connection_failed",
      "The server and we agree on no TLS. If it speaks none, its address begins with http://."
    )
  }
  if (codes.includes("ECONNREFUSED")) return failed("connection_failed", "The server refused the connection.")
  return new ExchangeFailed({
    reason: "connection_failed",
    message: "The connection to the server broke.",
    isStale: !hasAnswer && codes.some((code) => broken.has(code))
  })
}
