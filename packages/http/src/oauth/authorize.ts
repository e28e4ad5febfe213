/**
 * Where a person signs in and consents, in two pages.
 *
 * **Details.** Nothing is sent to an address that was not compared with those of the client, and no program learns anything
 * before a person has answered; one on the person's own machine also learns at once that its request was wrong.
 */
import { type ConsentForm, ConsentForms, type SignedIn } from "@kittiwake/core/grants/ConsentForms"
import type { Asker } from "@kittiwake/core/grants/domain/Client"
import { dailyCreditLimits, GrantId } from "@kittiwake/core/grants/domain/Grant"
import { type GrantScope, grantable } from "@kittiwake/core/grants/domain/GrantScope"
import { isLoopback, isRegistered } from "@kittiwake/core/grants/domain/RedirectUri"
import type { ClientRefused, GrantLimitReached } from "@kittiwake/core/grants/errors"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Limits, type RateLimited } from "@kittiwake/core/limits/Limits"
import { ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { Effect, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { countedAs } from "../Connections.ts"
import { cookieNamed } from "../cookieNamed.ts"
import { SessionCallers } from "../sessions/SessionCallers.ts"
import { signInsAMinute } from "../sessions/signInsAMinute.ts"
import { comesFromHere } from "../web/sameOrigin.ts"
import { type AuthorizationRequest, answerAddress, readRequest, type Unaskable } from "./AuthorizationRequest.ts"
import { addressOf, readForm } from "./form.ts"
import { makeBaseOf } from "./issuer.ts"
import { consentPage, type Granting, problemPage, signInPage, wayBack } from "./pages.ts"
import { makePageReply } from "./replies.ts"

/**
 * Requests a minute from one address, which may be a proxy's. They keep nobody from signing in: a page that a known client sends to is counted
 * nowhere, since it costs what any page does, nor is a form of ours or a key that works. Few documents are looked for at once, in turns.
 */
const limitsOf = { pages: 120, "client-documents": 20, "sign-in": signInsAMinute } as const

/** Organizations among which the operator chooses. */
const organizationsShown = 200

/** Longest id that an organization can have. */
const organizationIdLength = 64

const beginAgain = "Go back to the program that sent you here and connect again."

const cookieName = (base: string) => (base.startsWith("https://") ? "__Host-kittiwake-consent" : "kittiwake-consent")

const cookieOf = (base: string, mark: string, maxAgeSeconds: number): string =>
  `${cookieName(base)}=${mark}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${base.startsWith("https://") ? "; Secure" : ""}`

/** What a form may lead to after it was answered: browsers look at where an answer sends them, too. */
const destinationOf = (redirectUri: string): string => {
  const url = new URL(redirectUri)
  return url.protocol === "https:" || url.protocol === "http:" ? url.origin : url.protocol
}

/** A budget as it was typed: null is none, undefined is no number that it can be. */
const creditsIn = (text: string): number | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  const credits = Number(trimmed)
  const isFit =
    /^\d{1,10}$/.test(trimmed) && credits >= dailyCreditLimits.minimum && credits <= dailyCreditLimits.maximum
  return isFit ? credits : undefined
}

/** Whoever signed in, for an organization or as the operator. */
const askerIn = (organizationId: string | null): Asker => ({ owner: organizationId ?? "operator", isStranger: false })

type Refusal = ClientRefused | GrantLimitReached | RateLimited | StoreUnavailable

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const forms = yield* ConsentForms
    const grants = yield* Grants
    const limits = yield* Limits
    const organizations = yield* Organizations
    const sessions = yield* Sessions
    const callers = yield* SessionCallers
    const baseOf = yield* makeBaseOf
    const pageReply = yield* makePageReply

    const problem = (message: string, todo = beginAgain, status = 400, way = "") =>
      pageReply(problemPage("This did not work", message, todo, way), { status })

    const noAddress = problem(
      "This server does not know the address under which it is reached.",
      "Its operator sets KITTIWAKE_PUBLIC_URL to that address and starts it again.",
      404
    )

    const answered = <R>(work: Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal, R>) =>
      Effect.catchTags(work, {
        ClientRefused: ({ message, reason }) =>
          Effect.succeed(
            reason === "temporarily_unavailable" ? problem(message, "Try again in a moment.", 503) : problem(message)
          ),
        GrantLimitReached: ({ limit }) =>
          Effect.succeed(
            problem(
              `The organization has all of its ${limit} grants.`,
              "End some that are not used any more: kittiwake grant list shows them, and kittiwake grant revoke ends one.",
              403
            )
          ),
        RateLimited: () => Effect.succeed(problem("Too many tried at once.", "Wait a minute, then try again.", 429)),
        StoreUnavailable: (error) =>
          Effect.as(
            Effect.logError("store unavailable", error),
            problem("The server could not answer just now.", "Try again in a moment.", 503)
          )
      })

    const sendBack = (
      base: string,
      to: Pick<AuthorizationRequest, "redirectUri" | "state">,
      answer: Record<string, string>
    ) =>
      HttpServerResponse.empty({
        status: 303,
        headers: {
          location: answerAddress(to, base, answer),
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "set-cookie": cookieOf(base, "", 0)
        }
      })

    /** A stranger's link must lead nobody on by itself (RFC 9700 §4.11.2): where another machine, or a program, would be asked, a person decides. */
    const unaskable = (base: string, why: Unaskable) => {
      if (why.to === "person") return problem(why.message)
      const answer = { error: why.error, error_description: why.message }
      if (isLoopback(why.redirectUri)) return sendBack(base, why, answer)
      const way = wayBack(why.redirectUri, answerAddress(why, base, answer))
      return problem(`The program asked for something wrong: ${why.message}`, beginAgain, 400, way)
    }

    const stranger = (request: HttpServerRequest.HttpServerRequest): Asker => ({
      owner: countedAs(addressOf(request)),
      isStranger: true
    })

    /** Nobody who has a session is a stranger: whatever strangers ask for, they get on. */
    const askerOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const caller = yield* Effect.orElseSucceed(callers.find(request), () => null)
      return caller === null ? stranger(request) : askerIn(caller.signer?.organization.id ?? null)
    })

    /** Admits who asked for a page with nothing that is known here. */
    const unproved = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      limits.admitTry("pages", addressOf(request), limitsOf.pages)
    )

    /** Who the client is. Only where another server has to be asked does that draw on anything. */
    const clientOf = Effect.fnUntraced(function* (id: string) {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!(yield* grants.asksElsewhere(id))) return yield* grants.client(id, stranger(request))
      const asker = yield* askerOf(request)
      if (asker.isStranger) {
        yield* limits.admitTry("client-documents", addressOf(request), limitsOf["client-documents"])
      }
      return yield* grants.client(id, asker)
    })

    const carried = Effect.fnUntraced(function* (base: string, asked: AuthorizationRequest, signedIn: SignedIn | null) {
      const { client, ...rest } = asked
      const { mark, token } = yield* forms.carry({ clientId: client.id, ...rest, signedIn })
      return { token, cookie: cookieOf(base, mark, 600) }
    })

    const askKey = Effect.fnUntraced(function* (base: string, asked: AuthorizationRequest, wrong: string | null) {
      const { cookie, token } = yield* carried(base, asked, null)
      return pageReply(signInPage(asked, token, wrong), { cookie, status: wrong === null ? 200 : 401 })
    })

    const show = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const base = baseOf(request)
      if (base === "") return noAddress
      const start = request.url.indexOf("?")
      const given = new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1))
      if (given.getAll("client_id").length !== 1 || given.getAll("redirect_uri").length > 1) {
        yield* unproved
        return problem("The program did not say who it is, or where to send you back to.")
      }
      const client = yield* Effect.tapErrorTag(clientOf(given.get("client_id")!), "ClientRefused", () => unproved)
      const asked = readRequest(given, client, base)
      return "to" in asked ? unaskable(base, asked) : yield* askKey(base, asked, null)
    })

    /** What whoever signed in has to give. */
    const grantingOf = Effect.fnUntraced(function* (asked: AuthorizationRequest, { keyId, organizationId }: SignedIn) {
      if (organizationId === null) {
        const all = yield* organizations.slice({ limit: organizationsShown + 1, after: null })
        return {
          organizations: all.slice(0, organizationsShown),
          hasMore: all.length > organizationsShown,
          grantable: asked.scopes
        } satisfies Granting as Granting
      }
      const id = OrganizationId.make(organizationId)
      const organization = yield* Effect.catchTag(organizations.get(id), "OrganizationNotFound", () =>
        Effect.succeed(null)
      )
      const key = (yield* organizations.listKeys(id)).find((one) => one.id === keyId)
      if (organization === null || key === undefined || key.revokedAt !== null) {
        return { organizations: [], hasMore: false, grantable: [] } satisfies Granting as Granting
      }
      return {
        organizations: [organization],
        hasMore: false,
        grantable: grantable(asked.scopes, key.scopes)
      } satisfies Granting as Granting
    })

    const askConsent = Effect.fnUntraced(function* (
      base: string,
      asked: AuthorizationRequest,
      signedIn: SignedIn,
      wrong: string | null
    ) {
      const granting = yield* grantingOf(asked, signedIn)
      if (granting.organizations.length === 0 || granting.grantable.length === 0) {
        return problem(
          "This key has nothing of what the program asks for.",
          "Connect again and use a key that may do more: kittiwake key list shows what each may.",
          403
        )
      }
      const { cookie, token } = yield* carried(base, asked, signedIn)
      return pageReply(consentPage(asked, granting, token, wrong), {
        cookie,
        to: destinationOf(asked.redirectUri),
        status: wrong === null ? 200 : 400
      })
    })

    /** Who has this secret: a key, the operator, or nobody. */
    const whoHas = Effect.fnUntraced(function* (secret: string) {
      const grantId = yield* grants.newId
      return yield* sessions.whoSigns(secret).pipe(
        Effect.map(
          (signer): SignedIn => ({
            grantId,
            keyId: signer?.id ?? null,
            organizationId: signer?.organization.id ?? null
          })
        ),
        Effect.catchTags({
          Unauthorized: () => Effect.succeed(null),
          OrganizationDisabled: () => Effect.succeed(null)
        })
      )
    })

    const signIn = Effect.fnUntraced(function* (base: string, asked: AuthorizationRequest, form: URLSearchParams) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const secret = (form.get("key") ?? "").trim()
      const signedIn = yield* whoHas(secret)
      if (signedIn !== null) return yield* askConsent(base, asked, signedIn, null)
      yield* limits.admitTry("sign-in", addressOf(request), limitsOf["sign-in"])
      return yield* askKey(base, asked, "That is no key of this installation that works. Try again.")
    })

    /** The organization that the operator chose: one whose id was typed, or one of the list. */
    const chosenIn = Effect.fnUntraced(function* (form: URLSearchParams) {
      const typed = (form.get("organization_id") ?? "").trim()
      const id = typed === "" ? (form.get("organization") ?? "") : typed
      if (id === "" || id.length > organizationIdLength) return null
      return yield* Effect.catchTag(organizations.get(OrganizationId.make(id)), "OrganizationNotFound", () =>
        Effect.succeed(null)
      )
    })

    const allow = Effect.fnUntraced(function* (
      base: string,
      asked: AuthorizationRequest,
      signedIn: SignedIn,
      form: URLSearchParams
    ) {
      const granting = yield* grantingOf(asked, signedIn)
      const chosen = new Set(form.getAll("scope"))
      const scopes: ReadonlyArray<GrantScope> = granting.grantable.filter((scope) => chosen.has(scope))
      if (scopes.length === 0)
        return yield* askConsent(base, asked, signedIn, "Choose at least one thing that it may do.")
      const dailyCredits = creditsIn(form.get("credits") ?? "")
      if (dailyCredits === undefined) {
        return yield* askConsent(base, asked, signedIn, "Most credits a day is a whole number from 1 on, or empty.")
      }
      const organization =
        signedIn.organizationId === null ? yield* chosenIn(form) : (granting.organizations[0] ?? null)
      if (organization === null) {
        return yield* askConsent(base, asked, signedIn, "Choose an organization, or give the id of one that there is.")
      }
      const { challenge, client, redirectUri, resource } = asked
      const { code } = yield* grants.sign({
        id: GrantId.make(signedIn.grantId),
        organizationId: OrganizationId.make(organization.id),
        keyId: signedIn.keyId === null ? null : ApiKeyId.make(signedIn.keyId),
        ...{ client, redirectUri, scopes, resource, challenge, dailyCredits }
      })
      return sendBack(base, asked, { code: Redacted.value(code) })
    })

    const opened = Effect.fnUntraced(function* (base: string, form: URLSearchParams) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const mark = cookieNamed(cookieName(base))(request) ?? ""
      // Browsers say where a form comes from; what says nothing is bound by its mark all the same.
      const isOwn = (origin: string) => origin === new URL(base).origin
      if (!comesFromHere(request, isOwn) || mark === "") return Option.none<ConsentForm>()
      return yield* forms.open(form.get("request") ?? "", mark)
    })

    const take = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const base = baseOf(request)
      if (base === "") return noAddress
      const form = yield* Effect.tapError(readForm, () => unproved)
      const found = yield* opened(base, form)
      if (Option.isNone(found)) {
        yield* unproved
        return problem("This page is too old, was answered already, or was opened in another browser.", beginAgain, 403)
      }
      const { clientId, signedIn, ...rest } = found.value
      // Who the program is may have changed since the page was shown: its document, or its registration.
      const client = yield* grants.client(
        clientId,
        signedIn === null ? stranger(request) : askerIn(signedIn.organizationId)
      )
      if (!isRegistered(client.redirectUris, rest.redirectUri)) {
        return problem("The program no longer names the address that you would be sent back to.")
      }
      const asked: AuthorizationRequest = { client, ...rest }
      const step = form.get("step")
      if (signedIn === null) return yield* signIn(base, asked, form)
      if (step === "deny") {
        return sendBack(base, asked, { error: "access_denied", error_description: "The person did not allow it." })
      }
      return step === "allow" ? yield* allow(base, asked, signedIn, form) : problem("Nothing was chosen.")
    })

    yield* router.add("GET", "/authorize", answered(show))
    yield* router.add("POST", "/authorize", answered(take))
  })
)
