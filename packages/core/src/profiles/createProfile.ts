/** Keeps a session that somebody signed in with, sealed (contract/org-logs.md, browser profiles). */
import { DateTime, Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { type BrowserProfile, BrowserProfileId, maxProfileSessionBytes, maxProfiles } from "./domain/BrowserProfile.ts"
import { BrowserSession } from "./domain/BrowserSession.ts"
import { ProfileLimitReached, ProfileSessionTooLarge, ProfileUnusable } from "./errors.ts"
import { ProfileStore } from "./ProfileStore.ts"
import { sealSession } from "./withProfile.ts"

export interface NewProfile {
  readonly description: string | null
  /** What Playwright's `storageState` gave; null for a profile without a session. */
  readonly session: unknown
}

const decodeSession = Schema.decodeUnknownEffect(BrowserSession)

/** A session as somebody hands it in, once it is known to be one. */
export const readSession = Effect.fnUntraced(function* (session: unknown) {
  if (new TextEncoder().encode(JSON.stringify(session)).length > maxProfileSessionBytes) {
    return yield* new ProfileSessionTooLarge({ maxBytes: maxProfileSessionBytes })
  }
  return yield* decodeSession(session).pipe(
    Effect.mapError(
      () =>
        new ProfileUnusable({
          reason: "invalid_session",
          message: "The session must have cookies and origins, as Playwright's storageState writes them."
        })
    )
  )
})

/** Keeps a profile. */
export const createProfile = Effect.fn("Web.createProfile")(function* (
  organizationId: OrganizationId,
  { description, session }: NewProfile
) {
  const sealed = session === null ? null : yield* Effect.flatMap(readSession(session), sealSession)
  const profile: BrowserProfile = {
    id: BrowserProfileId.make(yield* (yield* Ids).next("prof")),
    organizationId,
    description,
    createdAt: yield* DateTime.now,
    lastUsedAt: null
  }
  const isKept = yield* (yield* ProfileStore).put(profile, sealed, maxProfiles)
  return isKept ? profile : yield* new ProfileLimitReached({ limit: maxProfiles })
})
