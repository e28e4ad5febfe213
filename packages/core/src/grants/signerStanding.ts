/** Whether a grant still has somebody behind it. */
import { Effect } from "effect"
import type { Organization } from "../organizations/domain/Organization.ts"
import type { Scope } from "../organizations/domain/Scope.ts"
import { Organizations } from "../organizations/Organizations.ts"
import type { Grant } from "./domain/Grant.ts"

/** Who signed a grant, as they stand now. */
export interface SignerStanding {
  /** Null when it is gone. */
  readonly organization: Organization | null
  /** What the key that signed may do; null is everything. */
  readonly scopes: ReadonlyArray<Scope> | null
  /** Whether organization and key are there, and the key was not revoked. */
  readonly stands: boolean
}

const gone: SignerStanding = { organization: null, scopes: [], stands: false }

export const signerStanding = Effect.fnUntraced(function* ({ keyId, organizationId }: Grant) {
  const organizations = yield* Organizations
  const organization = yield* Effect.catchTag(organizations.get(organizationId), "OrganizationNotFound", () =>
    Effect.succeed(null)
  )
  if (organization === null) return gone
  if (keyId === null) return { organization, scopes: null, stands: true } satisfies SignerStanding
  const key = (yield* organizations.listKeys(organizationId)).find(({ id }) => id === keyId)
  if (key === undefined || key.revokedAt !== null) return { ...gone, organization }
  return { organization, scopes: key.scopes, stands: true } satisfies SignerStanding
})
