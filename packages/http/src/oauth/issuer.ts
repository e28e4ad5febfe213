/** Under which address this installation hands out grants, and what they are for. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { ListeningHost, PublicAddress, publicAddress } from "../web/PublicAddress.ts"

/** Where a token is presented: at the operations, or at the interface for assistants. */
export type Place = "api" | "mcp"

/** The addresses that the tokens of a grant can be for (RFC 8707). */
const resourcesOf = (base: string) => ({ all: base, mcp: `${base}/mcp`, api: `${base}/v1` })

/** Most addresses that a client names; all must mean the same. */
const maxResources = 10

/**
 * The address that a client means; null when it is none of ours.
 *
 * **Details.** Scheme and host are taken in either case, as they are everywhere; a path means what its letters say. Without a
 * path a slash changes nothing. Clients of the first version of the protocol name none: theirs is the interface for assistants.
 */
export const resourceOf = (base: string, given: ReadonlyArray<string>): string | null => {
  const { all, api, mcp } = resourcesOf(base)
  if (given.length === 0) return mcp
  if (given.length > maxResources) return null
  const known = new Map([all, api, mcp].map((one) => [new URL(one).href, one] as const))
  const meant = new Set(
    given.map((text) => {
      const url = text.length > 2_000 || text.includes("#") ? null : parseUrl(text)
      return url === null ? null : (known.get(url.href) ?? null)
    })
  )
  const [one] = meant
  return meant.size === 1 && one !== undefined ? one : null
}

/**
 * Whether tokens for a resource are taken at a place.
 *
 * **Details.** What an assistant may do is what operations do, with the same scopes, so tokens for the interface of assistants
 * are taken by operations too (contract/mcp-oauth.md §4). A token for operations alone is not taken there.
 */
export const isFor = (resource: string, base: string, place: Place): boolean => {
  const { all, api, mcp } = resourcesOf(base)
  return base !== "" && (resource === all || resource === mcp || (place === "api" && resource === api))
}

/** The address of this installation as whoever asks knows it; empty when nobody can say. */
export const makeBaseOf = Effect.map(Effect.all([PublicAddress, ListeningHost]), ([named, listensOn]) => {
  const own = { named, listensOn }
  return (request: HttpServerRequest.HttpServerRequest): string => publicAddress(own, request)
})

/** The same, of the request that is being answered. */
export const baseOfRequest = (baseOf: (request: HttpServerRequest.HttpServerRequest) => string) =>
  Effect.map(HttpServerRequest.HttpServerRequest, baseOf)
