import { BrowserProfile } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileStore, type TakenProfile } from "@kittiwake/core/profiles/ProfileStore"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { LeaseClock } from "./LeaseClock.ts"
import { isFree } from "./leaseEnds.ts"
import { newestFirst } from "./slices.ts"
import { orUnavailable } from "./storeFailure.ts"

const columns = `id, organization_id as "organizationId", description, created_at as "createdAt",
  last_used_at as "lastUsedAt"`

const toProfile = Schema.decodeUnknownSync(Schema.toCodecJson(BrowserProfile))

interface TakenRow {
  readonly token: number | null
  readonly session: Uint8Array | null
}

/** `ProfileStore` on Postgres. */
export const layer: Layer.Layer<ProfileStore, never, SqlClient.SqlClient> = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leaseNow = yield* LeaseClock

    return ProfileStore.of({
      put: Effect.fn("ProfileStore.put")(function* (profile, sealedSession, max) {
        // The count's row makes those who put for one organization follow each other, without counting its profiles.
        const put = yield* sql`
          with counted as (
            insert into profile_counts as c (organization_id, profiles)
            select ${profile.organizationId}::text, 1 where ${max}::integer > 0
            on conflict (organization_id) do update set profiles = c.profiles + 1 where c.profiles < ${max}::integer
            returning organization_id
          )
          insert into browser_profiles (id, organization_id, description, created_at, last_used_at, sealed_session)
          select ${profile.id}::text, organization_id, ${profile.description}::text, ${profile.createdAt}::timestamptz,
            ${profile.lastUsedAt}::timestamptz, ${sealedSession}::bytea
          from counted
          returning id`
        return put.length > 0
      }, orUnavailable("ProfileStore.put")),

      list: Effect.fn("ProfileStore.list")(function* (organizationId, slice) {
        const rows = yield* sql`
          select ${sql.literal(columns)} from browser_profiles
          ${newestFirst(sql, "created_at", "id", slice, [sql`organization_id = ${organizationId}`])}`
        return rows.map((row) => toProfile(row))
      }, orUnavailable("ProfileStore.list")),

      take: Effect.fn("ProfileStore.take")(function* (organizationId, id, { lease, now }) {
        const [row] = yield* sql<TakenRow>`
          with clock as materialized (select coalesce(${yield* leaseNow}::timestamptz, clock_timestamp()) as at),
          taken as (
            update browser_profiles p set token = p.token + 1,
              lease_until = clock.at + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond',
              last_used_at = greatest(p.last_used_at, ${now}::timestamptz)
            from clock
            where p.id = ${id} and p.organization_id = ${organizationId}
              and ${isFree(sql, "p.lease_until", sql`clock.at`, lease)}
            returning p.id, p.token, p.sealed_session
          )
          select t.token, t.sealed_session as session
          from browser_profiles p left join taken t on t.id = p.id
          where p.id = ${id} and p.organization_id = ${organizationId}`
        if (row === undefined) return Option.none()
        if (row.token === null) return Option.some("busy" as const)
        return Option.some({ sealedSession: row.session, token: row.token } satisfies TakenProfile)
      }, orUnavailable("ProfileStore.take")),

      giveBack: Effect.fn("ProfileStore.giveBack")(function* (organizationId, id, { now, sealedSession, token }) {
        const given = yield* sql`
          update browser_profiles set lease_until = null,
            sealed_session = coalesce(${sealedSession}::bytea, sealed_session),
            last_used_at = greatest(last_used_at, ${now}::timestamptz)
          where id = ${id} and organization_id = ${organizationId} and token = ${token} and lease_until is not null
          returning 1`
        return given.length > 0
      }, orUnavailable("ProfileStore.giveBack")),

      renew: Effect.fn("ProfileStore.renew")(function* (organizationId, id, sealedSession) {
        const [row] = yield* sql`
          update browser_profiles set token = token + 1, lease_until = null, sealed_session = ${sealedSession}::bytea
          where id = ${id} and organization_id = ${organizationId} returning ${sql.literal(columns)}`
        return row === undefined ? Option.none() : Option.some(toProfile(row))
      }, orUnavailable("ProfileStore.renew")),

      remove: Effect.fn("ProfileStore.remove")(function* (organizationId, id) {
        const removed = yield* sql`
          with gone as (
            delete from browser_profiles where id = ${id} and organization_id = ${organizationId} returning organization_id
          )
          update profile_counts c set profiles = c.profiles - 1 from gone where c.organization_id = gone.organization_id
          returning 1`
        return removed.length > 0
      }, orUnavailable("ProfileStore.remove"))
    })
  })
)
