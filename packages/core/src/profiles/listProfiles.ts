/** Which browser profiles there are. */
import { Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import { type PageRequest, wholePart } from "../paging/domain/Page.ts"
import { ProfileStore } from "./ProfileStore.ts"

/** Profiles of an organization, newest first. */
export const listProfiles = Effect.fn("Web.listProfiles")(function* (
  organizationId: OrganizationId,
  page: PageRequest
) {
  const store = yield* ProfileStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "profiles", filter: {} },
    ...page,
    read: (slice) => Effect.map(store.list(organizationId, slice), wholePart),
    position: (profile) => ({ at: profile.createdAt, id: profile.id })
  })
})
