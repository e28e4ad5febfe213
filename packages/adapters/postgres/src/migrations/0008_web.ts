/**
 * Cached pages, assets, frontiers of crawls, and browser profiles.
 *
 * Bodies stand in tables of their own, once for each digest. One that is loose is looked at by the next pruning, which
 * drops it when no row has it: every new body is, and every one that a row has left.
 */
export const statements = `
create table cache_bodies (
  digest bytea primary key,
  encoding text not null,
  length integer not null,
  -- Bytes of the content as it is stored.
  size integer not null,
  content bytea not null,
  loose boolean not null default true,
  -- Whether the size is part of the sum that is kept.
  counted boolean not null default false
);
-- What is compressed already would only be tried again.
alter table cache_bodies alter column content set storage external;
create index cache_bodies_loose on cache_bodies (digest) where loose;

-- One row: whoever holds it prunes.
create table cache_size (
  id boolean primary key default true check (id),
  bytes bigint not null
);
insert into cache_size (bytes) values (0);

create table cached_pages (
  space text collate "C" not null,
  key text collate "C" not null,
  captured_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  facts text not null,
  digest bytea not null references cache_bodies (digest),
  -- The body that this one took the place of, for the statement that put it.
  replaced bytea,
  primary key (space, key)
);
create index cached_pages_captured on cached_pages (captured_at);
create index cached_pages_used on cached_pages (used_at);
create index cached_pages_of_body on cached_pages (digest);

create table asset_bodies (like cache_bodies including all);

create table assets (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  media_type text not null,
  digest bytea not null references asset_bodies (digest),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index assets_expiring on assets (expires_at);
create index assets_of_body on assets (digest);

create table frontiers (
  id bigint generated always as identity primary key,
  organization_id text collate "C" not null,
  -- Null once the crawl is forgotten: nobody finds it any more, and its addresses are dropped little by little.
  crawl_id text collate "C",
  entries bigint not null default 0,
  done bigint not null default 0,
  touched_at timestamptz(3) not null,
  unique (organization_id, crawl_id)
);
create index frontiers_touched on frontiers (touched_at) where crawl_id is not null;
create index frontiers_forgotten on frontiers (id) where crawl_id is null;

create sequence frontier_tokens;

-- Claims change the lease and the token alone, of which no index of waiting addresses knows.
create table frontier_entries (
  frontier_id bigint not null,
  position bigint not null,
  token bigint not null default 0,
  lease_until timestamptz,
  depth integer not null,
  is_open boolean not null default true,
  digest uuid not null,
  identity text not null,
  url text not null,
  primary key (frontier_id, digest)
) with (fillfactor = 80);
create index frontier_entries_open on frontier_entries (frontier_id, depth, position) where is_open;
create index frontier_entries_claimed on frontier_entries (frontier_id) where lease_until is not null;

create table profile_counts (
  organization_id text collate "C" primary key,
  profiles integer not null check (profiles >= 0)
);

create table browser_profiles (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  description text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  sealed_session bytea,
  token bigint not null default 0,
  lease_until timestamptz
);
create index browser_profiles_newest on browser_profiles (organization_id, created_at desc, id desc);
`
