import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { isHeld } from "../leaseHorizon.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import { ProfileStore } from "../profiles/ProfileStore.ts"
import { Database, type ProfileRow } from "./Database.ts"
import { sliceOf } from "./sliceOf.ts"

const noteUse = (row: ProfileRow, now: DateTime.Utc) => {
  const { lastUsedAt } = row.profile
  row.profile = { ...row.profile, lastUsedAt: lastUsedAt === null ? now : DateTime.max(lastUsedAt, now) }
}

/** `ProfileStore` in memory. */
export const layer: Layer.Layer<ProfileStore, never, Database> = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const { profiles } = yield* Database

    const profilesOf = (organizationId: OrganizationId) =>
      [...profiles.values()].flatMap(({ profile }) => (profile.organizationId === organizationId ? [profile] : []))

    const rowFor = (organizationId: OrganizationId, id: BrowserProfileId): ProfileRow | undefined => {
      const row = profiles.get(id)
      return row?.profile.organizationId === organizationId ? row : undefined
    }

    return ProfileStore.of({
      put: (profile, sealedSession, max) =>
        Effect.sync(() => {
          if (profilesOf(profile.organizationId).length >= max) return false
          profiles.set(profile.id, { profile, sealedSession, token: 0, leaseEndMillis: null })
          return true
        }),

      list: (organizationId, slice) =>
        Effect.sync(() =>
          sliceOf(profilesOf(organizationId), slice, {
            shown: () => true,
            position: ({ createdAt, id }) => ({ at: createdAt, id })
          })
        ),

      take: (organizationId, id, { lease, now }) =>
        Effect.map(Clock.currentTimeMillis, (clockMillis) => {
          const row = rowFor(organizationId, id)
          if (row === undefined) return Option.none()
          if (row.leaseEndMillis !== null && isHeld(row.leaseEndMillis, clockMillis, Duration.toMillis(lease)))
            return Option.some("busy" as const)
          row.token += 1
          row.leaseEndMillis = clockMillis + Duration.toMillis(lease)
          noteUse(row, now)
          return Option.some({ sealedSession: row.sealedSession, token: row.token })
        }),

      giveBack: (organizationId, id, { now, sealedSession, token }) =>
        Effect.sync(() => {
          const row = rowFor(organizationId, id)
          if (row === undefined || row.leaseEndMillis === null || row.token !== token) return false
          row.leaseEndMillis = null
          row.sealedSession = sealedSession ?? row.sealedSession
          noteUse(row, now)
          return true
        }),

      renew: (organizationId, id, sealedSession) =>
        Effect.sync(() => {
          const row = rowFor(organizationId, id)
          if (row === undefined) return Option.none()
          row.token += 1
          row.leaseEndMillis = null
          row.sealedSession = sealedSession
          return Option.some(row.profile)
        }),

      remove: (organizationId, id) => Effect.sync(() => rowFor(organizationId, id) !== undefined && profiles.delete(id))
    })
  })
)
