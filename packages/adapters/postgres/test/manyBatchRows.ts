/** The batches of `manyBatches.ts` as rows of Postgres. */
import {
  batchColumns,
  countOf,
  doneBatch,
  failedEvery,
  hosts,
  type Layout,
  oldEach,
  organizations,
  segmentSize,
  texts
} from "../../../core/src/testing/manyBatches.ts"

const idOf = (n: string) => `'batch_many' || lpad((${n})::text, 6, '0')`
const organizationOf = (n: string) => `'org_many' || lpad((${n})::text, 6, '0')`

const at = (millis: string) => `timestamptz 'epoch' + (${millis}) * interval '1 millisecond'`

/** Statements that fill an empty database; moments are of some minutes after 1970, but for leases, which end around now. */
export const manyBatchRows = (layout: Layout): ReadonlyArray<string> => [
  `create temp table b as
    select n, ${idOf("n")} as id, ${organizationOf(`n % ${organizations}`)} as org, pow(10, 1 + n % ${layout.sizes})::integer as size,
      n % 3 = 0 as open from generate_series(1, ${countOf(layout)}) n
    union all select ${doneBatch}, ${idOf(`${doneBatch}`)}, ${organizationOf("0")}, 10, true`,
  `insert into accounts (organization_id, balance, held)
    select ${organizationOf("n")}, 1000000, 0 from generate_series(0, ${organizations - 1}) n`,
  `insert into batches (${batchColumns})
    select id, org, 'batch', ${at("n")}, ${texts.bodyOf("id", "org")}, case when open then 'running' else 'completed' end, size,
      ' ' || id || ' ', '[]', ${at("n")}, ${at("n")}, case when open then null else '${texts.ending}' end,
      case when open then null else ${at("n")} end, open, false from b`,
  `insert into batches (${batchColumns})
    select 'batch_old' || lpad(n::text, 6, '0'), ${organizationOf(`n % ${organizations}`)}, 'batch', ${at("n")},
      ${texts.bodyOf("'batch_old' || lpad(n::text, 6, '0')", organizationOf(`n % ${organizations}`))}, 'completed', 1, ' old ', '[]',
      ${at("n * 1000")}, ${at("n")}, '${texts.ending}', null, false, false
    from generate_series(1, ${organizations * oldEach}) n`,
  `insert into batch_items (batch_id, n, url, host, depth, item_id, state, token, lease_until, segment_id, result_offset,
      result_length, code)
    select id, n, 'https://host-' || n % ${hosts} || '.example/products/' || n, 'host-' || n % ${hosts} || '.example', 0, 'sku-' || n,
      state, sign(state), case when state = 1 then now() + case when n % 500 = 51 then -60 else 5 end * interval '1 minute' end,
      case when state = 2 then 'seg_' || lpad((n / ${segmentSize})::text, 6, '0') end,
      case when state = 2 then n * 3000::bigint end, case when state = 2 then 3000 end,
      case when state = 2 then case when n % ${failedEvery} = 1 then 'NOT_FOUND' else '' end end
    from (
      select b.id, g.n, case when not b.open or b.n = ${doneBatch} or g.n <= b.size / 2 then 2 when g.n % 100 = 51 then 1 else 0 end as state
      from b cross join lateral generate_series(1, b.size) g (n)
    ) of_batch`,
  `insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes)
    select b.id, 'seg_' || lpad((g.n - 1)::text, 6, '0'), b.org, ${segmentSize}, 300000, 900000
    from b cross join lateral generate_series(1, greatest(1, b.size / ${segmentSize} / case when b.open then 2 else 1 end)) g (n)`,
  `insert into batch_counts (batch_id, shard, code, pages, recovered_pages, example)
    select b.id, s - 1, '',
      case when s = 1 then (select count(*) from batch_items i where i.batch_id = b.id and i.state = 2) else 0 end, 0, ''
    from b, generate_series(1, 16) s`,
  "drop table b"
]
