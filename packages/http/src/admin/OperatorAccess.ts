/** Lets the operator of the installation pass, and nobody else. */
import { Administration } from "@kittiwake/core/administration/Administration"
import { Effect, Layer, Redacted, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Exchange } from "../Exchange.ts"
import { errorsWith, NoSuchRoute } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { SessionCallers } from "../sessions/SessionCallers.ts"

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
      const { authenticate } = yield* Administration
      const { refuse } = yield* Replies
      const sessions = yield* SessionCallers
      return OperatorAccess.of({
        operator: (handler, { credential }) =>
          Effect.gen(function* () {
            const exchange = yield* Exchange
            const session = yield* Effect.result(sessions.find(yield* HttpServerRequest.HttpServerRequest))
            if (Result.isFailure(session)) return yield* refuse(exchange, session.failure)
            const isOperator = session.success !== null && session.success.signer === null
            const admitted = isOperator
              ? Result.succeed(undefined)
              : yield* Effect.result(authenticate(Redacted.value(credential)))
            // Replies may hold keys.
            if (Result.isSuccess(admitted)) {
              return HttpServerResponse.setHeader(yield* handler, "cache-control", "no-store")
            }
            const { failure } = admitted
            return yield* refuse(exchange, failure._tag === "AdministrationClosed" ? new NoSuchRoute() : failure)
          })
      })
    })
  )
}
