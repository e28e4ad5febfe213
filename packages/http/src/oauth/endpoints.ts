/** What programs ask for without a person: registration, tokens, revocation. */

import { ClientRefused as Refused } from "@kittiwake/core/grants/errors"
import { type ClientRefused, type GivenTokens, Grants } from "@kittiwake/core/grants/Grants"
import { Limits, type RateLimited } from "@kittiwake/core/limits/Limits"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Clock, Duration, Effect, Option, Redacted, Result, type Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { readJson } from "../body.ts"
import { repeated } from "./AuthorizationRequest.ts"
import { addressOf, readForm, withoutRoom } from "./form.ts"
import { anyOrigin, emptyReply, jsonReply, refusedReply, tooManyReply, unavailableReply } from "./replies.ts"

/** Requests a minute from one address; for tokens of those who have none, and of those who have one of a grant. */
const limitsOf = { registration: 20, token: 300, grant: 60 } as const

/** Most bytes that are read of what registers where strangers have registered too much: most clients say a tenth of it. */
const knownMaxBytes = 16_384

type Refusal = ClientRefused | RateLimited | StoreUnavailable

const answered = <R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.catchTags(work, {
    ClientRefused: (error) => Effect.succeed(refusedReply(error)),
    RateLimited: ({ retryAfterSeconds }) => Effect.succeed(tooManyReply(retryAfterSeconds)),
    StoreUnavailable: (error) => Effect.as(Effect.logError("store unavailable", error), unavailableReply)
  })

const tokenReply = ({ accessToken, expiresIn, refreshToken, scopes }: GivenTokens) =>
  jsonReply({
    access_token: Redacted.value(accessToken),
    token_type: "Bearer",
    expires_in: Duration.toSeconds(expiresIn),
    refresh_token: Redacted.value(refreshToken),
    scope: scopes.join(" ")
  })

const invalid = (message: string) => new Refused({ reason: "invalid_request", message })

const kinds: ReadonlyMap<string | null, readonly [kind: "code" | "refresh", field: string]> = new Map([
  ["authorization_code", ["code", "code"]],
  ["refresh_token", ["refresh", "refresh_token"]]
])

const kindIn = (form: URLSearchParams) => kinds.get(form.get("grant_type"))

const once = [
  "grant_type",
  "code",
  "refresh_token",
  "redirect_uri",
  "client_id",
  "client_secret",
  "code_verifier",
  "scope",
  "token"
]

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const grants = yield* Grants
    const limits = yield* Limits

    const fromHere = Effect.map(HttpServerRequest.HttpServerRequest, addressOf)

    const registering = Effect.flatMap(fromHere, (address) =>
      limits.admitStranger("registration", address, limitsOf.registration)
    )

    const unproved = Effect.flatMap(fromHere, (address) => limits.admitTry("token", address, limitsOf.token))

    /**
     * Who has a code or a token is counted with its grant, whatever strangers try from the same address, which may be a proxy's: one that is
     * not renewed in time ends a connection.
     */
    const admitted = Effect.fnUntraced(function* (token: string) {
      const grantId = token === "" ? Option.none() : yield* grants.grantOf(token)
      if (Option.isNone(grantId)) return yield* unproved
      return yield* limits.admitStranger(`token:${grantId.value}`, yield* fromHere, limitsOf.grant)
    })

    /** What a client sends, of which one field is its code or token. */
    const formWith = Effect.fnUntraced(function* (fieldOf: (form: URLSearchParams) => string | undefined) {
      const form = yield* Effect.tapError(readForm, () => unproved)
      yield* admitted(form.get(fieldOf(form) ?? "") ?? "")
      const twice = repeated(form, once)
      if (twice !== null) return yield* invalid(`${twice} is given twice.`)
      return { form, client: yield* grants.provedClient(form.get("client_id") ?? "", form.get("client_secret")) }
    })

    /** A client that registers anew. */
    const registered = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = yield* Effect.mapError(readJson(request), ({ _tag }) =>
        _tag === "TooBusy"
          ? withoutRoom
          : new Refused({ reason: "invalid_client_metadata", message: "Send JSON that describes the client." })
      )
      return yield* grants.register(Object(body))
    })

    /** One that has registered before, whose id is a digest of what it says: nothing is written for it. */
    const knownAlready = (refusal: RateLimited) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* readJson(request, { maxBytes: knownMaxBytes })
        const known = yield* grants.known(Object(body))
        return Option.isSome(known) ? { client: known.value, secret: null } : yield* refusal
      }).pipe(Effect.mapError((error) => (error._tag === "StoreUnavailable" ? error : refusal)))

    const register = Effect.gen(function* () {
      const admitted = yield* Effect.result(registering)
      const { client, secret } = yield* Result.isSuccess(admitted) ? registered : knownAlready(admitted.failure)
      const now = yield* Clock.currentTimeMillis
      return jsonReply(
        {
          client_id: client.id,
          client_id_issued_at: Math.floor(now / 1_000),
          ...(secret === null ? {} : { client_secret: Redacted.value(secret), client_secret_expires_at: 0 }),
          client_name: client.name,
          redirect_uris: client.redirectUris,
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          token_endpoint_auth_method: secret === null ? "none" : "client_secret_post",
          scope: "api.read api.write"
        },
        201
      )
    })

    const token = Effect.gen(function* () {
      const { client, form } = yield* formWith((sent) => kindIn(sent)?.[1])
      const known = kindIn(form)
      if (known === undefined) {
        return yield* new Refused({
          reason: "unsupported_grant_type",
          message: "grant_type must be authorization_code or refresh_token."
        })
      }
      const [kind, field] = known
      const given = form.get(field)
      if (given === null || given === "") return yield* invalid(`${field} is missing.`)
      // A code or token that does not hold is refused as one, however many were: who hears of a limit would try it again.
      const tokens = yield* grants.redeem(kind, {
        client,
        token: given,
        redirectUri: form.get("redirect_uri") ?? undefined,
        verifier: form.get("code_verifier") ?? undefined,
        scope: form.get("scope") ?? undefined,
        resources: form.getAll("resource")
      })
      return tokenReply(tokens)
    })

    const revoke = Effect.gen(function* () {
      const { client, form } = yield* formWith(() => "token")
      const given = form.get("token")
      if (given === null || given === "") return yield* invalid("token is missing.")
      yield* grants.revokeToken(client, given)
      return emptyReply
    })

    const preflight = Effect.succeed(HttpServerResponse.empty({ status: 204, headers: anyOrigin }))
    for (const [path, work] of [
      ["/register", register],
      ["/token", token],
      ["/revoke", revoke]
    ] as const) {
      yield* router.add(
        "POST",
        path,
        answered(
          work as Effect.Effect<
            HttpServerResponse.HttpServerResponse,
            Refusal,
            HttpServerRequest.HttpServerRequest | Scope.Scope
          >
        )
      )
      yield* router.add("OPTIONS", path, preflight)
    }
  })
)
