/**
 * Drops versions that are kept no longer, and counts those that are new.
 *
 * **Invariants**
 *
 * - One process prunes at a time; who finds another at it leaves it to that one.
 * - What `version_sums` says of an organization is what its versions are that are kept and have a size.
 * - Bodies are loosened with the parts that had them, and dropped as `bodyRows.ts` says.
 */
import type { VersionBounds } from "@kittiwake/core/monitors/VersionStore"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type BodyTables, loosened, settleBodies } from "./bodyRows.ts"

export const versionTables: BodyTables = { bodies: "version_bodies", rows: "version_parts" }

/** Whoever prunes holds this lock until the step has ended; the number means nothing else. */
const lock = 75193621

interface Counted {
  readonly found: number
}

/** Counts what was kept since the last time; tells how many there were. */
const count = (sql: SqlClient.SqlClient, limit: number) =>
  sql<Counted>`
    with fresh as materialized (
      select id from monitor_versions where kept and size is null order by id limit ${limit}
    ),
    sized as materialized (
      select f.id, coalesce(sum(b.size) filter (where p.part <> 'picture'), 0) as size,
        sum(b.size) filter (where p.part = 'picture') as picture_size
      from fresh f left join version_parts p on p.version_id = f.id left join version_bodies b on b.digest = p.digest
      group by f.id
    ),
    marked as (
      update monitor_versions v set size = s.size, picture_size = s.picture_size from sized s where v.id = s.id
      returning v.organization_id, v.size, v.picture_size
    ),
    added as (
      insert into version_sums as s (organization_id, versions, bytes, pictures, picture_bytes)
      select organization_id, count(*), sum(size), count(picture_size), coalesce(sum(picture_size), 0)
      from marked group by organization_id
      on conflict (organization_id) do update
        set versions = s.versions + excluded.versions, bytes = s.bytes + excluded.bytes,
          pictures = s.pictures + excluded.pictures, picture_bytes = s.picture_bytes + excluded.picture_bytes
    )
    select count(*) as found from fresh`

/**
 * Drops the versions that `doomed` selects; tells how many there were. They are handed on as an array, for which the server looks
 * into an index: joined with them it read all parts there are, 110,000 for a hundred.
 */
const drop = (sql: SqlClient.SqlClient, doomed: Statement.Fragment) =>
  sql<Counted>`
    with doomed as materialized (${doomed}),
    parted as (
      delete from version_parts p where p.version_id = any (array(select id from doomed)) returning p.digest
    ),
    gone as (
      delete from monitor_versions v where v.id = any (array(select id from doomed))
      returning v.organization_id, v.size, v.picture_size
    ),
    lessened as (
      update version_sums s set versions = s.versions - g.versions, bytes = s.bytes - g.bytes,
        pictures = s.pictures - g.pictures, picture_bytes = s.picture_bytes - g.picture_bytes
      from (
        select organization_id, count(*) as versions, sum(size) as bytes, count(picture_size) as pictures,
          coalesce(sum(picture_size), 0) as picture_bytes
        from gone where size is not null group by 1
      ) g
      where s.organization_id = g.organization_id
    ),
    ${loosened(sql, versionTables, sql`select digest from parted`)}
    select count(*) as found from gone`

/** Drops the pictures of the versions that `doomed` selects; tells how many there were. */
const dropPictures = (sql: SqlClient.SqlClient, doomed: Statement.Fragment) =>
  sql<Counted>`
    with doomed as materialized (select distinct id from (${doomed}) d),
    parted as (
      delete from version_parts p using doomed d where p.version_id = d.id and p.part = 'picture' returning p.digest
    ),
    bare as (
      update monitor_versions v set has_picture = false, picture_size = null from monitor_versions o, doomed d
      where v.id = d.id and o.id = d.id returning o.organization_id, o.picture_size
    ),
    lessened as (
      update version_sums s set pictures = s.pictures - g.pictures, picture_bytes = s.picture_bytes - g.bytes
      from (
        select organization_id, count(*) as pictures, sum(picture_size) as bytes from bare
        where picture_size is not null group by 1
      ) g
      where s.organization_id = g.organization_id
    ),
    ${loosened(sql, versionTables, sql`select digest from parted`)}
    select count(*) as found from bare`

/** Versions whose pictures are out because another took their place long ago. */
const oldPictures = (sql: SqlClient.SqlClient, { picturesSince }: VersionBounds, limit: number) => sql`
  select id from monitor_versions
  where kept and has_picture and replaced_at is not null and replaced_at < ${picturesSince}::timestamptz
  order by replaced_at limit ${limit}`

