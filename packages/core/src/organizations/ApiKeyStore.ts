/** Where keys live. */
import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ApiKey, ApiKeyId } from "./domain/ApiKey.ts"
import type { Organization, OrganizationId } from "./domain/Organization.ts"

/** A key with the organization it belongs to. */
export interface KeyAndOwner {
  readonly key: ApiKey
  readonly organization: Organization
}

/**
 * Keeps the keys of organizations.
 *
 * **Contract** (every adapter passes `testing/apiKeyStoreSuite.ts`)
 *
 * - A key is found by its digest, whether or not it is revoked.
 */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** Stores a key under its id, replacing what was there. */
    readonly put: (key: ApiKey) => Effect.Effect<void, StoreUnavailable>

    /** The key with this digest and its organization. */
    readonly find: (digest: string) => Effect.Effect<Option.Option<KeyAndOwner>, StoreUnavailable>

    /** Keys of an organization, oldest first, revoked ones included. */
    readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>

    /**
     * Revokes a key of an organization; the key as it is then, or none when the organization has no such key. A key that
     * was revoked before keeps its moment.
     */
    readonly revoke: (
      organizationId: OrganizationId,
      keyId: ApiKeyId,
      at: ApiKey["createdAt"]
    ) => Effect.Effect<Option.Option<ApiKey>, StoreUnavailable>
  }
>()("@kittiwake/core/organizations/ApiKeyStore") {}
