/** Ends keys. */
import { DateTime, Effect, Option } from "effect"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import type { ApiKeyId } from "./domain/ApiKey.ts"
import type { OrganizationId } from "./domain/Organization.ts"
import { KeyNotFound } from "./errors.ts"

/** Revokes a key of an organization. */
export const revokeKey = Effect.fn("revokeKey")(function* (organizationId: OrganizationId, keyId: ApiKeyId) {
  const revoked = yield* (yield* ApiKeyStore).revoke(organizationId, keyId, yield* DateTime.now)
  return Option.isSome(revoked) ? revoked.value : yield* new KeyNotFound()
})
