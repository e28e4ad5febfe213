/** Where browser profiles live. */
import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BrowserProfile, BrowserProfileId } from "./domain/BrowserProfile.ts"

/** A profile in somebody's use; the token proves it. */
export interface TakenProfile {
  readonly sealedSession: Uint8Array | null
  readonly token: number
}

/**
 * Keeps browser profiles with their sealed sessions.
 *
 * **Contract** (every adapter passes `testing/profileStoreSuite.ts`)
 *
 * - A session is kept as it comes: sealed. The store never sees what is inside.
 * - A profile of another organization reads as absent.
 * - One user at a time: a profile that is in use is taken by nobody else until it is given back or its lease ends, by
 *   the store's clock. What its former user gives back after somebody else took it changes nothing.
 * - However many put at once, an organization never has more profiles than `max`.
 * - A renewed profile has the new session and is free, whoever used it: what its former user gives back changes nothing.
 */
export class ProfileStore extends Context.Service<
  ProfileStore,
  {
    /** Adds a profile unless the organization has `max`; tells whether it did. */
    readonly put: (
      profile: BrowserProfile,
      sealedSession: Uint8Array | null,
      max: number
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** Profiles of an organization, newest first. */
    readonly list: (
      organizationId: OrganizationId,
      slice: Slice
    ) => Effect.Effect<ReadonlyArray<BrowserProfile>, StoreUnavailable>

    /** Takes the profile for the length of a lease; none when it does not exist, `"busy"` when somebody uses it. */
    readonly take: (
      organizationId: OrganizationId,
      id: BrowserProfileId,
      options: { readonly now: DateTime.Utc; readonly lease: Duration.Duration }
    ) => Effect.Effect<Option.Option<"busy" | TakenProfile>, StoreUnavailable>

    /**
     * Gives a taken profile back with what its session has become; null keeps the session as it was. Tells whether it
     * was still taken under this token.
     */
    readonly giveBack: (
      organizationId: OrganizationId,
      id: BrowserProfileId,
      options: { readonly token: number; readonly sealedSession: Uint8Array | null; readonly now: DateTime.Utc }
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** Puts another session in the place of the profile's; what the profile is then, or none when it does not exist. */
    readonly renew: (
      organizationId: OrganizationId,
      id: BrowserProfileId,
      sealedSession: Uint8Array
    ) => Effect.Effect<Option.Option<BrowserProfile>, StoreUnavailable>

    /** Removes the profile; tells whether it was there. */
    readonly remove: (organizationId: OrganizationId, id: BrowserProfileId) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/profiles/ProfileStore") {}
