/** Keeps the profile of a brand, with the time of its pictures and of those that it leaves. */
import type { KeptProfile, PictureTimes } from "@kittiwake/core/brands/BrandStore"
import { leftPictures, type Pictured, pictureIds } from "@kittiwake/core/internal/brands/domain/pictureIds"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

interface KnownRow {
  readonly profile: Pictured
  readonly isNewer: boolean
  readonly indexed: string | null
}

/** Within a transaction: whoever keeps another of the same brand waits, and then sees this one. */
export const keepProfile = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { domain, language, profile, readAt }: KeptProfile,
  { keptUntil, leftUntil }: PictureTimes
) {
  const place = { domain, language: language ?? "" }
  const added = yield* sql`
    insert into brand_profiles (domain, language, profile, read_at)
    values (${place.domain}, ${place.language}, ${storableJson(profile)}::jsonb, ${readAt})
    on conflict do nothing returning 1`
  const [known] =
    added.length > 0
      ? []
      : yield* sql<KnownRow>`
          select p.profile, p.read_at > ${readAt}::timestamptz as "isNewer",
            (select logo from brands b where b.domain = p.domain) as indexed
          from brand_profiles p where p.domain = ${place.domain} and p.language = ${place.language} for update`
  if (known?.isNewer === true) return
  if (known !== undefined) {
    yield* sql`
      update brand_profiles set profile = ${storableJson(profile)}::jsonb, read_at = ${readAt}
      where domain = ${place.domain} and language = ${place.language}`
    yield* sql`
      update assets set expires_at = least(expires_at, ${leftUntil}::timestamptz)
      where id = any (${leftPictures(known.profile, profile, known.indexed)}::text[])`
  }
  yield* sql`
    update assets set expires_at = greatest(expires_at, ${keptUntil}::timestamptz)
    where id = any (${pictureIds(profile)}::text[])`
})
