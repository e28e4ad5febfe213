/** Gives every request an id, every reply its headers and every call its place in the log; answers what nobody answered. */

import { MemoryBudget } from "@kittiwake/core/budget/MemoryBudget"
import { CurrentActing } from "@kittiwake/core/internal/budget/CurrentActing"
import { Limits } from "@kittiwake/core/limits/Limits"
import { Scope as KeyScope } from "@kittiwake/core/organizations/domain/Scope"
import { Ids } from "@kittiwake/core/security/Ids"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Cause, Clock, Context, Effect, Result, Schema, type Scope } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { unhandled } from "effect/Types"
import { Exchange, type ExchangeState, endCallTurn, newExchange } from "../Exchange.ts"
import type { ApiError } from "../errors.ts"
import {
  AuthorizationRepeated,
  CodingUnknown,
  Defect,
  HostMissing,
  MethodNotAllowed,
  NoSuchRoute,
  ShuttingDown
} from "../errors.ts"
import { inBytes } from "../inBytes.ts"
import { isClientGone } from "../isClientGone.ts"
import { pathOf, queryOf } from "../logs/loggedCall.ts"
import { goneStatus, recordCall } from "../logs/recordCall.ts"
import { countCalls } from "../metrics/countCalls.ts"
import { challenge, lacksScope } from "../oauth/challenge.ts"
import { makeBaseOf } from "../oauth/issuer.ts"
import { Replies } from "../Replies.ts"
import { holdUntilSent } from "../requestMemory.ts"
import { isCodingKnown } from "../transferCoding.ts"
import { Authenticator } from "./Authenticator.ts"
import { tooMuch } from "./tooMuch.ts"

const headersOf = ({ requestId, caller, errorCode, limit, zeroRetention }: ExchangeState): Record<string, string> => {
  // Texts of strangers stand in replies: a browser that is led to one takes it for what its type says and nothing else.
  const headers: Record<string, string> = { "x-request-id": requestId, "x-content-type-options": "nosniff" }
  // A reply to a key may hold its owner's secrets.
  if (caller !== null) headers["cache-control"] = "no-store"
  if (zeroRetention && errorCode === null) headers["x-service-zdr"] = "true"
  if (limit === null) return headers
  headers["x-ratelimit-limit"] = String(limit.limit)
  headers["x-ratelimit-remaining"] = String(limit.remaining)
  if (limit.resetAtSeconds !== null) headers["x-ratelimit-reset"] = String(limit.resetAtSeconds)
  if (limit.mode === "concurrency") headers["x-ratelimit-mode"] = "concurrency"
  return headers
}

const isScope = Schema.is(KeyScope)

const isUnmatched = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isFailReason(reason) &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

/**
 * Whether the router reads another path in this address than stands there: it takes a semicolon for the begin of the query,
 * and decodes letters. Who guards paths in front of the server, by their text, must see what the server does.
 */
const isMisread = (path: string): boolean =>
  path.includes(";") || /%(?:2[de]|3\d|4[1-f]|5[0-9af]|6[1-f]|7[0-9ae])/i.test(path)

/** Whether a path of the API ends in a slash, which none of ours does: the router takes what is missing there for an id. */
const isOpenEnded = (path: string): boolean => path.startsWith("/v1/") && path.endsWith("/")

/** Whether a header was sent more than once: Node tells of the first alone. */
const isRepeated = (source: object, name: string): boolean =>
  "rawHeaders" in source &&
  (source.rawHeaders as ReadonlyArray<string>).filter(
    (text, index) => index % 2 === 0 && text.length === name.length && text.toLowerCase() === name
  ).length > 1

/** What is wrong with a head: who stands in front of the server may take another host, caller or end of the body for the one that is meant. */
const wrongHead = ({ headers, source }: HttpServerRequest.HttpServerRequest): ApiError | null => {
  if (!("httpVersion" in source)) return null
  if (!isCodingKnown(headers["transfer-encoding"])) return new CodingUnknown()
  if (headers.host === undefined ? source.httpVersion === "1.1" : isRepeated(source, "host")) return new HostMissing()
  return headers.authorization !== undefined && isRepeated(source, "authorization") ? new AuthorizationRepeated() : null
}

/** How whoever was refused at an operation can be let in; null where that is not the reason. */
const challengeOf = ({ caller, errorCode, reply }: ExchangeState, path: string, base: string): string | null => {
  if (!path.startsWith("/v1/")) return null
  if (errorCode === "UNAUTHORIZED") return challenge(base, "api")
  if (errorCode !== "INSUFFICIENT_PERMISSIONS" || caller?.kind !== "grant") return null
  const scope = reply !== null && "required_permission" in reply ? reply.required_permission : undefined
  return isScope(scope) ? lacksScope(base, "api", scope, caller.scopes) : null
}

