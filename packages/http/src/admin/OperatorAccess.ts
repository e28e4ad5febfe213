/** Lets the operator of the installation pass, and nobody else. */
import { Administration } from "@kittiwake/core/administration/Administration"
import { Effect, Layer, Redacted, Result } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Exchange } from "../Exchange.ts"
import { errorsWith, NoSuchRoute } from "../errors.ts"
import { Replies } from "../Replies.ts"

/**
 * **Details.** Without an operator token in the configuration there is no such door: every path below it answers 404. No
 * key of an organization opens it, and what goes through it counts against nobody's limits.
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
      return OperatorAccess.of({
        operator: (handler, { credential }) =>
          Effect.gen(function* () {
            const exchange = yield* Exchange
            const admitted = yield* Effect.result(authenticate(Redacted.value(credential)))
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
