/** What a key may do (contract/auth-errors-limits.md §1). */
import { Schema } from "effect"

export const Scope = Schema.Literals([
  "logs:read",
  "data:execute",
  "monitors:read",
  "monitors:write",
  "batches:read",
  "batches:write"
])
export type Scope = typeof Scope.Type

/** All six scopes, in the order of the contract. @internal */
export const allScopes: ReadonlyArray<Scope> = Scope.literals

/** Whether scopes that were granted cover `wanted`; a write scope also grants the read scope of its group. @internal */
export const covers = (granted: ReadonlyArray<Scope> | null, wanted: Scope): boolean =>
  granted === null ||
  granted.includes(wanted) ||
  (wanted.endsWith(":read") && granted.includes(wanted.replace(":read", ":write") as Scope))
