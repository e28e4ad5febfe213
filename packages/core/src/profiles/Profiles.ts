/**
 * All a caller may do with browser profiles: sessions that somebody signed in with, kept sealed.
 *
 * A session is never told again. Pages are seen with one through `withProfile`, which lends it to one rendering at a time
 * and keeps what became of it.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { Sealer } from "../security/Sealer.ts"
import { createProfile, type NewProfile } from "./createProfile.ts"
import type { BrowserProfile, BrowserProfileId } from "./domain/BrowserProfile.ts"
import type { ProfileLimitReached, ProfileNotFound, ProfileSessionTooLarge, ProfileUnusable } from "./errors.ts"
import { listProfiles } from "./listProfiles.ts"
import type { ProfileStore } from "./ProfileStore.ts"
import { removeProfile } from "./removeProfile.ts"
import { renewProfile } from "./renewProfile.ts"

export type { NewProfile } from "./createProfile.ts"

export class Profiles extends Context.Service<
  Profiles,
  {
    /** Keeps a browser profile with the session it is given, if any. */
    readonly create: (
      organizationId: OrganizationId,
      profile: NewProfile
    ) => Effect.Effect<
      BrowserProfile,
      ProfileLimitReached | ProfileSessionTooLarge | ProfileUnusable | StoreUnavailable
    >

    /** Profiles of an organization, newest first. */
    readonly list: (
      organizationId: OrganizationId,
      page: PageRequest
    ) => Effect.Effect<Page<BrowserProfile>, InvalidCursor | StoreUnavailable>

    /** Puts another session in the place of a profile's, which keeps its id. */
    readonly renew: (
      organizationId: OrganizationId,
      id: BrowserProfileId,
      session: unknown
    ) => Effect.Effect<BrowserProfile, ProfileNotFound | ProfileSessionTooLarge | ProfileUnusable | StoreUnavailable>

    /** Forgets a profile and its session. */
    readonly remove: (
      organizationId: OrganizationId,
      id: BrowserProfileId
    ) => Effect.Effect<void, ProfileNotFound | StoreUnavailable>
  }
>()("@kittiwake/core/profiles/Profiles") {
  static readonly layer = Layer.effect(
    Profiles,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<Cursors | Ids | ProfileStore | Sealer>())
      return Profiles.of({
        create: bound(createProfile),
        list: bound(listProfiles),
        renew: bound(renewProfile),
        remove: bound(removeProfile)
      })
    })
  )
}
