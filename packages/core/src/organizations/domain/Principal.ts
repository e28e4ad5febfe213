/** Who calls. */
import type { ApiKey } from "./ApiKey.ts"
import type { Organization } from "./Organization.ts"
import type { Scope } from "./Scope.ts"

/** What proves who calls: a key of an organization, the token of a grant that a key signed, or a session of the operator. */
export type PrincipalKind = "key" | "grant" | "operator"

/**
 * Who calls, whatever proved it: limits count for it, logs and the history of usage name it, and doors ask it what it may
 * do.
 *
 * **Details.** Each kind is made by an authenticator of its own. What is particular to one kind (how a token is asked for,
 * who signed a grant) stays at the door where it is used.
 */
export interface Principal {
  readonly kind: PrincipalKind
  /** The id of the key or grant, or `operator`. No two principals share one, of whatever kind. */
  readonly id: string
  /** What it may do; null is everything. */
  readonly scopes: ReadonlyArray<Scope> | null
  /**
   * The id for which limits count it, where that is not its own: a grant counts for who signed it, so that no key gets more out of a plan by
   * signing grants.
   */
  readonly countedFor?: string
  /** For which organization it acts. */
  readonly organization: Organization
  /** Most credits that it may spend in a day of UTC; null is as many as its organization has. */
  readonly dailyCredits: number | null
}

/** Who calls for an organization as the operator of the installation, from whatever browser. */
const operatorId = "operator"

/** For whom limits count a grant: the key that signed it, or the operator. */
export const signerIdOf = ({ keyId }: { readonly keyId: string | null }): string => keyId ?? operatorId

/** For whom limits count what this principal does: with what it signed, or what signed it. */
export const countedFor = ({ countedFor, id }: Pick<Principal, "countedFor" | "id">): string => countedFor ?? id

/**
 * The operator, who acts for an organization: may do everything, and counts as one more key of it, whatever session is used.
 *
 * @internal
 */
export const operatorPrincipal = (organization: Organization): Principal => ({
  kind: "operator",
  id: operatorId,
  scopes: null,
  organization,
  dailyCredits: null
})

/** A key that calls. @internal */
export const keyPrincipal = (key: Pick<ApiKey, "id" | "scopes">, organization: Organization): Principal => ({
  kind: "key",
  id: key.id,
  scopes: key.scopes,
  organization,
  dailyCredits: null
})
