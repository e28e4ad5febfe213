/** What fills the tables of versions (`manyVersions.ts` of core). */
import { DateTime } from "effect"
import {
  began,
  betweenMillis,
  bodies,
  bytes,
  monitors,
  organizations,
  pictureEach,
  staged
} from "../../../core/src/testing/manyVersions.ts"

const begin = DateTime.toEpochMillis(began)

const counting = (count: number) => `with recursive numbers (n) as (
  select 0 union all select n + 1 from numbers where n < ${count - 1})`

const version = (kept: 0 | 1, count: number) => `
  printf('ver_${kept === 1 ? "many" : "late"}%07d', n), printf('org_many%07d', n % ${monitors} % ${organizations}),
  printf('mon_many%07d', n % ${monitors}), 'page', ${begin} + (n / ${monitors}) * ${betweenMillis},
  case when n + ${monitors} < ${count} and ${kept} = 1 then ${begin} + (n / ${monitors} + 1) * ${betweenMillis} end,
  100, 0, ${kept}`

/** Statements that make `count` versions, counted, and some that were staged. */
export const manyVersionRows = (count: number): string => `
begin;
insert into version_bodies (digest, encoding, length, size, loose, counted, content)
  ${counting(bodies)} select cast(printf('%032d', n) as blob), 'plain', 100, 100, 0, 1, zeroblob(100) from numbers;
insert into monitor_versions (id, organization_id, monitor_id, target_type, captured_at, replaced_at, content_bytes,
    has_source, kept, size, has_picture, picture_size)
  ${counting(count)} select ${version(1, count)}, ${bytes.version}, n % ${pictureEach} = 0,
    case when n % ${pictureEach} = 0 then ${bytes.picture} end from numbers;
insert into monitor_versions (id, organization_id, monitor_id, target_type, captured_at, replaced_at, content_bytes,
    has_source, kept)
  ${counting(staged)} select ${version(0, count)} from numbers;
insert into version_parts (version_id, part, media_type, digest)
  ${counting(count)} select printf('ver_many%07d', n), 'content', 'text/plain', cast(printf('%032d', n % ${bodies}) as blob)
  from numbers;
insert into version_parts (version_id, part, media_type, digest)
  ${counting(count)} select printf('ver_many%07d', n), 'picture', 'image/png', cast(printf('%032d', n % ${bodies}) as blob)
  from numbers where n % ${pictureEach} = 0;
insert into version_sums (organization_id, versions, bytes, pictures, picture_bytes)
  select organization_id, count(*), sum(size), sum(has_picture), coalesce(sum(picture_size), 0)
  from monitor_versions where kept = 1 group by 1;
commit;
`
