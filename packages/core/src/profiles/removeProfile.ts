/** Forgets a browser profile. */
import { Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { BrowserProfileId } from "./domain/BrowserProfile.ts"
import { ProfileNotFound } from "./errors.ts"
import { ProfileStore } from "./ProfileStore.ts"

/** Forgets a profile and its session. */
export const removeProfile = Effect.fn("Web.removeProfile")(function* (
  organizationId: OrganizationId,
  id: BrowserProfileId
) {
  const wasThere = yield* (yield* ProfileStore).remove(organizationId, id)
  if (!wasThere) return yield* new ProfileNotFound()
})