type Handler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unhandled,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/**
 * The outermost middleware. `allowedMethods` tells under which methods a path exists.
 *
 * **Details.** A path under `/v1` that no operation has is answered like one: first the key, then the budget, then 404 or
 * 405, so that nobody without a key learns which paths exist. What is longer than any of ours is refused before it is looked for.
 */
export const layer = (allowedMethods: (path: string) => ReadonlyArray<string>) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const ids = yield* Ids
      const limits = yield* Limits
      const { authenticate } = yield* Authenticator
      const { refuse } = yield* Replies
      const record = recordCall(yield* Usage, yield* Wakeups)

      const admitUnknown = Effect.fnUntraced(function* (
        exchange: ExchangeState,
        request: HttpServerRequest.HttpServerRequest
      ) {
        const caller = yield* authenticate(request)
        exchange.caller = caller
        exchange.limit = yield* limits.admit(caller, "default", 1)
      })

      const unmatched = Effect.fnUntraced(function* (
        exchange: ExchangeState,
        request: HttpServerRequest.HttpServerRequest
      ) {
        const path = pathOf(request.url)
        exchange.query = queryOf(request.url)
        const admitted = path.startsWith("/v1/") ? yield* Effect.result(admitUnknown(exchange, request)) : Result.void
        if (Result.isFailure(admitted)) return yield* refuse(exchange, admitted.failure)
        const allowed = allowedMethods(path)
        const isOtherMethod = allowed.length > 0 && !allowed.includes(request.method)
        return yield* refuse(exchange, isOtherMethod ? new MethodNotAllowed({ allowed }) : new NoSuchRoute())
      })

      const broken = (exchange: ExchangeState, cause: Cause.Cause<unknown>, error: ApiError) =>
        Effect.logError("request failed", cause).pipe(
          Effect.annotateLogs({ requestId: exchange.requestId }),
          Effect.andThen(refuse(exchange, error))
        )

      const failed = (
        exchange: ExchangeState,
        request: HttpServerRequest.HttpServerRequest,
        cause: Cause.Cause<unknown>
      ) => {
        if (isUnmatched(cause)) return unmatched(exchange, request)
        return Cause.hasInterruptsOnly(cause)
          ? refuse(exchange, new ShuttingDown())
          : broken(exchange, cause, new Defect())
      }

      const baseOf = yield* makeBaseOf
      const memory = yield* MemoryBudget
      const count = countCalls(yield* Effect.context<never>())

      // Runs with every call, so it is put together without a generator, and of few steps.
      const answer = (handler: Handler, request: HttpServerRequest.HttpServerRequest, clock: Clock.Clock): Handler =>
        Effect.flatMap(ids.uuid, (requestId) => {
          const exchange = newExchange(requestId, clock.currentTimeMillisUnsafe(), memory)
          const send = (made: HttpServerResponse.HttpServerResponse) => {
            const response = holdUntilSent(exchange, request, inBytes(made))
            endCallTurn(exchange, response.body)
            count(exchange, response.status, clock.currentTimeMillisUnsafe())
            const wanted =
              exchange.errorCode === null ? null : challengeOf(exchange, pathOf(request.url), baseOf(request))
            const headers =
              wanted === null ? headersOf(exchange) : { ...headersOf(exchange), "www-authenticate": wanted }
            return Effect.as(record(exchange, request, response), HttpServerResponse.setHeaders(response, headers))
          }
          const abandon = (cause: Cause.Cause<unhandled>) => {
            exchange.lease?.close()
            exchange.callTurn?.leave(null)
            count(exchange, goneStatus, clock.currentTimeMillisUnsafe())
            return Effect.andThen(record(exchange, request, null), Effect.failCause(cause))
          }
          const wrong = wrongHead(request) ?? tooMuch(request.url)
          if (wrong !== null) return Effect.flatMap(refuse(exchange, wrong), send)
          const path = pathOf(request.url)
          if (isMisread(path) || isOpenEnded(path)) return Effect.flatMap(unmatched(exchange, request), send)
          const handling = Effect.provideService(handler, Exchange, exchange)
          return Effect.matchCauseEffect(Effect.provideService(handling, CurrentActing, exchange.acting), {
            onSuccess: send,
            onFailure: (cause) =>
              isClientGone(cause) ? abandon(cause) : Effect.flatMap(failed(exchange, request, cause), send)
          })
        })

      return (handler) =>
        Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) =>
          answer(handler, Context.get(context, HttpServerRequest.HttpServerRequest), Context.get(context, Clock.Clock))
        )
    }),
    { global: true }
  )
