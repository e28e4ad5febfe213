/** What a refusal tells a client about how to be let in (RFC 6750, RFC 9728). */
import { grantScopeFor } from "@kittiwake/core/grants/domain/GrantScope"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import type { Place } from "./issuer.ts"

/** Where the document about a place stands. */
export const metadataOf = (base: string, place: Place): string =>
  `${base}/.well-known/oauth-protected-resource${place === "mcp" ? "/mcp" : "/v1"}`

/** A value of `WWW-Authenticate`. Nothing that a caller wrote goes into it. */
export const challenge = (base: string, place: Place, parameters: Readonly<Record<string, string>> = {}): string => {
  const all = Object.entries({ ...parameters, ...(base === "" ? {} : { resource_metadata: metadataOf(base, place) }) })
  return all.length === 0 ? "Bearer" : `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(", ")}`
}

/**
 * What a call lacks that was let in: all that would have to be granted. Clients ask for just that, so what is granted already
 * is told again, or they would lose it.
 */
export const lacksScope = (base: string, place: Place, scope: Scope, held: ReadonlyArray<Scope> | null): string => {
  const isRead = [scope, ...(held ?? [])].every((one) => grantScopeFor(one) === "api.read")
  return challenge(base, place, { error: "insufficient_scope", scope: isRead ? "api.read" : "api.read api.write" })
}
