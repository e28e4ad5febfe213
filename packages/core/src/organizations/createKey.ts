/** Makes keys. */
import { DateTime, Effect, Redacted } from "effect"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { type ApiKey, ApiKeyId, apiKeyPrefix, apiKeyRandomLength } from "./domain/ApiKey.ts"
import type { OrganizationId } from "./domain/Organization.ts"
import type { Scope } from "./domain/Scope.ts"

/** A key that was just made, with the secret that is shown only now. */
export interface NewKey {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted
}

/** What a key that is wanted may do, and for whom. */
export interface KeyRequest {
  readonly organizationId: OrganizationId
  readonly name: string
  readonly scopes: ReadonlyArray<Scope> | null
}

/** A secret that nobody can guess. */
export const mintSecret = Effect.gen(function* () {
  return `${apiKeyPrefix}${yield* (yield* Ids).token("base62", apiKeyRandomLength)}`
})

/** The record of a key with this secret. */
export const keyRecordOf = Effect.fnUntraced(function* (request: KeyRequest, secret: string) {
  const key: ApiKey = {
    id: ApiKeyId.make(yield* (yield* Ids).next("key")),
    organizationId: request.organizationId,
    name: request.name,
    digest: yield* (yield* Signer).digest(secret),
    last4: secret.slice(-4),
    scopes: request.scopes,
    createdAt: yield* DateTime.now,
    revokedAt: null
  }
  return key
})

/** Makes and stores a key of an organization. */
export const createKey = Effect.fn("createKey")(function* (request: KeyRequest) {
  const secret = yield* mintSecret
  const key = yield* keyRecordOf(request, secret)
  yield* (yield* ApiKeyStore).put(key)
  return { key, secret: Redacted.make(secret) } satisfies NewKey
})
