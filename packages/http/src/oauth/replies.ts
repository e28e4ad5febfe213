/** Replies of the protocol: JSON for programs, pages for people. */
import type { ClientRefused } from "@kittiwake/core/grants/errors"
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect, Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import { style } from "./html.ts"

/** Lets programs in browsers of any origin ask. Nothing here is given for a cookie. */
export const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-max-age": "86400"
} as const

const unkept = { "cache-control": "no-store", pragma: "no-cache", "x-content-type-options": "nosniff" } as const

/** What a program is answered. */
export const jsonReply = (body: object, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { ...unkept, ...anyOrigin, ...headers } })

/** All is well, and there is nothing to say. */
export const emptyReply = HttpServerResponse.empty({ status: 200, headers: { ...unkept, ...anyOrigin } })

const statusOf = ({ reason }: ClientRefused): number => {
  if (reason === "invalid_client") return 401
  return reason === "temporarily_unavailable" ? 503 : 400
}

/** An error as RFC 6749 has it; one of the client as 401, so that it registers anew. */
export const refusedReply = (error: ClientRefused) => {
  const status = statusOf(error)
  const headers: Readonly<Record<string, string>> = status === 503 ? { "retry-after": "5" } : {}
  return jsonReply({ error: error.reason, error_description: error.message }, status, headers)
}

/** Too many asked. */
export const tooManyReply = (retryAfterSeconds: number) =>
  jsonReply({ error: "temporarily_unavailable", error_description: "Too many requests. Try again in a moment." }, 429, {
    "retry-after": String(retryAfterSeconds)
  })

/** The store did not answer. */
export const unavailableReply = jsonReply(
  { error: "temporarily_unavailable", error_description: "The server could not answer just now. Try again." },
  503,
  { "retry-after": "2" }
)

/** Makes replies that are pages; `to` is where their form may lead besides here. */
export const makePageReply = Effect.gen(function* () {
  const digest = yield* (yield* Signer).digest(style)
  const styled = `'sha256-${Base64.encode(Result.getOrThrow(Hex.decode(digest)))}'`
  return (markup: string, options: { readonly status?: number; readonly to?: string; readonly cookie?: string } = {}) =>
    HttpServerResponse.text(markup, {
      status: options.status ?? 200,
      contentType: "text/html; charset=utf-8",
      headers: {
        ...unkept,
        "content-security-policy": [
          "default-src 'none'",
          `style-src ${styled}`,
          `form-action 'self'${options.to === undefined ? "" : ` ${options.to}`}`,
          ...["frame-ancestors 'none'", "base-uri 'none'"]
        ].join("; "),
        "x-frame-options": "DENY",
        // Forms of these pages say where they come from, and nobody else learns of their addresses.
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        ...(options.cookie === undefined ? {} : { "set-cookie": options.cookie })
      }
    })
})
