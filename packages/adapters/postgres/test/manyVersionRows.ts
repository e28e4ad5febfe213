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

const at = (rounds: string) =>
  `'${DateTime.formatIso(began)}'::timestamptz + (${rounds}) * interval '${betweenMillis} milliseconds'`

const padded = (number: string) => `lpad((${number})::text, 7, '0')`

const version = (kept: boolean, count: number) => `
  'ver_${kept ? "many" : "late"}' || ${padded("n")}, 'org_many' || ${padded(`n % ${monitors} % ${organizations}`)},
  'mon_many' || ${padded(`n % ${monitors}`)}, 'page', ${at(`n / ${monitors}`)},
  case when n + ${monitors} < ${count} and ${kept} then ${at(`n / ${monitors} + 1`)} end, 100, false, ${kept}`

const numbers = (count: number) => `generate_series(0, ${count - 1}) n`

const digest = `decode(lpad(to_hex(n % ${bodies}), 64, '0'), 'hex')`

/** Statements that make `count` versions, counted, and some that were staged. */
export const manyVersionRows = (count: number): ReadonlyArray<string> => [
  `insert into version_bodies (digest, encoding, length, size, loose, counted, content)
    select ${digest}, 'plain', 100, 100, false, true, decode(repeat('00', 100), 'hex') from ${numbers(bodies)}`,
  `insert into monitor_versions (id, organization_id, monitor_id, target_type, captured_at, replaced_at, content_bytes,
      has_source, kept, size, has_picture, picture_size)
    select ${version(true, count)}, ${bytes.version}, n % ${pictureEach} = 0,
      case when n % ${pictureEach} = 0 then ${bytes.picture} end from ${numbers(count)}`,
  `insert into monitor_versions (id, organization_id, monitor_id, target_type, captured_at, replaced_at, content_bytes,
      has_source, kept)
    select ${version(false, count)} from ${numbers(staged)}`,
  `insert into version_parts (version_id, part, media_type, digest)
    select 'ver_many' || ${padded("n")}, 'content', 'text/plain', ${digest} from ${numbers(count)}`,
  `insert into version_parts (version_id, part, media_type, digest)
    select 'ver_many' || ${padded("n")}, 'picture', 'image/png', ${digest} from ${numbers(count)} where n % ${pictureEach} = 0`,
  `insert into version_sums (organization_id, versions, bytes, pictures, picture_bytes)
    select organization_id, count(*), sum(size), count(picture_size), coalesce(sum(picture_size), 0)
    from monitor_versions where kept group by 1`
]
