/**
 * Batches of pages.
 *
 * A row of `batches` is an intake until it is accepted, and stays when it was removed until its pages are dropped. Pages that
 * wait are found by host, so that those of hosts that have no room are passed over without being looked at.
 */
export const statements = `
create table batches (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  state text not null check (state in ('intake', 'batch', 'removed')),
  opened_at timestamptz(3) not null,
  -- The batch as it was accepted.
  body text,
  status text,
  reserved integer,
  words text,
  tags text,
  idempotency_key text,
  created_at timestamptz(3),
  started_at timestamptz(3),
  scope_url text,
  -- How it ended.
  ending text,
  ended_at timestamptz(3),
  -- Until it has ended.
  open boolean not null default false,
  -- Whether rows of it are still to be dropped.
  stale boolean not null default false
);
create index batches_newest on batches (organization_id, created_at desc, id desc) where state = 'batch';
create index batches_open on batches (id) where open;
create index batches_open_of_organization on batches (organization_id, id) where open;
create index batches_intakes on batches (opened_at) where state = 'intake';
create index batches_ended on batches (ended_at) where ended_at is not null and not stale;
create index batches_stale on batches (id) where stale;

create table batch_items (
  batch_id text collate "C" not null,
  n integer not null,
  url text not null,
  host text collate "C" not null,
  identity text collate "C",
  depth integer not null,
  item_id text,
  meta text,
  -- 0 waits, 1 is under way, 2 is done.
  state integer not null default 0 check (state in (0, 1, 2)),
  token bigint not null default 0,
  lease_until timestamptz(3),
  segment_id text collate "C",
  result_offset bigint,
  result_length integer,
  primary key (batch_id, n)
);
create index batch_items_waiting on batch_items (batch_id, host, n) where state = 0;
create index batch_items_under_way on batch_items (batch_id, lease_until) where state = 1;
create unique index batch_items_identity on batch_items (batch_id, identity) where identity is not null;

create table batch_segments (
  batch_id text collate "C" not null,
  id text collate "C" not null,
  organization_id text collate "C" not null,
  items integer not null,
  bytes bigint not null,
  raw_bytes bigint not null,
  primary key (batch_id, id)
);

-- What was recorded, in parts that writers do not share; an empty code counts pages that succeeded.
create table batch_counts (
  batch_id text collate "C" not null,
  shard integer not null,
  code text collate "C" not null,
  pages integer not null,
  recovered_pages integer not null,
  example text not null,
  primary key (batch_id, shard, code)
);
`
