/**
 * What the results of each organization's batches take, in parts that writers do not share, so that what one organization keeps can be
 * bounded without looking at its batches; and what those of each batch take, to be counted no more when they go.
 */
export const statements = `
create table batch_sums (
  organization_id text collate "C" not null,
  shard integer not null,
  bytes bigint not null,
  primary key (organization_id, shard)
);
alter table batch_counts add column bytes bigint not null default 0;

update batch_counts set bytes = (
  select coalesce(sum(s.bytes), 0) from batch_segments s where s.batch_id = batch_counts.batch_id
)
where exists (select from batches b where b.id = batch_counts.batch_id and b.state = 'batch' and not b.stale)
  and not exists (
    select from batch_counts o
    where o.batch_id = batch_counts.batch_id and (o.shard, o.code) < (batch_counts.shard, batch_counts.code)
  );
insert into batch_sums (organization_id, shard, bytes)
  select b.organization_id, 0, sum(c.bytes) from batch_counts c join batches b on b.id = c.batch_id
  group by b.organization_id;
`
