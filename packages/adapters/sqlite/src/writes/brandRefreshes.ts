/** Profiles of brands that are to be read again. */
import { isTurn, mostTries } from "@kittiwake/core/internal/brands/domain/refreshing"
import type { Connection } from "../Connection.ts"
import { movePictures, type PictureTimesRow } from "./brands.ts"
import { leaseBounds } from "./leaseBounds.ts"

/** A turn, in milliseconds; an empty language is that in which the site is written. */
export interface TurnRow {
  readonly now: number
  readonly before: number
  readonly every: number
  /** The moment by which leases end. */
  readonly clock: number
  /** As long as a lease is, where one is to be given. */
  readonly lease?: number
}

export interface RefreshClaimRow {
  readonly domain: string
  readonly language: string
  readonly failures: number
  readonly token: number
}

export interface RefreshOutcomeRow extends Omit<RefreshClaimRow, "failures"> {
  readonly read: (PictureTimesRow & { readonly profile: string; readonly readAt: number }) | null
  readonly agesFrom: number
  readonly failures: number
}

/** The profile whose turn it is. */
export const nextRefresh = (
  db: Connection,
  { before, clock, every, lease, now }: TurnRow
): RefreshClaimRow | undefined => {
  const turn = db.get<{ readonly takenAt: number }>("select taken_at as takenAt from brand_refresh_turns where id = 1")
  if (!isTurn(turn?.takenAt ?? null, now, every)) return undefined
  for (let tries = 0; tries < mostTries; tries++) {
    const found = db.get<RefreshClaimRow>(
      `select domain, language, failures, token from brand_profiles
      where tries = ? and ages_from <= ? and (lease_until is null or lease_until <= ? or lease_until > ?) order by ages_from limit 1`,
      ...[tries, before, ...leaseBounds(clock, lease)]
    )
    if (found !== undefined) return found
  }
  return undefined
}

export const brandRefreshWrites = {
  "BrandRefreshStore.claim": (db: Connection, turn: TurnRow & { readonly lease: number }): RefreshClaimRow | null => {
    const found = nextRefresh(db, turn)
    if (found === undefined) return null
    db.run(
      `insert into brand_refresh_turns (id, taken_at) values (1, ?)
      on conflict do update set taken_at = excluded.taken_at`,
      turn.now
    )
    db.run(
      `update brand_profiles set tries = tries + 1, token = token + 1, lease_until = ?
      where domain = ? and language = ?`,
      ...[turn.clock + turn.lease, found.domain, found.language]
    )
    return { ...found, token: found.token + 1 }
  },

  "BrandRefreshStore.record": (db: Connection, outcome: RefreshOutcomeRow): boolean => {
    const { agesFrom, domain, failures, language, read, token } = outcome
    const held = db.get<{ readonly profile: string }>(
      `select profile from brand_profiles
      where domain = ? and language = ? and token = ? and lease_until is not null`,
      ...[domain, language, token]
    )
    if (held === undefined) return false
    db.run(
      `update brand_profiles set profile = coalesce(?, profile), read_at = coalesce(?, read_at), ages_from = ?,
        failures = ?, lease_until = null
      where domain = ? and language = ?`,
      ...[read?.profile ?? null, read?.readAt ?? null, agesFrom, failures, domain, language]
    )
    if (read !== null) movePictures(db, domain, JSON.parse(held.profile), JSON.parse(read.profile), read)
    return true
  },

  "BrandRefreshStore.asked": (
    db: Connection,
    { domain, language }: Pick<RefreshClaimRow, "domain" | "language">
  ): null => {
    db.run("update brand_profiles set tries = 0 where domain = ? and language = ? and tries > 0", domain, language)
    return null
  }
}
