/** Changes that were shared, as pages, for whoever has a link: without a key. */
import { Limits } from "@kittiwake/core/limits/Limits"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect, Option, Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { sharedPath } from "../monitors/ShareRecord.ts"
import { addressOf } from "../oauth/form.ts"
import { problemPage } from "./page.ts"
import { makeSharedPages } from "./sharedPages.ts"
import { style } from "./style.ts"
import { languageOf, wordsIn } from "./words.ts"

/** Requests a minute from one address with links that lead nowhere (any more). */
const requestsPerMinute = 120

/** What a browser may do with the page: style it by its own style, and nothing else. It stands in no frame and tells nobody its address. */
const headersWith = (styled: string): Readonly<Record<string, string>> => ({
  "cache-control": "private, no-store",
  "content-security-policy": [
    "default-src 'none'",
    `style-src '${styled}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "sandbox allow-popups allow-popups-to-escape-sandbox"
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow"
})

/** `GET /shared/changes/{token}`. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const links = yield* ChangeLinks
    const limits = yield* Limits
    const pageOf = yield* makeSharedPages(links)
    const digest = yield* (yield* Signer).digest(style)
    const headers = headersWith(`sha256-${Base64.encode(Result.getOrThrow(Hex.decode(digest)))}`)

    const page = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const exchange = yield* Exchange
      const { token = "" } = yield* HttpRouter.params
      const language = languageOf(request.headers["accept-language"])
      const words = wordsIn[language]
      const reply = (markup: string | Uint8Array, status: number, more: Readonly<Record<string, string>> = {}) => {
        const options = {
          status,
          contentType: "text/html; charset=utf-8",
          headers: { ...headers, "content-language": language, vary: "accept-language", ...more }
        }
        return typeof markup === "string"
          ? HttpServerResponse.text(markup, options)
          : HttpServerResponse.uint8Array(markup, options)
      }
      const problem = (which: "over" | "unknown" | "tooMany" | "unavailable", status: number, more = {}) => {
        exchange.errorCode = status === 429 ? "RATE_LIMITED" : status === 503 ? "INTERNAL_ERROR" : "NOT_FOUND"
        return reply(problemPage(words[which], language), status, more)
      }
      const opened = Effect.gen(function* () {
        // Who has a link is counted with its other readers: strangers, however many, keep them from nothing.
        yield* Option.match(yield* links.markOf(token), {
          onNone: () => limits.admitStranger("shared-changes", addressOf(request), requestsPerMinute),
          onSome: limits.admitLink
        })
        const { markup, organizationId } = yield* pageOf({ language, request, token })
        yield* limits.admitLinked(organizationId)
        return reply(markup, 200)
      })
      return yield* Effect.catchTags(opened, {
        ChangeLinkUnusable: ({ reason }) =>
          Effect.succeed(reason === "over" ? problem("over", 410) : problem("unknown", 404)),
        RateLimited: ({ retryAfterSeconds }) =>
          Effect.succeed(problem("tooMany", 429, { "retry-after": String(retryAfterSeconds) })),
        TooBusy: () => Effect.succeed(problem("unavailable", 503, { "retry-after": "5" })),
        StoreUnavailable: (error) =>
          Effect.logError("store unavailable", error).pipe(
            Effect.annotateLogs({ requestId: exchange.requestId }),
            Effect.as(problem("unavailable", 503, { "retry-after": "2" }))
          )
      })
    })

    yield* router.add("GET", `${sharedPath}/:token`, page)
  })
)
