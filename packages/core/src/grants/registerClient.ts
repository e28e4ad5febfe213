/** Takes in clients that register themselves (RFC 7591), sloppy and repeated as they come. */
import { DateTime, Duration, Effect, Option, Redacted } from "effect"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { ClientStore } from "./ClientStore.ts"
import { type Client, clientName, redirectUrisProblem } from "./domain/Client.ts"
import { ClientRefused } from "./errors.ts"

/** Most clients that are kept; those that nobody granted anything make room. */
export const clientsMax = 10_000

/** How long one is kept to which nobody granted anything, since it registered last. */
export const unusedClientsKept = Duration.days(30)

/** What a client says of itself; whatever else it says is not looked at. */
export interface Registration {
  readonly redirect_uris?: unknown
  readonly client_name?: unknown
  readonly token_endpoint_auth_method?: unknown
}

/** A client that registered, with its secret, which is shown only now; null when it has none. */
export interface RegisteredClient {
  readonly client: Client
  readonly secret: Redacted.Redacted | null
}

/** What a client said of itself, as it is kept; its id is a digest of that. */
const describedIn = Effect.fnUntraced(function* (registration: Registration) {
  const problem = redirectUrisProblem(registration.redirect_uris)
  if (problem !== null) {
    const isUri = problem.startsWith("redirect_uris[")
    return yield* new ClientRefused({
      reason: isUri ? "invalid_redirect_uri" : "invalid_client_metadata",
      message: problem
    })
  }
  const redirectUris = [...new Set(registration.redirect_uris as ReadonlyArray<string>)]
  const name = clientName(registration.client_name) || "An unnamed program"
  const { digest } = yield* Signer
  const id = `client_${(yield* digest(JSON.stringify([name, redirectUris]))).slice(0, 32)}`
  return { id, name, redirectUris, secretDigest: null, host: null } satisfies Client as Client
})

const wantsSecret = (registration: Registration): boolean =>
  registration.token_endpoint_auth_method === "client_secret_post"

/** The client that a registration would store again; none where it is not stored, or would be another each time. */
export const knownClient = Effect.fn("knownClient")(function* (registration: Registration) {
  const { id } = yield* describedIn(registration)
  return wantsSecret(registration) ? Option.none<Client>() : yield* (yield* ClientStore).get(id)
})

/**
 * Stores a client.
 *
 * **Details.** The id of a client without a secret is a digest of what it said, so a client that registers each time it
 * starts is one client, and comes back as the same after it made room for others. Grants and methods that we do not offer are
 * not refused: the reply says what there is.
 */
export const registerClient = Effect.fn("registerClient")(function* (registration: Registration) {
  const described = yield* describedIn(registration)
  const { digest } = yield* Signer
  const ids = yield* Ids
  const secret = wantsSecret(registration) ? Redacted.make(`kws_${yield* ids.token("base62", 43)}`) : null
  const client: Client =
    secret === null
      ? described
      : { ...described, id: yield* ids.next("client"), secretDigest: yield* digest(Redacted.value(secret)) }
  if (!(yield* (yield* ClientStore).put(client, yield* DateTime.now, clientsMax))) {
    return yield* new ClientRefused({
      reason: "temporarily_unavailable",
      message: "This installation keeps no more clients. Its operator can revoke grants to make room."
    })
  }
  return { client, secret } satisfies RegisteredClient as RegisteredClient
})
