/** Makes a grant out of what a person consented to. */
import { DateTime, Effect } from "effect"
import type { ApiKeyId } from "../organizations/domain/ApiKey.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Client } from "./domain/Client.ts"
import { type Grant, type GrantId, lifetimes, maxOpenGrants } from "./domain/Grant.ts"
import type { GrantScope } from "./domain/GrantScope.ts"
import { ClientRefused, GrantLimitReached } from "./errors.ts"
import { GrantStore } from "./GrantStore.ts"
import { mintToken } from "./redeemToken.ts"

/** What a person consented to. */
export interface Consent {
  /** The same consent twice is one grant. */
  readonly id: GrantId
  readonly organizationId: OrganizationId
  /** Null when the operator consented. */
  readonly keyId: ApiKeyId | null
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<GrantScope>
  readonly resource: string
  readonly challenge: string
  readonly dailyCredits: number | null
}

/** Stores the grant; gives the code for it. */
export const signGrant = Effect.fn("signGrant")(function* (consent: Consent) {
  const { challenge, client, ...signed } = consent
  const now = yield* DateTime.now
  const code = yield* mintToken({ kind: "code", grantId: consent.id, scopes: consent.scopes, challenge }, now)
  const grant: Grant = {
    ...signed,
    clientId: client.id,
    clientName: client.name,
    clientHost: client.host,
    createdAt: now,
    lastUsedAt: null,
    endsAt: DateTime.addDuration(now, lifetimes.code),
    revokedAt: null
  }
  const signing = yield* (yield* GrantStore).sign(grant, code.token, maxOpenGrants)
  switch (signing) {
    case "known":
      return yield* new ClientRefused({ reason: "invalid_request", message: "This was answered already." })
    case "full":
      return yield* new GrantLimitReached({ limit: maxOpenGrants })
    case "signed":
      return { grant, code: code.secret }
  }
})
