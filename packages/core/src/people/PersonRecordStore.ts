/** Where the people that organizations imported are kept. */
import { Context, type DateTime, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ImportedRecord } from "./domain/ImportedRecord.ts"

/** A person that an organization brought. */
export interface ImportedPerson {
  /** What it is known by: the digest of its strongest key. The same again takes its place. */
  readonly id: string
  /** Digests of all its keys, its id among them. */
  readonly keys: ReadonlyArray<string>
  readonly record: ImportedRecord
  readonly importedAt: DateTime.Utc
}

/** What became of people that were put. */
export interface PutPeople {
  /** Those that were not there before. */
  readonly added: number
  /** Those that took the place of what was there. */
  readonly replaced: number
  /** Those that asked to be forgotten: nothing of them was kept. */
  readonly forgotten: number
  /** Those for whom there is no room. */
  readonly refused: number
}

/**
 * Keeps people of organizations.
 *
 * **Contract** (every adapter passes `testing/personRecordStoreSuite.ts`)
 *
 * - An organization finds its own people and no other's.
 * - Nobody is kept who has a key that was forgotten (`SuppressionStore`), also when both come at the same moment.
 * - All that are put together are put, or none of them; of two with the same id the later counts.
 * - An organization has no more than the most that is given with `put`; who is there already is replaced all the same.
 */
export class PersonRecordStore extends Context.Service<
  PersonRecordStore,
  {
    readonly put: (
      organizationId: OrganizationId,
      people: ReadonlyArray<ImportedPerson>,
      most: number
    ) => Effect.Effect<PutPeople, StoreUnavailable>

    /** Those that have any of the keys, first those that have more of them, then by their ids. */
    readonly find: (
      organizationId: OrganizationId,
      keys: ReadonlyArray<string>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ImportedPerson>, StoreUnavailable>

    /** By their ids, those after the one that is given. Their keys are not looked up: they are empty. */
    readonly list: (
      organizationId: OrganizationId,
      slice: { readonly after: string | null; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<ImportedPerson>, StoreUnavailable>

    readonly count: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** Drops up to so many of an organization; fewer means that none is left. */
    readonly clear: (organizationId: OrganizationId, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/people/PersonRecordStore") {}
