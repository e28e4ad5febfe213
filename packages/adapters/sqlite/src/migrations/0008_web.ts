/**
 * Cached pages, assets, frontiers of crawls, and browser profiles.
 *
 * Bodies stand in tables of their own, once for each digest. Here one is stored and dropped together with the first and
 * the last row that has it. One that is loose came from an export of another database; the next pruning looks at it, and
 * drops it when no row has it. Their content is the last column, so that reading the others never walks through it.
 */
const bodies = (table: string) => `
create table ${table} (
  digest blob primary key,
  encoding text not null,
  length integer not null,
  -- Bytes of the content as it is stored.
  size integer not null,
  loose integer not null default 1 check (loose in (0, 1)),
  -- Whether the size is part of the sum that is kept.
  counted integer not null default 0 check (counted in (0, 1)),
  content blob not null
) strict;
create index ${table}_loose on ${table} (digest) where loose = 1;
`

export const statements = `
${bodies("cache_bodies")}
-- One row.
create table cache_size (
  id integer primary key default 1 check (id = 1),
  bytes integer not null
) strict;
insert into cache_size (bytes) values (0);

create table cached_pages (
  space text not null,
  key text not null,
  captured_at integer not null,
  used_at integer not null,
  facts text not null,
  digest blob not null references cache_bodies (digest),
  -- Kept for tables that are alike on every database; a writer that works alone needs no trace of it.
  replaced blob,
  primary key (space, key)
) strict;
create index cached_pages_captured on cached_pages (captured_at);
create index cached_pages_used on cached_pages (used_at);
create index cached_pages_of_body on cached_pages (digest);

${bodies("asset_bodies")}
create table assets (
  id text primary key,
  organization_id text not null,
  media_type text not null,
  digest blob not null references asset_bodies (digest),
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index assets_expiring on assets (expires_at);
create index assets_of_body on assets (digest);

create table frontiers (
  id integer primary key autoincrement,
  organization_id text not null,
  -- Null once the crawl is forgotten: nobody finds it any more, and its addresses are dropped little by little.
  crawl_id text,
  entries integer not null default 0,
  done integer not null default 0,
  touched_at integer not null,
  unique (organization_id, crawl_id)
) strict;
create index frontiers_touched on frontiers (touched_at) where crawl_id is not null;
create index frontiers_forgotten on frontiers (id) where crawl_id is null;

-- The last token of a claim. A sequence elsewhere; SQLite has none.
create table frontier_tokens (
  id integer primary key default 1 check (id = 1),
  last_value integer not null
) strict;
insert into frontier_tokens (last_value) values (0);

create table frontier_entries (
  frontier_id integer not null,
  position integer not null,
  token integer not null default 0,
  lease_until integer,
  depth integer not null,
  is_open integer not null default 1 check (is_open in (0, 1)),
  digest blob not null,
  identity text not null,
  url text not null,
  primary key (frontier_id, digest)
) strict;
-- Claimed addresses stand in the second alone, so that no claim walks past those of others.
create index frontier_entries_waiting on frontier_entries (frontier_id, depth, position)
  where is_open = 1 and lease_until is null;
create index frontier_entries_claimed on frontier_entries (frontier_id, lease_until) where lease_until is not null;

create table profile_counts (
  organization_id text primary key,
  profiles integer not null check (profiles >= 0)
) strict, without rowid;

create table browser_profiles (
  id text primary key,
  organization_id text not null,
  description text,
  created_at integer not null,
  last_used_at integer,
  sealed_session blob,
  token integer not null default 0,
  lease_until integer
) strict;
create index browser_profiles_newest on browser_profiles (organization_id, created_at desc, id desc);
`
