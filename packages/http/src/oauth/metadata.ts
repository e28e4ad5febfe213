/** What programs read first: who hands out grants, and for what (RFC 8414, RFC 9728). */
import { grantScopes } from "@kittiwake/core/grants/domain/GrantScope"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { pathOf } from "../logs/loggedCall.ts"
import { makeBaseOf, type Place } from "./issuer.ts"
import { anyOrigin, jsonReply } from "./replies.ts"

/** Paths of these documents; what follows them is looked at below. */
export const metadataPaths = {
  server: "/.well-known/oauth-authorization-server",
  openid: "/.well-known/openid-configuration",
  resource: "/.well-known/oauth-protected-resource"
} as const

const serverDocument = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  registration_endpoint: `${base}/register`,
  revocation_endpoint: `${base}/revoke`,
  scopes_supported: grantScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
  revocation_endpoint_auth_methods_supported: ["none", "client_secret_post"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true
})

const resourceNames: { readonly [P in Place | "all"]: string } = {
  all: "Kittiwake",
  api: "Kittiwake API",
  mcp: "Kittiwake for assistants"
}

const resourceDocument = (base: string, place: Place | "all") => ({
  resource: place === "all" ? base : `${base}/${place === "mcp" ? "mcp" : "v1"}`,
  resource_name: resourceNames[place],
  authorization_servers: [base],
  scopes_supported: grantScopes,
  bearer_methods_supported: ["header"]
})

const noAddress = jsonReply(
  {
    error: "invalid_request",
    error_description: "This server does not know its own address. Its operator sets KITTIWAKE_PUBLIC_URL."
  },
  404
)

/** What follows the well-known part: nothing, the path of the installation, and then a place. */
const placeIn = (suffix: string, base: string): Place | "all" | null => {
  const { pathname } = new URL(base)
  const own = pathname === "/" ? "" : pathname
  const rest = suffix.startsWith(own) ? suffix.slice(own.length) : suffix
  if (rest === "" || rest === "/") return "all"
  if (rest === "/mcp") return "mcp"
  return rest === "/v1" ? "api" : null
}

/** The documents, with and without what RFC 8414 §3.1 puts behind them. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const baseOf = yield* makeBaseOf
    const answer = (prefix: string, make: (base: string, place: Place | "all") => object) =>
      Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
        const base = baseOf(request)
        if (base === "") return noAddress
        const place = placeIn(pathOf(request.url).slice(prefix.length), base)
        return place === null
          ? jsonReply({ error: "not_found", error_description: "There is no such document." }, 404)
          : jsonReply(make(base, place), 200, { "cache-control": "public, max-age=300" })
      })
    const preflight = Effect.succeed(HttpServerResponse.empty({ status: 204, headers: anyOrigin }))
    // A path with a star behind it is its own beginning, too.
    for (const [path, make] of [
      [metadataPaths.server, serverDocument],
      [metadataPaths.openid, serverDocument],
      [metadataPaths.resource, resourceDocument]
    ] as const) {
      yield* router.add("GET", `${path}/*`, answer(path, make))
      yield* router.add("OPTIONS", `${path}/*`, preflight)
    }
  })
)
