/** What a client asks a person for: read from the address that it sent them to. */
import type { Client } from "@kittiwake/core/grants/domain/Client"
import { isChallenge } from "@kittiwake/core/grants/domain/Grant"
import { type GrantScope, readGrantScopes } from "@kittiwake/core/grants/domain/GrantScope"
import { isRegistered, redirectUriProblem } from "@kittiwake/core/grants/domain/RedirectUri"
import { resourceOf } from "./issuer.ts"

/** A request that can be put before a person. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: ReadonlyArray<GrantScope>
  readonly resource: string
  readonly challenge: string
}

/** Why it cannot. Without an address to send the answer to, a person is told alone; else the client may learn of it. */
export type Unaskable =
  | { readonly to: "person"; readonly message: string }
  | {
      readonly to: "client"
      readonly redirectUri: string
      readonly state: string | null
      readonly error: string
      readonly message: string
    }

/** Longest state that is carried along. */
const stateMaxLength = 4_000

const single = [
  ...["client_id", "redirect_uri", "response_type", "state", "scope", "code_challenge", "code_challenge_method"],
  ...["prompt", "request", "request_uri", "response_mode"]
]

/** A parameter that is given twice; null when none is. */
export const repeated = (given: URLSearchParams, names: ReadonlyArray<string> = single): string | null =>
  names.find((name) => given.getAll(name).length > 1) ?? null

/** Among the words of `prompt`: that no page be shown. */
const asksNobody = /(?:^| )none(?: |$)/

const toPerson = (message: string): Unaskable => ({ to: "person", message })

/** Where the answer goes: it must be known before anything else is told to anybody. */
const redirectOf = (given: URLSearchParams, client: Client): Unaskable | string => {
  const [only] = client.redirectUris
  const wanted = given.get("redirect_uri") ?? (client.redirectUris.length === 1 ? only : undefined)
  if (wanted === undefined) return toPerson("The program did not say where to send you back to (redirect_uri).")
  if (isRegistered(client.redirectUris, wanted)) return wanted
  // It may have been registered when other schemes were taken.
  const problem = client.redirectUris.includes(wanted) ? redirectUriProblem(wanted) : null
  return toPerson(
    problem === null
      ? "The address to send you back to (redirect_uri) is not one that the program registered."
      : `The address to send you back to (redirect_uri) leads nowhere from here: it ${problem}.`
  )
}

/** Reads what a client asks for, once it is known who it is. */
export const readRequest = (given: URLSearchParams, client: Client, base: string): AuthorizationRequest | Unaskable => {
  const redirectUri = redirectOf(given, client)
  if (typeof redirectUri !== "string") return redirectUri
  const state = given.get("state")
  if ((state ?? "").length > stateMaxLength) return toPerson(`state is longer than ${stateMaxLength} characters.`)
  const refuse = (error: string, message: string): Unaskable => ({ to: "client", redirectUri, state, error, message })
  const twice = repeated(given)
  if (twice !== null) return refuse("invalid_request", `${twice} is given twice.`)
  if (given.has("request")) return refuse("request_not_supported", "request is not supported.")
  if (given.has("request_uri")) return refuse("request_uri_not_supported", "request_uri is not supported.")
  if (given.get("response_type") !== "code") return refuse("unsupported_response_type", "response_type must be code.")
  if (!["query", null].includes(given.get("response_mode"))) {
    return refuse("invalid_request", "response_mode must be query.")
  }
  const challenge = given.get("code_challenge")
  if (given.get("code_challenge_method") !== "S256") {
    return refuse("invalid_request", "code_challenge_method must be S256.")
  }
  if (!isChallenge(challenge)) return refuse("invalid_request", "code_challenge must be 43 characters of Base64url.")
  const resource = resourceOf(base, given.getAll("resource"))
  if (resource === null) return refuse("invalid_target", "resource is none of this installation.")
  const scopes = readGrantScopes(given.get("scope"))
  if (scopes === null) return refuse("invalid_scope", "scope must name api.read or api.write.")
  if (asksNobody.test(given.get("prompt") ?? "")) {
    return refuse("interaction_required", "A person must consent.")
  }
  return { client, redirectUri, state, scopes, resource, challenge }
}

/** Where a person is sent with the answer. */
export const answerAddress = (
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  base: string,
  answer: Readonly<Record<string, string>>
): string => {
  const parameters = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: base })
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`
}
