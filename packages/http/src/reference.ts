/** The reference page at `/docs`: all operations, and a way to try them. */
import { Effect, Scope } from "effect"
import { HttpBody, HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { Api } from "./api.ts"
import { keyScheme } from "./describe.ts"
import { encodedInPieces } from "./inPieces.ts"
import { partsOf } from "./textPieces.ts"

/** No part of the page sends the description, or anything else, to another server. */
const options = {
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: keyScheme },
  // "Share" and "Generate SDKs" upload the description to the maker of the page.
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false
}

const digestOf = async (script: Uint8Array<ArrayBuffer>): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", script)
  return `'sha256-${Buffer.from(digest).toString("base64")}'`
}

const [scriptBegins, scriptEnds] = ["<script>", "</script"]

/** The scripts that stand in a page, as parts of its bytes: they are megabytes, and need not be made a text and bytes again. */
const scriptsIn = (page: Buffer<ArrayBuffer>): ReadonlyArray<Uint8Array<ArrayBuffer>> => {
  const scripts: Array<Uint8Array<ArrayBuffer>> = []
  for (let at = page.indexOf(scriptBegins); at !== -1; at = page.indexOf(scriptBegins, at)) {
    const from = at + scriptBegins.length
    const to = page.indexOf(scriptEnds, from)
    if (to === -1) break
    scripts.push(page.subarray(from, to))
    at = to
  }
  return scripts
}

/** What a browser may do with the page: run the scripts that stand in it and no other, and ask this server alone. */
const policyOf = (digests: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    `script-src ${digests.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")

/** The page with what a browser may do with it, and as bytes, which are made in pieces: others have the thread in between. */
const guarded = Effect.fnUntraced(function* (page: HttpServerResponse.HttpServerResponse) {
  const { body } = page
  if (body._tag !== "Uint8Array") return page
  const html = body.text ?? new TextDecoder().decode(body.body)
  yield* Effect.yieldNow
  const bytes = yield* encodedInPieces(partsOf(html), body.contentLength)
  const digests: Array<string> = []
  for (const script of scriptsIn(bytes)) {
    yield* Effect.yieldNow
    digests.push(yield* Effect.promise(() => digestOf(script)))
  }
  return HttpServerResponse.setHeaders(HttpServerResponse.setBody(page, HttpBody.uint8Array(bytes, body.contentType)), {
    ...page.headers,
    "content-security-policy": policyOf(digests),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer"
  })
})

/**
 * The page at a path. It holds its script and asks no other server for fonts, so that it works without internet.
 *
 * **Details.** That script is six megabytes, and as many again as text of a module, so the page is made when it is first
 * asked for, step by step with the thread left to others: most servers are never asked.
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
        // Loading the script has held the thread for as long as one piece of work may.
        Effect.map((one) => Effect.andThen(Effect.yieldNow, Effect.flatMap(one, guarded))),
        // Made once, whatever becomes of who asked first.
        Effect.flatMap((made) => Effect.cached(Effect.uninterruptible(made))),
        Effect.cached
      )
      yield* router.add("GET", path, Effect.flatten(page))
    })
  )
