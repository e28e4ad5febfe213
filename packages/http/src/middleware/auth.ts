/** Who is calling: the key in `Authorization: Bearer`. */
import {
  type Caller,
  type OrganizationDisabled,
  Organizations,
  Unauthorized
} from "@kittiwake/core/organizations/Organizations"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cache, Context, Duration, Effect, Exit, Layer, Redacted } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { CurrentCaller, Exchange } from "../Exchange.ts"
import { errorsWith } from "../errors.ts"
import { Replies } from "../Replies.ts"

/** How long a key that was accepted is not looked up again. A revoked key works this long at most. */
export const acceptedFor = Duration.seconds(4)

/** Most accepted keys that are remembered; the ones used longest ago go first. */
export const acceptedKeysMax = 10_000

/** Longest key that is looked up. */
const keyMaxLength = 512

/**
 * Finds the caller of a request.
 *
 * **Details.** Only accepted keys are remembered, so a new key works at once and a refused one costs a look-up each time.
 * Calls with the same key that come together share a look-up. A change to an organization (its plan, an override, its
 * disabling) and the revocation of a key are seen by every process within `acceptedFor`.
 */
export class Authenticator extends Context.Service<
  Authenticator,
  {
    readonly authenticate: (
      secret: string
    ) => Effect.Effect<Caller, Unauthorized | OrganizationDisabled | StoreUnavailable>
  }
>()("@kittiwake/http/middleware/Authenticator") {
  static readonly layer = Layer.effect(
    Authenticator,
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const accepted = yield* Cache.makeWith(organizations.authenticate, {
        capacity: acceptedKeysMax,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? acceptedFor : Duration.zero)
      })
      return Authenticator.of({
        authenticate: (secret) =>
          secret === "" || secret.length > keyMaxLength ? Effect.fail(new Unauthorized()) : Cache.get(accepted, secret)
      })
    })
  )
}

/** Lets a request pass with a valid key. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentCaller }>()(
  "@kittiwake/http/middleware/Authorization",
  {
    requiredForClient: true,
    security: { bearer: HttpApiSecurity.bearer },
    error: errorsWith(401, 403, 500, 503)
  }
) {
  static readonly layer = Layer.effect(
    Authorization,
    Effect.gen(function* () {
      const { authenticate } = yield* Authenticator
      const { refuse } = yield* Replies
      return Authorization.of({
        bearer: (handler, { credential }) =>
          Effect.flatMap(Exchange, (exchange) =>
            Effect.matchEffect(authenticate(Redacted.value(credential)), {
              onFailure: (error) => refuse(exchange, error),
              onSuccess: (caller) => {
                exchange.caller = caller
                return Effect.provideService(handler, CurrentCaller, caller)
              }
            })
          )
      })
    })
  )
}
