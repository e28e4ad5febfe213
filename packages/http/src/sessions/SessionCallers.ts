/** Who calls with the cookie of a session, and whether the request may count. */
import { makePassedCache } from "@kittiwake/core/internal/passedCache"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { OrganizationNotFound } from "@kittiwake/core/organizations/errors"
import type { OrganizationDisabled } from "@kittiwake/core/organizations/Organizations"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { isOver, type SessionId } from "@kittiwake/core/sessions/domain/Session"
import { type SessionCaller, Sessions } from "@kittiwake/core/sessions/Sessions"
import { Context, DateTime, Duration, Effect, Exit, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CrossSiteRefused, OrganizationUnnamed, SessionOver } from "../errors.ts"
import { ListeningHost, PublicAddress } from "../web/PublicAddress.ts"
import { comesFromHere, isOwnOrigin } from "../web/sameOrigin.ts"
import { secretIn } from "./SessionCookie.ts"

/** How long who was found is not looked up again: a session that was ended elsewhere works this long at most. */
export const sessionAcceptedFor = Duration.seconds(4)

/** Most sessions that are remembered, and as many organizations for which the operator acts. */
const rememberedMax = 10_000

/** With what a page of ours says that it is one: no form can send a header. */
export const sessionHeader = "x-kittiwake-session"

/** With what the operator says for whom a request is. */
export const organizationHeader = "x-kittiwake-organization"

type Request = HttpServerRequest.HttpServerRequest

/** What can be wrong with a session. */
export type SessionRefused = CrossSiteRefused | OrganizationDisabled | SessionOver | StoreUnavailable

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/**
 * Finds the session of a request, where a session may count.
 *
 * **Details.** A request that has `Authorization` has said who it is, and its cookie is not looked at. Of all others, none
 * counts that a page of another site could have sent: the marks that browsers set must be ours or absent, and what changes
 * anything must carry `X-Kittiwake-Session`.
 */
export class SessionCallers extends Context.Service<
  SessionCallers,
  {
    /** The session that a request carries; null when it carries none, or says otherwise who it is. */
    readonly find: (request: Request) => Effect.Effect<SessionCaller | null, SessionRefused>

    /** Who calls with it, for an organization: the key, or the operator for the one that is named. Null as above. */
    readonly principal: (
      request: Request,
      named?: string | undefined
    ) => Effect.Effect<Principal | null, SessionRefused | OrganizationNotFound | OrganizationUnnamed>

    /** Remembers a session no longer, because it was ended here. */
    readonly forget: (id: SessionId) => Effect.Effect<void>
  }
>()("@kittiwake/http/sessions/SessionCallers") {
  static readonly layer = Layer.effect(
    SessionCallers,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
      const callers = yield* makePassedCache(sessions.authenticate, {
        capacity: rememberedMax,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? sessionAcceptedFor : Duration.zero)
      })
      // One value for each organization, between its calls: limits remember what they worked out for it.
      const operators = yield* makePassedCache(sessions.actFor, {
        capacity: rememberedMax,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? sessionAcceptedFor : Duration.zero)
      })

      const found = (secret: string): Effect.Effect<SessionCaller, SessionRefused> =>
        Effect.gen(function* () {
          const caller = yield* callers
            .get(secret)
            .pipe(Effect.mapError((error) => (error._tag === "Unauthorized" ? new SessionOver() : error)))
          return isOver(caller.session, yield* DateTime.now) ? yield* new SessionOver() : caller
        })

      const find = (request: Request): Effect.Effect<SessionCaller | null, SessionRefused> => {
        const { headers, method } = request
        if (headers.authorization !== undefined) return Effect.succeed(null)
        const secret = secretIn(own, request)
        if (secret === null) return Effect.succeed(null)
        if (!comesFromHere(request, isOwnOrigin(own, request)))
          return Effect.fail(new CrossSiteRefused({ lacks: null }))
        if (!isRead(method) && headers[sessionHeader] !== "1") {
          return Effect.fail(new CrossSiteRefused({ lacks: "X-Kittiwake-Session: 1" }))
        }
        return found(secret)
      }

      const actingFor = ({ signer }: SessionCaller, named: string | undefined) => {
        if (signer !== null) {
          // A page that shows another organization must not be answered for this one.
          return named === undefined || named === signer.organization.id
            ? Effect.succeed(signer)
            : Effect.fail(new OrganizationNotFound())
        }
        if (named === undefined) return Effect.fail(new OrganizationUnnamed())
        return named.length > 64 ? Effect.fail(new OrganizationNotFound()) : operators.get(OrganizationId.make(named))
      }

      return SessionCallers.of({
        find,
        principal: (request, named) =>
          Effect.flatMap(
            find(request),
            (caller): Effect.Effect<Principal | null, SessionRefused | OrganizationNotFound | OrganizationUnnamed> =>
              caller === null ? Effect.succeed(null) : actingFor(caller, request.headers[organizationHeader] ?? named)
          ),
        forget: (id) =>
          Effect.flatMap(callers.entries, (entries) =>
            Effect.forEach(
              [...entries].filter(([, { session }]) => session.id === id),
              ([secret]) => callers.invalidate(secret),
              { discard: true }
            )
          )
      })
    })
  )
}
