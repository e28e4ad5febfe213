/** Keeps the profile of a brand, with the time of its pictures and of those that it leaves. */
import type { KeptProfile, PictureTimes } from "@kittiwake/core/brands/BrandStore"
import { leftPictures, type Pictured, pictureIds } from "@kittiwake/core/internal/brands/domain/pictureIds"
import { differMillis } from "@kittiwake/core/internal/leaseHorizon"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** What is kept of a brand, and the logo that the index names at its domain. */
export interface BeforeRow {
  readonly profile: Pictured
  readonly indexed: string | null
}

/** Gives the pictures of a profile their time, and those of the one whose place it takes the rest of theirs. */
export const movePictures = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  before: BeforeRow | null,
  profile: Pictured,
  { keptUntil, leftUntil }: PictureTimes
) {
  if (before !== null) {
    yield* sql`
      update assets set expires_at = least(expires_at, ${leftUntil}::timestamptz)
      where id = any (${leftPictures(before.profile, profile, before.indexed)}::text[])`
  }
  yield* sql`
    update assets set expires_at = greatest(expires_at, ${keptUntil}::timestamptz)
    where id = any (${pictureIds(profile)}::text[])`
})

/** Within a transaction: whoever keeps another of the same brand waits, and then sees this one. */
export const keepProfile = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { domain, language, profile, readAt }: KeptProfile,
  pictures: PictureTimes,
  now: DateTime.Utc
) {
  const until = DateTime.add(now, { milliseconds: differMillis })
  const place = { domain, language: language ?? "" }
  const added = yield* sql`
    insert into brand_profiles (domain, language, profile, read_at, ages_from)
    values (${place.domain}, ${place.language}, ${storableJson(profile)}::jsonb, ${readAt}, ${readAt})
    on conflict do nothing returning 1`
  const [known] =
    added.length > 0
      ? []
      : yield* sql<BeforeRow & { readonly isNewer: boolean }>`
          select p.profile, p.read_at > ${readAt}::timestamptz and p.read_at <= ${until}::timestamptz as "isNewer",
            (select logo from brands b where b.domain = p.domain) as indexed
          from brand_profiles p where p.domain = ${place.domain} and p.language = ${place.language} for update`
  if (known?.isNewer === true) return
  if (known !== undefined) {
    yield* sql`
      update brand_profiles set profile = ${storableJson(profile)}::jsonb, read_at = ${readAt}, ages_from = ${readAt},
        tries = 0, failures = 0, lease_until = null
      where domain = ${place.domain} and language = ${place.language}`
  }
  yield* movePictures(sql, known ?? null, profile, pictures)
})
