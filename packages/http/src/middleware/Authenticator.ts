/** Who is calling: the key in `Authorization: Bearer`. */
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { type OrganizationDisabled, Organizations, Unauthorized } from "@kittiwake/core/organizations/Organizations"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"

/** How long a key that was accepted is not looked up again. A revoked key works this long at most. */
export const acceptedFor = Duration.seconds(4)

/** Most accepted keys that are remembered; the ones used longest ago go first. */
export const acceptedKeysMax = 10_000

/** Longest key that is looked up. */
const keyMaxLength = 512

const bearer = /^bearer +(.+)$/i

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
      request: HttpServerRequest.HttpServerRequest
    ) => Effect.Effect<Principal, Unauthorized | OrganizationDisabled | StoreUnavailable>
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
        authenticate: ({ headers }) => {
          const secret = bearer.exec(headers.authorization ?? "")?.[1] ?? ""
          if (secret === "" || secret.length > keyMaxLength) return Effect.fail(new Unauthorized())
          return Cache.get(accepted, secret)
        }
      })
    })
  )
}
