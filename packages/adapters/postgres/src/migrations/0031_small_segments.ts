/**
 * Small pieces of results stand with their rows: a file of its own costs one with a few records, its syncs and its trips, more than all
 * else that is recorded of them. They have a table of their own, so that rows of pieces stay short.
 */
export const statements = `
alter table batch_segments add column small boolean not null default false;
create table small_segments (
  batch_id text not null,
  id text not null,
  packed bytea not null,
  primary key (batch_id, id)
);
-- They are compressed already.
alter table small_segments alter column packed set storage external;
`
