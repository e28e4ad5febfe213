/** Whether this caller may call this now: the key's scopes, the budget, and only then the shape of the input. */
import { Limits } from "@kittiwake/core/limits/Limits"
import { ChangeNotFound, MonitorNotFound, RunNotFound } from "@kittiwake/core/monitors/errors"
import { covers } from "@kittiwake/core/organizations/domain/Scope"
import { RequestLogNotFound } from "@kittiwake/core/usage/errors"
import { Context, Effect, Layer, Result } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { loggedOperation, RequestCost, RequiredScope } from "../access.ts"
import { CurrentCaller, Exchange } from "../Exchange.ts"
import { errorsWith, ScopeMissing } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { decoded, type NoSuchId } from "./decoded.ts"

/** An id that nobody could have is the id of nothing. Only the form of a delivery's id is part of the contract. */
const noSuchId: NoSuchId = {
  monitor_id: () => new MonitorNotFound(),
  run_id: () => new RunNotFound(),
  change_id: () => new ChangeNotFound(),
  request_id: () => new RequestLogNotFound()
}

/** Checks scope and budget before any input is looked at, so that a refusal costs its sender and not us. */
export class Admission extends HttpApiMiddleware.Service<Admission, { requires: CurrentCaller }>()(
  "@kittiwake/http/middleware/Admission",
  { error: errorsWith(400, 429) }
) {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const limits = yield* Limits
      const { refuse } = yield* Replies

      const decode = decoded(refuse, noSuchId)

      return Admission.of((handler, { endpoint, group }) => {
        const annotations = Context.merge(group.annotations, endpoint.annotations)
        const scope = Context.get(annotations, RequiredScope)
        const { bucket, weight } = Context.get(annotations, RequestCost)
        const operation = loggedOperation(endpoint.path, annotations)
        return Effect.gen(function* () {
          const exchange = yield* Exchange
          exchange.operation = operation
          exchange.query = yield* HttpServerRequest.ParsedSearchParams
          const caller = yield* CurrentCaller
          if (scope !== null && !covers(caller.key.scopes, scope)) {
            // A draw of nothing tells how the budget stands.
            exchange.limit = yield* limits
              .admit(caller, bucket, 0)
              .pipe(Effect.catch(({ report }) => Effect.succeed(report)))
            return yield* refuse(exchange, new ScopeMissing({ scope }))
          }
          const admitted = yield* Effect.result(limits.admit(caller, bucket, weight))
          if (Result.isFailure(admitted)) return yield* refuse(exchange, admitted.failure)
          exchange.limit = admitted.success
          return yield* decode(exchange, handler)
        })
      })
    })
  )
}
