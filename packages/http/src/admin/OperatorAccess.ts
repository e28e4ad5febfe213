/** Lets the operator of the installation pass, and nobody else. */
import { Administration } from "@kittiwake/core/administration/Administration"
import { Effect, Layer, Redacted, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Exchange } from "../Exchange.ts"
import { errorsWith, NoSuchRoute } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { SessionCallers } from "../sessions/SessionCallers.ts"

/** Makes what fails with why a request is not the operator's: by the session that it carries, or by the token that it gives. */
export const makeOperatorCheck = Effect.gen(function* () {
  const { authenticate } = yield* Administration
  const sessions = yield* SessionCallers
  return (request: HttpServerRequest.HttpServerRequest, token: string) =>
    Effect.flatMap(sessions.find(request), (session) =>
      session !== null && session.signer === null
        ? Effect.void
        : authenticate(token).pipe(Effect.catchTag("AdministrationClosed", () => Effect.fail(new NoSuchRoute())))
    )
})

/**
 * **Details.** Without an operator token in the configuration there is no such door for a token: every path below it answers
 * 404. A session of the operator opens it all the same, since only who has the machine or the token has one. No key of an
 * organization opens it, nor a session of one, and what goes through it counts against nobody's limits.
 */
export class OperatorAccess extends HttpApiMiddleware.Service<OperatorAccess>()(
  "@kittiwake/http/admin/OperatorAccess",
  {
    requiredForClient: true,
    security: { operator: HttpApiSecurity.bearer },
    error: errorsWith(401, 404, 500, 503)
  }
) {
  static readonly layer = Layer.effect(
    OperatorAccess,
    Effect.gen(function* () {
      const { refuse } = yield* Replies
      const admits = yield* makeOperatorCheck
      return OperatorAccess.of({
        operator: (handler, { credential }) =>
          Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            const admitted = yield* Effect.result(admits(request, Redacted.value(credential)))
            if (Result.isFailure(admitted)) return yield* refuse(yield* Exchange, admitted.failure)
            // Replies may hold keys.
            return HttpServerResponse.setHeader(yield* handler, "cache-control", "no-store")
          })
      })
    })
  )
}
