/** Who is calling: the key, or the token of a grant, in `Authorization: Bearer`; or the session of a cookie. */

import { type GrantCaller, Grants, isAccessToken } from "@kittiwake/core/grants/Grants"
import { makePassedCache } from "@kittiwake/core/internal/passedCache"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { type OrganizationDisabled, Organizations, Unauthorized } from "@kittiwake/core/organizations/Organizations"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Context, DateTime, Duration, Effect, Exit, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isFor, makeBaseOf, type Place } from "../oauth/issuer.ts"
import { SessionCallers } from "../sessions/SessionCallers.ts"

/** How long a key that was accepted is not looked up again. A revoked key works this long at most. */
export const acceptedFor = Duration.seconds(4)

/** Most accepted keys that are remembered, and as many tokens; the ones used longest ago go first. */
export const acceptedKeysMax = 10_000

/** Longest key that is looked up. */
const keyMaxLength = 512

const bearer = /^bearer +(.+)$/i

/** Why nobody is let in. */
export type Unauthenticated =
  | Unauthorized
  | OrganizationDisabled
  | StoreUnavailable
  | Effect.Error<ReturnType<SessionCallers["Service"]["principal"]>>

const isOver = ({ expiresAt }: GrantCaller, now: DateTime.Utc) => DateTime.isLessThanOrEqualTo(expiresAt, now)

/**
 * Finds the caller of a request.
 *
 * **Details.** Only accepted keys are remembered, so a new key works at once and a refused one costs a look-up each time.
 * Calls with the same key that come together share a look-up. A change to an organization (its plan, an override, its
 * disabling) and the revocation of a key or a grant are seen by every process within `acceptedFor`. A token is taken where its
 * grant is for (`isFor`), and nowhere else. A session counts at the operations alone, and only where no `Authorization` says
 * otherwise who calls.
 */
export class Authenticator extends Context.Service<
  Authenticator,
  {
    /** Who calls at `place`, which is the operations unless given. */
    readonly authenticate: (
      request: HttpServerRequest.HttpServerRequest,
      place?: Place,
      /** The organization that the operator means, where the request has no header for it. */
      named?: string
    ) => Effect.Effect<Principal, Unauthenticated>
  }
>()("@kittiwake/http/middleware/Authenticator") {
  static readonly layer = Layer.effect(
    Authenticator,
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const accepted = yield* makePassedCache(organizations.authenticate, {
        capacity: acceptedKeysMax,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? acceptedFor : Duration.zero)
      })
      const grants = yield* Grants
      const baseOf = yield* makeBaseOf
      const tokens = yield* makePassedCache(grants.authenticate, {
        capacity: acceptedKeysMax,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? acceptedFor : Duration.zero)
      })
      const byToken = (secret: string, request: HttpServerRequest.HttpServerRequest, place: Place) =>
        Effect.flatMap(Effect.all([tokens.get(secret), DateTime.now]), ([caller, now]) =>
          isOver(caller, now) || !isFor(caller.grant.resource, baseOf(request), place)
            ? Effect.fail(new Unauthorized())
            : Effect.succeed(caller.principal)
        )
      const { principal } = yield* SessionCallers
      const bySession = (
        request: HttpServerRequest.HttpServerRequest,
        named: string | undefined
      ): Effect.Effect<Principal, Unauthenticated> =>
        Effect.flatMap(principal(request, named), (caller) =>
          caller === null ? Effect.fail(new Unauthorized()) : Effect.succeed(caller)
        )
      return Authenticator.of({
        authenticate: (request, place = "api", named = undefined) => {
          const secret = bearer.exec(request.headers.authorization ?? "")?.[1] ?? ""
          if (place === "api" && request.headers.authorization === undefined) return bySession(request, named)
          if (secret === "" || secret.length > keyMaxLength) return Effect.fail(new Unauthorized())
          return isAccessToken(secret) ? byToken(secret, request, place) : accepted.get(secret)
        }
      })
    })
  )
}
