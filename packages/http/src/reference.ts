/** The reference page at `/docs`: all operations, and a way to try them. */
import { Effect, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { Api } from "./api.ts"
import { keyScheme } from "./describe.ts"

/** No part of the page sends the description, or anything else, to another server. */
const options = {
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: keyScheme },
  // "Share" and "Generate SDKs" upload the description to the maker of the page.
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false
}

const digestOf = async (script: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script))
  return `'sha256-${Buffer.from(digest).toString("base64")}'`
}

/** What a browser may do with the page: run the scripts that stand in it and no other, and ask this server alone. */
const policyOf = async (html: string): Promise<string> => {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script/gi)].map(([, script = ""]) => script)
  return [
    "default-src 'none'",
    `script-src ${(await Promise.all(scripts.map(digestOf))).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
}

const guarded = Effect.fnUntraced(function* (page: HttpServerResponse.HttpServerResponse) {
  const html = page.body._tag === "Uint8Array" ? new TextDecoder().decode(page.body.body) : ""
  return HttpServerResponse.setHeaders(page, {
    "content-security-policy": yield* Effect.promise(() => policyOf(html)),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer"
  })
})

/**
 * The page at a path. It holds its script and asks no other server for fonts, so that it works without internet.
 *
 * **Details.** That script is six megabytes, and as many again as text of a module, so the page is made when it is first
 * asked for: most servers are never asked.
 */
export const layer = (path: "/docs") =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const scope = yield* Effect.scope
      const page = yield* HttpRouter.toHttpEffect(
        HttpApiScalar.layer(Api, {
          path,
          scalar: options
        })
      ).pipe(
        Effect.provideService(Scope.Scope, scope),
        Effect.uninterruptible,
        // Made once, whatever becomes of who asked first.
        Effect.flatMap((one) => Effect.cached(Effect.uninterruptible(Effect.flatMap(one, guarded)))),
        Effect.cached
      )
      yield* router.add("GET", path, Effect.flatten(page))
    })
  )
