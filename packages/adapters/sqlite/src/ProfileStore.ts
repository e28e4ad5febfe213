import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type BrowserProfile, BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { ownBytes } from "@kittiwake/storage/ownBytes"
import { storableText } from "@kittiwake/storage/storable"
import { Duration, Effect, Layer, Option } from "effect"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf, millisOrNull, momentOf, momentOrNull } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { Sqlite } from "./Sqlite.ts"
import { type ProfileRow, profileColumns } from "./writes/profiles.ts"

const list = `
  select ${profileColumns}
  from browser_profiles ${newestFirst("created_at", "id", ["organization_id = ?"])}`

const toProfile = (row: ProfileRow): BrowserProfile => ({
  id: BrowserProfileId.make(row.id),
  organizationId: OrganizationId.make(row.organizationId),
  description: row.description,
  createdAt: momentOf(row.createdAt),
  lastUsedAt: momentOrNull(row.lastUsedAt)
})

/** A session in memory of its own; what it was a part of stays here. */
const sendable = (session: Uint8Array | null) => (session === null ? null : ownBytes(session))

/** `ProfileStore` on SQLite. */
export const layer: Layer.Layer<ProfileStore, never, Sqlite> = Layer.effect(
  ProfileStore,
  Effect.map(Effect.all([Sqlite, LeaseClock]), ([{ read, write }, leaseNow]) =>
    ProfileStore.of({
      put: ({ createdAt, description, id, lastUsedAt, organizationId }, sealedSession, max) =>
        write("ProfileStore.put", {
          id,
          organizationId,
          description: description === null ? null : storableText(description),
          createdAt: millisOf(createdAt),
          lastUsedAt: millisOrNull(lastUsedAt),
          sealedSession: sendable(sealedSession),
          max
        }),

      list: (organizationId, slice) =>
        read("ProfileStore.list", (db) =>
          db.all<ProfileRow>(list, organizationId, ...sliceValues(sliceRow(slice))).map(toProfile)
        ),

      take: (organizationId, id, { lease, now }) =>
        Effect.flatMap(leaseNow, (clockMillis) =>
          write("ProfileStore.take", {
            organizationId,
            id,
            clockMillis,
            leaseMillis: Math.trunc(Duration.toMillis(lease)),
            now: millisOf(now)
          })
        ).pipe(Effect.map(Option.fromNullOr)),

      giveBack: (organizationId, id, { now, sealedSession, token }) =>
        write("ProfileStore.giveBack", {
          organizationId,
          id,
          token,
          sealedSession: sendable(sealedSession),
          now: millisOf(now)
        }),

      renew: (organizationId, id, sealedSession) =>
        Effect.map(write("ProfileStore.renew", { organizationId, id, sealedSession: ownBytes(sealedSession) }), (row) =>
          Option.map(Option.fromNullOr(row), toProfile)
        ),

      remove: (organizationId, id) => write("ProfileStore.remove", { organizationId, id })
    })
  )
)
