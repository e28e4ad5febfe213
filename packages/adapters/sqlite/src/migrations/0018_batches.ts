/**
 * Batches of pages.
 *
 * A row of `batches` is an intake until it is accepted, and stays when it was removed until its pages are dropped. Pages that
 * wait are found by host, so that those of hosts that have no room are passed over without being looked at.
 */
export const statements = `
create table batches (
  id text primary key,
  organization_id text not null,
  state text not null check (state in ('intake', 'batch', 'removed')),
  opened_at integer not null,
  -- The batch as it was accepted.
  body text,
  status text,
  reserved integer,
  words text,
  tags text,
  idempotency_key text,
  created_at integer,
  started_at integer,
  scope_url text,
  -- How it ended.
  ending text,
  ended_at integer,
  -- Until it has ended.
  open integer not null default 0 check (open in (0, 1)),
  -- Whether rows of it are still to be dropped.
  stale integer not null default 0 check (stale in (0, 1))
) strict, without rowid;
create index batches_newest on batches (organization_id, created_at desc, id desc) where state = 'batch';
create index batches_open on batches (id) where open = 1;
create index batches_open_of_organization on batches (organization_id, id) where open = 1;
create index batches_intakes on batches (opened_at) where state = 'intake';
create index batches_ended on batches (ended_at) where ended_at is not null and stale = 0;
create index batches_stale on batches (id) where stale = 1;

create table batch_items (
  batch_id text not null,
  n integer not null,
  url text not null,
  host text not null,
  identity text,
  depth integer not null,
  item_id text,
  meta text,
  -- 0 waits, 1 is under way, 2 is done.
  state integer not null default 0 check (state in (0, 1, 2)),
  token integer not null default 0,
  lease_until integer,
  segment_id text,
  result_offset integer,
  result_length integer,
  primary key (batch_id, n)
) strict, without rowid;
create index batch_items_waiting on batch_items (batch_id, host, n) where state = 0;
create index batch_items_under_way on batch_items (batch_id, lease_until) where state = 1;
create unique index batch_items_identity on batch_items (batch_id, identity) where identity is not null;

create table batch_segments (
  batch_id text not null,
  id text not null,
  organization_id text not null,
  items integer not null,
  bytes integer not null,
  raw_bytes integer not null,
  primary key (batch_id, id)
) strict, without rowid;

-- What was recorded, in parts that writers do not share; an empty code counts pages that succeeded.
create table batch_counts (
  batch_id text not null,
  shard integer not null,
  code text not null,
  pages integer not null,
  recovered_pages integer not null,
  example text not null,
  primary key (batch_id, shard, code)
) strict, without rowid;
`
