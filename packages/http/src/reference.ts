/** The reference page at `/docs`: all operations, and a way to try them. */
import { Effect, Scope } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { Api } from "./api.ts"
import { keyScheme } from "./describe.ts"

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
          scalar: { withDefaultFonts: false, authentication: { preferredSecurityScheme: keyScheme } }
        })
      ).pipe(Effect.provideService(Scope.Scope, scope), Effect.uninterruptible, Effect.cached)
      yield* router.add("GET", path, Effect.flatten(page))
    })
  )
