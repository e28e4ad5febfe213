/** The batches of `manyBatches.ts` as rows of SQLite. */
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

const idOf = (n: string) => `printf('batch_many%06d', ${n})`
const organizationOf = (n: string) => `printf('org_many%06d', ${n})`

/** A script that fills an empty database; moments are of some minutes after 1970, but for leases, which end around `nowMillis`. */
export const manyBatchRows = (layout: Layout, nowMillis: number): string => `
  create temp table b as with recursive b (n) as (select 1 union all select n + 1 from b where n < ${countOf(layout)})
    select n, ${idOf("n")} as id, ${organizationOf(`n % ${organizations}`)} as org,
      cast(pow(10, 1 + n % ${layout.sizes}) as integer) as size, n % 3 = 0 as open from b
    union all select ${doneBatch}, ${idOf(`${doneBatch}`)}, ${organizationOf("0")}, 10, 1;
  create temp table n as with recursive n (n) as (select 1 union all select n + 1 from n where n < ${10 ** layout.sizes})
    select n from n;
  insert into accounts (organization_id, balance, held)
    select ${organizationOf("n")}, 1000000, 0 from n where n < ${organizations} union all select ${organizationOf("0")}, 1000000, 0;
  insert into batches (${batchColumns})
    select id, org, 'batch', n, ${texts.bodyOf("id", "org")}, iif(open, 'running', 'completed'), size, ' ' || id || ' ', '[]', n, n,
      iif(open, null, '${texts.ending}'), iif(open, null, n), open, 0 from b;
  insert into batches (${batchColumns})
    select printf('batch_old%06d', n), ${organizationOf(`n % ${organizations}`)}, 'batch', n,
      ${texts.bodyOf("printf('batch_old%06d', n)", organizationOf(`n % ${organizations}`))}, 'completed', 1, ' old ', '[]',
      n * 1000, n, '${texts.ending}', null, 0, 0
    from (select x.n + y.n * 1000 - 1000 as n from n x, n y where x.n <= 1000 and y.n <= 1000) where n <= ${organizations * oldEach};
  insert into batch_items (batch_id, n, url, host, depth, item_id, state, token, lease_until, segment_id, result_offset, result_length, code)
    select id, n, 'https://host-' || n % ${hosts} || '.example/products/' || n, 'host-' || n % ${hosts} || '.example', 0, 'sku-' || n,
      state, state > 0, iif(state = 1, ${nowMillis} + iif(n % 500 = 51, -3600000, 3600000), null),
      iif(state = 2, printf('seg_%06d', n / ${segmentSize}), null), iif(state = 2, n * 3000, null), iif(state = 2, 3000, null),
      iif(state = 2, iif(n % ${failedEvery} = 1, 'NOT_FOUND', ''), null)
    from (
      select b.id, n.n, case when not b.open or b.n = ${doneBatch} or n.n <= b.size / 2 then 2 when n.n % 100 = 51 then 1 else 0 end as state
      from b join n on n.n <= b.size
    );
  insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes)
    select b.id, printf('seg_%06d', n.n - 1), b.org, ${segmentSize}, 300000, 900000
    from b join n on n.n <= max(1, b.size / ${segmentSize} / iif(b.open, 2, 1));
  insert into batch_counts (batch_id, shard, code, pages, recovered_pages, example)
    select b.id, s.n - 1, '', iif(s.n = 1, (select count(*) from batch_items i where i.batch_id = b.id and i.state = 2), 0), 0, ''
    from b join n s on s.n <= 16;
  drop table b; drop table n;
`
