/** Where organizations and their keys live. */
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
 * Keeps organizations and keys.
 *
 * **Contract** (every adapter passes `testing/organizationStoreSuite.ts`)
 *
 * - `createFirst` succeeds for one caller only, however many start at once; the organization, its key and its first
 *   grant of credits appear together. The cause of that grant is the organization's id.
 * - A key is found by its digest, whether or not it is revoked.
 */
export class OrganizationStore extends Context.Service<OrganizationStore, {
  /** Creates the organization with its key and its first credits unless any organization exists; tells whether it did. */
  readonly createFirst: (first: KeyAndOwner & { readonly credits: number; readonly entryId: string }) => Effect.Effect<boolean, StoreUnavailable>

  /** Stores an organization under its id, replacing what was there. */
  readonly put: (organization: Organization) => Effect.Effect<void, StoreUnavailable>

  /** All organizations, oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<Organization>, StoreUnavailable>

  /** Stores a key under its id, replacing what was there. */
  readonly putKey: (key: ApiKey) => Effect.Effect<void, StoreUnavailable>

  /** The key with this digest and its organization. */
  readonly findKey: (digest: string) => Effect.Effect<Option.Option<KeyAndOwner>, StoreUnavailable>

  /** Keys of an organization, oldest first, revoked ones included. */
  readonly listKeys: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>

  /**
   * Revokes a key of an organization; the key as it is then, or none when the organization has no such key. A key that
   * was revoked before keeps its moment.
   */
  readonly revokeKey: (
    organizationId: OrganizationId,
    keyId: ApiKeyId,
    at: ApiKey["createdAt"]
  ) => Effect.Effect<Option.Option<ApiKey>, StoreUnavailable>
}>()("@kittiwake/core/organizations/OrganizationStore") {}