/** Versions with the pictures that were taken first, of organizations that have too much of them. */
const picturesBeyond = (
  sql: SqlClient.SqlClient,
  { maxPictureBytes, maxPictures }: VersionBounds,
  limit: number
) => sql`
  select o.id from (
    select organization_id, pictures - ${maxPictures}::bigint as pictures,
      picture_bytes - ${maxPictureBytes}::bigint as bytes
    from version_sums where pictures > ${maxPictures}::bigint or picture_bytes > ${maxPictureBytes}::bigint
    limit 20
  ) s
  cross join lateral (
    select id, row_number() over oldest as n, sum(size) over oldest - size as before from (
      select id, captured_at, coalesce(picture_size, 0) as size from monitor_versions v
      where v.organization_id = s.organization_id and v.kept and v.has_picture
      order by captured_at, id limit ${limit}
    ) v
    window oldest as (order by captured_at, id rows unbounded preceding)
  ) o
  where o.n <= s.pictures or o.before < s.bytes
  limit ${limit}`

/** Versions that are out whatever their organization has. */
const outdated = (sql: SqlClient.SqlClient, { replacedSince, stagedSince }: VersionBounds, limit: number) => sql`
  (select id from monitor_versions where not kept and captured_at < ${stagedSince}::timestamptz
    order by captured_at limit ${limit})
  union all
  (select id from monitor_versions where kept and replaced_at is not null and replaced_at < ${replacedSince}::timestamptz
    order by replaced_at limit ${limit})
  union all
  (select v.id from (select monitor_id from forgotten_versions limit ${limit}) f
    cross join lateral (
      select id from monitor_versions v where v.monitor_id = f.monitor_id and v.kept limit ${limit}
    ) v
    limit ${limit})
  limit ${limit}`

/** Monitors that were removed and have no versions left. */
const forget = (sql: SqlClient.SqlClient, limit: number) =>
  sql<Counted>`
    with gone as (
      delete from forgotten_versions f where monitor_id = any (array(select monitor_id from forgotten_versions limit ${limit}))
        and not exists (select from monitor_versions v where v.monitor_id = f.monitor_id and v.kept)
      returning 1
    )
    select count(*) as found from gone`

/** Versions that were replaced longest ago, of organizations that have too much. */
const beyond = (sql: SqlClient.SqlClient, { maxBytes, maxVersions }: VersionBounds, limit: number) => sql`
  select o.id from (
    select organization_id, versions - ${maxVersions}::bigint as versions, bytes - ${maxBytes}::bigint as bytes
    from version_sums s
    where (versions > ${maxVersions}::bigint or bytes > ${maxBytes}::bigint) and exists (
      select from monitor_versions v
      where v.organization_id = s.organization_id and v.kept and v.replaced_at is not null
    )
    limit 20
  ) s
  cross join lateral (
    select id, row_number() over oldest as n, sum(size) over oldest - size as before from (
      select id, replaced_at, coalesce(size, 0) as size from monitor_versions v
      where v.organization_id = s.organization_id and v.kept and v.replaced_at is not null
      order by replaced_at limit ${limit}
    ) v
    window oldest as (order by replaced_at, id rows unbounded preceding)
  ) o
  where o.n <= s.versions or o.before < s.bytes
  limit ${limit}`

/** One step of what `VersionStore.prune` promises. Must run inside a transaction. */
export const pruneVersions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  bounds: VersionBounds,
  limit: number
) {
  const [lone] = yield* sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`
  if (!lone!.mine) return 0
  const [counted] = yield* count(sql, limit)
  const [old] = yield* drop(sql, outdated(sql, bounds, limit))
  const [forgotten] = yield* forget(sql, limit)
  // What is not counted yet may be what makes it too much.
  const isSettled = counted!.found < limit && old!.found < limit
  const [more] = isSettled ? yield* drop(sql, beyond(sql, bounds, limit - old!.found)) : [{ found: 0 }]
  const [bare] = yield* dropPictures(sql, oldPictures(sql, bounds, limit))
  const [barer] =
    isSettled && bare!.found < limit
      ? yield* dropPictures(sql, picturesBeyond(sql, bounds, limit - bare!.found))
      : [{ found: 0 }]
  const { looked } = yield* settleBodies(sql, versionTables, limit)
  const pictures = bare!.found + barer!.found
  return Math.min(limit, Math.max(counted!.found, old!.found + more!.found, forgotten!.found, pictures, looked))
})
