/** Where organizations live. */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { KeyAndOwner } from "./ApiKeyStore.ts"
import type { Organization, OrganizationId } from "./domain/Organization.ts"

/** An organization as it was read; the revision rises with every write to it. */
export interface StoredOrganization {
  readonly organization: Organization
  readonly revision: number
}

/** The organization was changed since it was read. Nothing was written; read it again. */
export class OrganizationOutdated extends Schema.TaggedError<OrganizationOutdated>()("OrganizationOutdated", {}) {}

/**
 * Keeps organizations.
 *
 * **Contract** (every adapter passes `testing/organizationStoreSuite.ts`)
 *
 * - `createFirst` succeeds for one caller only, however many start at once.
 * - An organization, its key and the credits of its first month (`supply` at its creation) appear together.
 * - An update that was decided on an older revision writes nothing.
 * - Whatever was written makes the organization's credits due for a look (`BillingLedger.due`).
 */
export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    /** Creates the organization with its key and first credits unless any organization exists; tells whether it did. */
    readonly createFirst: (first: KeyAndOwner) => Effect.Effect<boolean, StoreUnavailable>

    /** Creates an organization with its first credits unless its id is taken; tells whether it did. */
    readonly create: (organization: Organization) => Effect.Effect<boolean, StoreUnavailable>

    /** Stores an organization under its id, replacing what was there. */
    readonly put: (organization: Organization) => Effect.Effect<void, StoreUnavailable>

    /** Replaces the organization that was read. */
    readonly update: (
      stored: StoredOrganization,
      next: Organization
    ) => Effect.Effect<void, OrganizationOutdated | StoreUnavailable>

    /** The organization with this id. */
    readonly get: (organizationId: OrganizationId) => Effect.Effect<Option.Option<StoredOrganization>, StoreUnavailable>

    /** Organizations, newest first. */
    readonly list: (slice: Slice) => Effect.Effect<ReadonlyArray<Organization>, StoreUnavailable>
  }
>()("@kittiwake/core/organizations/OrganizationStore") {}
