/** Puts a new sign-in in the place of one that has ended. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { readSession } from "./createProfile.ts"
import type { BrowserProfileId } from "./domain/BrowserProfile.ts"
import { ProfileNotFound } from "./errors.ts"
import { ProfileStore } from "./ProfileStore.ts"
import { sealSession } from "./withProfile.ts"

/** Keeps another session under the same id, so that whatever uses the profile goes on: a monitor keeps what it compares with. */
export const renewProfile = Effect.fn("Web.renewProfile")(function* (
  organizationId: OrganizationId,
  id: BrowserProfileId,
  session: unknown
) {
  const sealed = yield* Effect.flatMap(readSession(session), sealSession)
  const renewed = yield* (yield* ProfileStore).renew(organizationId, id, sealed)
  return Option.isSome(renewed) ? renewed.value : yield* new ProfileNotFound()
})
