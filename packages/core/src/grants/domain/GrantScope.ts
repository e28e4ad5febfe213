/** What a person grants to a client, in two words, and what they mean for the API (contract/mcp-oauth.md §4). */
import { Schema } from "effect"
import { covers, type Scope } from "../../organizations/domain/Scope.ts"

export const GrantScope = Schema.Literals(["api.read", "api.write"])
export type GrantScope = typeof GrantScope.Type

/** Both, in the order of the contract. */
export const grantScopes: ReadonlyArray<GrantScope> = GrantScope.literals

/** What is asked for where a client names nothing. */
export const defaultGrantScopes: ReadonlyArray<GrantScope> = ["api.read"]

const meaning: { readonly [S in GrantScope]: ReadonlyArray<Scope> } = {
  "api.read": ["data:execute", "logs:read", "monitors:read", "batches:read"],
  "api.write": ["monitors:write", "batches:write", "monitors:read", "batches:read"]
}

/** The scopes of the API that these give, as far as the key that signed has them itself. @internal */
export const scopesGranted = (
  granted: ReadonlyArray<GrantScope>,
  ofKey: ReadonlyArray<Scope> | null
): ReadonlyArray<Scope> => [
  ...new Set(granted.flatMap((scope) => meaning[scope]).filter((scope) => covers(ofKey, scope)))
]

/** The grant scope that gives a scope of the API. @internal */
export const grantScopeFor = (scope: Scope): GrantScope =>
  meaning["api.read"].includes(scope) ? "api.read" : "api.write"

/** The scopes of a text with spaces between them; those that are none of ours fall away. Null for a text that asks for nothing we have. */
export const readGrantScopes = (text: string | null | undefined): ReadonlyArray<GrantScope> | null => {
  const words = ` ${text ?? ""} `
  if (/^ *$/.test(words)) return defaultGrantScopes
  // Looked for and not taken apart: whoever has no key may send as much as fits into an address.
  const known = grantScopes.filter((scope) => words.includes(` ${scope} `))
  return known.length === 0 ? null : known
}

/** Those of the scopes of which a key with these has anything to give. */
export const grantable = (
  wanted: ReadonlyArray<GrantScope>,
  ofKey: ReadonlyArray<Scope> | null
): ReadonlyArray<GrantScope> => wanted.filter((scope) => scopesGranted([scope], ofKey).length > 0)
