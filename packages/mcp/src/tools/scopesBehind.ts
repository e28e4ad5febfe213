/** What a key may do, by the tools that a server lists for it. */
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { catalogue } from "./catalogue.ts"
import { neededFor } from "./described.ts"

/** The scopes of which a tool is listed that needs no other. */
export const scopesBehind = (listed: ReadonlySet<string>, scopes: ReadonlyArray<Scope>): ReadonlyArray<Scope> => {
  const proven = new Set(
    catalogue
      .filter(({ name }) => listed.has(name))
      .flatMap((tool) => {
        const needed = neededFor(tool)
        return needed?.length === 1 ? needed : []
      })
  )
  return scopes.filter((scope) => proven.has(scope))
}
