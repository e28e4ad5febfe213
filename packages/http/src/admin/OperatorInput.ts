/** Refuses what the operator sends and cannot be decoded. It stands behind `OperatorAccess`. */
import { KeyNotFound, OrganizationNotFound } from "@kittiwake/core/organizations/errors"
import { SessionNotFound } from "@kittiwake/core/sessions/errors"
import { Effect, Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { Exchange } from "../Exchange.ts"
import { errorsWith } from "../errors.ts"
import { decoded } from "../middleware/decoded.ts"
import { queryNames } from "../query.ts"
import { Replies } from "../Replies.ts"

/** An id that nobody could have is the id of nothing. */
const noSuchId = {
  organization_id: () => new OrganizationNotFound(),
  key_id: () => new KeyNotFound(),
  session_id: () => new SessionNotFound()
}

export class OperatorInput extends HttpApiMiddleware.Service<OperatorInput>()("@kittiwake/http/admin/OperatorInput", {
  error: errorsWith(400)
}) {
  static readonly layer = Layer.effect(
    OperatorInput,
    Effect.gen(function* () {
      const { refuse } = yield* Replies
      const decode = decoded(refuse, noSuchId)
      return OperatorInput.of((handler, { endpoint }) => {
        const names = queryNames(endpoint.query)
        return Effect.flatMap(Exchange, (exchange) => decode(exchange, handler, names))
      })
    })
  )
}
