/** Signs browsers in and out, and shows who is. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { organizationRecord } from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import { countersBy } from "@kittiwake/core/internal/counters"
import { type LimitReport, Limits, type RateLimited } from "@kittiwake/core/limits/Limits"
import { ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { SessionId } from "@kittiwake/core/sessions/domain/Session"
import { sessionRecord } from "@kittiwake/core/sessions/domain/SessionRecord"
import { type OpenedSession, type SessionCaller, Sessions, type SignsInFrom } from "@kittiwake/core/sessions/Sessions"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { decodeBody, readJson } from "../body.ts"
import { Exchange, type ExchangeState } from "../Exchange.ts"
import { type ApiError, CrossSiteRefused, SessionOver } from "../errors.ts"
import { addressOf } from "../oauth/form.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { ListeningHost, PublicAddress } from "../web/PublicAddress.ts"
import { comesFromHere, isOwnOrigin } from "../web/sameOrigin.ts"
import { SessionsApi, type SignedIn, SignInBody } from "./api.ts"
import { SessionCallers } from "./SessionCallers.ts"
import { giveCookie, takeCookie } from "./SessionCookie.ts"
import { signInsAMinute } from "./signInsAMinute.ts"

const decodeSignIn = decodeBody(SignInBody)

const oneOfBoth = new InvalidInput({
  field: "",
  message: "Send either key, which is an API key or the operator's token, or link, and nothing else."
})

/** Errors with which nobody learns that what they sent proves nothing. */
const saysNothingOfSecret: ReadonlySet<ApiError["_tag"]> = new Set([
  "OrganizationDisabled",
  "RateLimited",
  "StoreUnavailable",
  "TooBusy"
])

const unkept = { "cache-control": "no-store" } as const

type Request = HttpServerRequest.HttpServerRequest

/** A session that was opened, and what with. */
interface Opened {
  readonly by: "key" | "token" | "link"
  readonly found: OpenedSession
}

const signedIn = ({ requestId }: ExchangeState, { session, signer }: SessionCaller | OpenedSession): SignedIn => ({
  session: sessionRecord(session),
  organization: signer === null ? null : organizationRecord(signer.organization),
  scopes: signer?.scopes ?? null,
  request_id: requestId
})

