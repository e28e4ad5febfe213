/** Browser profiles. */
import type { Connection } from "../Connection.ts"
import { leaseBounds } from "./leaseBounds.ts"

export interface Place {
  readonly organizationId: string
  readonly id: string
}

/** A profile as a row. */
export interface ProfileInput extends Place {
  readonly description: string | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly sealedSession: Uint8Array | null
  /** Most profiles of the organization. */
  readonly max: number
}

export interface TakeInput extends Place {
  readonly clockMillis: number
  readonly leaseMillis: number
  readonly now: number
}

/** A profile that was taken. */
export interface TakenRow {
  readonly sealedSession: Uint8Array | null
  readonly token: number
}

export interface GivenBack extends Place {
  readonly token: number
  readonly sealedSession: Uint8Array | null
  readonly now: number
}

export interface RenewedSession extends Place {
  readonly sealedSession: Uint8Array
}

/** A profile as it is read. */
export interface ProfileRow {
  readonly id: string
  readonly organizationId: string
  readonly description: string | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** The columns of a `ProfileRow`. */
export const profileColumns =
  "id, organization_id as organizationId, description, created_at as createdAt, last_used_at as lastUsedAt"

const put = (db: Connection, profile: ProfileInput): boolean => {
  const isCounted = db.run(
    `insert into profile_counts as c (organization_id, profiles) select ?1, 1 where ?2 > 0
    on conflict (organization_id) do update set profiles = c.profiles + 1 where c.profiles < ?2`,
    profile.organizationId,
    profile.max
  )
  if (isCounted === 0) return false
  db.run(
    `insert into browser_profiles (id, organization_id, description, created_at, last_used_at, sealed_session)
    values (?, ?, ?, ?, ?, ?)`,
    profile.id,
    profile.organizationId,
    profile.description,
    profile.createdAt,
    profile.lastUsedAt,
    profile.sealedSession
  )
  return true
}

const take = (db: Connection, { clockMillis, id, leaseMillis, now, organizationId }: TakeInput) => {
  const taken = db.get<TakenRow>(
    `update browser_profiles set token = token + 1, lease_until = ?1, last_used_at = max(coalesce(last_used_at, ?2), ?2)
    where id = ?3 and organization_id = ?4 and (lease_until is null or lease_until <= ?5 or lease_until > ?6)
    returning sealed_session as sealedSession, token`,
    clockMillis + leaseMillis,
    now,
    id,
    organizationId,
    ...leaseBounds(clockMillis, leaseMillis)
  )
  if (taken !== undefined) return taken
  const there = "select 1 from browser_profiles where id = ? and organization_id = ?"
  return db.get(there, id, organizationId) === undefined ? null : ("busy" as const)
}

export const profileWrites = {
  /** Adds a profile unless the organization has as many as it may; tells whether it did. */
  "ProfileStore.put": put,

  /** Takes a profile; null when there is none. */
  "ProfileStore.take": take,

  "ProfileStore.giveBack": (db: Connection, { id, now, organizationId, sealedSession, token }: GivenBack): boolean =>
    db.run(
      `update browser_profiles set lease_until = null, sealed_session = coalesce(?1, sealed_session),
        last_used_at = max(coalesce(last_used_at, ?2), ?2)
      where id = ?3 and organization_id = ?4 and token = ?5 and lease_until is not null`,
      sealedSession,
      now,
      id,
      organizationId,
      token
    ) > 0,

  /** Another session; null when there is no such profile. */
  "ProfileStore.renew": (db: Connection, { id, organizationId, sealedSession }: RenewedSession) =>
    db.get<ProfileRow>(
      `update browser_profiles set token = token + 1, lease_until = null, sealed_session = ?
      where id = ? and organization_id = ? returning ${profileColumns}`,
      sealedSession,
      id,
      organizationId
    ) ?? null,

  "ProfileStore.remove": (db: Connection, { id, organizationId }: Place): boolean => {
    const removed = db.run("delete from browser_profiles where id = ? and organization_id = ?", id, organizationId)
    if (removed > 0)
      db.run("update profile_counts set profiles = profiles - 1 where organization_id = ?", organizationId)
    return removed > 0
  }
}