const signing = HttpApiBuilder.group(
  SessionsApi,
  "session",
  Effect.fn(function* (handlers) {
    const callers = yield* SessionCallers
    const limits = yield* Limits
    const sessions = yield* Sessions
    const { refuse } = yield* Replies
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const opened = countersBy({
      name: "kittiwake_sessions_opened_total",
      description: "Browsers that signed in, by what with.",
      label: "by",
      values: ["key", "token", "link", "refused"]
    })
    yield* opened.begin

    const opening = Effect.fnUntraced(function* (request: Request, exchange: ExchangeState) {
      if (!comesFromHere(request, isOwnOrigin(own, request))) return yield* new CrossSiteRefused({ lacks: null })
      const address = addressOf(request)
      const counted = (admitting: Effect.Effect<LimitReport, RateLimited>) =>
        Effect.map(admitting, (report) => {
          exchange.limit = report
        })
      // Who has a key is counted with it, whatever strangers try from the same address, which may be a proxy's. A link works once.
      const opens = Effect.fnUntraced(function* (): Effect.fn.Return<Opened, ApiError> {
        const { key, link } = yield* Effect.flatMap(readJson(request, { isSecret: true }), decodeSignIn)
        const from: SignsInFrom = { userAgent: request.headers["user-agent"] ?? null, address }
        if ((key === undefined) === (link === undefined)) return yield* oneOfBoth
        if (link !== undefined) return { by: "link", found: yield* sessions.enter(link, from) }
        const secret = (key ?? "").trim()
        const signer = yield* sessions.whoSigns(secret)
        yield* counted(limits.admitStranger(`sign-in:${signer?.id ?? "operator"}`, address, signInsAMinute))
        return { by: signer === null ? "token" : "key", found: yield* sessions.signIn(secret, from) }
      })
      const { by, found } = yield* Effect.tapError(opens(), ({ _tag }) =>
        Effect.andThen(
          opened.count("refused"),
          saysNothingOfSecret.has(_tag) ? Effect.void : counted(limits.admitTry("sign-in", address, signInsAMinute))
        )
      )
      const { session, signer } = found
      yield* opened.count(by)
      yield* Effect.logInfo("session.opened").pipe(
        Effect.annotateLogs({
          requestId: exchange.requestId,
          sessionId: session.id,
          ...(signer === null ? {} : { organizationId: signer.organization.id, keyId: signer.id })
        })
      )
      return HttpServerResponse.jsonUnsafe(signedIn(exchange, found), {
        headers: { ...unkept, "set-cookie": giveCookie(own, request, Redacted.value(found.secret)) }
      })
    })

    /** The answer of `work`, or the envelope of its error, which takes the cookie where it is worth nothing any more. */
    const answered = Effect.fnUntraced(function* (
      work: (
        request: Request,
        exchange: ExchangeState
      ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError>
    ) {
      const [exchange, request] = [yield* Exchange, yield* HttpServerRequest.HttpServerRequest]
      return yield* Effect.catch(work(request, exchange), (error) =>
        Effect.map(refuse(exchange, error), (response) =>
          HttpServerResponse.setHeaders(response, {
            ...unkept,
            ...(error._tag === "SessionOver" ? { "set-cookie": takeCookie(request) } : {})
          })
        )
      )
    })

    const current = (request: Request) =>
      Effect.flatMap(callers.find(request), (caller) =>
        caller === null ? Effect.fail(new SessionOver()) : Effect.succeed(caller)
      )

    return handlers
      .handleRaw("signIn", () =>
        answered((request, exchange) => Effect.scoped(opening(request, exchange)) as ReturnType<typeof opening>)
      )
      .handleAll({
        current: () =>
          answered((request, exchange) =>
            Effect.map(current(request), (caller) =>
              HttpServerResponse.jsonUnsafe(signedIn(exchange, caller), { headers: unkept })
            )
          ),
        signOut: () =>
          answered(
            Effect.fnUntraced(function* (request: Request, { requestId }: ExchangeState) {
              const { session } = yield* current(request)
              const owner = { organizationId: session.organizationId, keyId: session.keyId }
              // Ended elsewhere in the meantime, it is ended all the same.
              yield* Effect.catchTag(sessions.end(owner, session.id), "SessionNotFound", () => Effect.void)
              yield* callers.forget(session.id)
              yield* Effect.logInfo("session.ended").pipe(Effect.annotateLogs({ requestId, sessionId: session.id }))
              return HttpServerResponse.empty({
                status: 204,
                headers: { ...unkept, "set-cookie": takeCookie(request) }
              })
            })
          )
      })
  })
)

/** All sessions of the organization for whoever may do everything, else those of its own key. */
const ownerOf = ({ id, organization, scopes }: Principal) => ({
  organizationId: organization.id,
  keyId: scopes === null ? null : ApiKeyId.make(id)
})

const ofOrganization = HttpApiBuilder.group(
  SessionsApi,
  "organizationSessions",
  Effect.fn(function* (handlers) {
    const { forget } = yield* SessionCallers
    const sessions = yield* Sessions
    const { answer } = yield* Replies
    return handlers.handleAll({
      list: ({ query }) =>
        answer((caller) =>
          Effect.map(sessions.page(ownerOf(caller), pageRequest(query)), (page) => pageRecord(page, sessionRecord))
        ),
      end: ({ params }) =>
        answer((caller) =>
          sessions.end(ownerOf(caller), SessionId.make(params.session_id)).pipe(
            Effect.tap(({ id }) => forget(id)),
            Effect.map(sessionRecord)
          )
        )
    })
  })
)

export const layer = Layer.merge(signing, ofOrganization)
