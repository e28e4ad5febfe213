/**
 * Versions of what monitors watch.
 *
 * A version is staged before its run is recorded and kept with it. What it takes is counted by the pruning that comes next,
 * so that no run waits for the sums of its organization. Its parts stand apart, each with a body that others may have too.
 */
export const statements = `
create table version_bodies (
  digest blob primary key,
  encoding text not null,
  length integer not null,
  -- Bytes of the content as it is stored.
  size integer not null,
  loose integer not null default 1 check (loose in (0, 1)),
  counted integer not null default 0 check (counted in (0, 1)),
  content blob not null
) strict;
create index version_bodies_loose on version_bodies (digest) where loose = 1;

create table monitor_versions (
  id text primary key,
  organization_id text not null,
  monitor_id text not null,
  run_id text,
  change_id text,
  previous_id text,
  target_type text not null,
  captured_at integer not null,
  replaced_at integer,
  content_bytes integer not null,
  has_source integer not null check (has_source in (0, 1)),
  kept integer not null default 0 check (kept in (0, 1)),
  -- Bytes of its parts as they are stored; null until they are counted.
  size integer
) strict, without rowid;
create index monitor_versions_newest on monitor_versions (monitor_id, captured_at desc, id desc) where kept = 1;
create index monitor_versions_replaced on monitor_versions (replaced_at) where kept = 1 and replaced_at is not null;
create index monitor_versions_replaced_of_organization on monitor_versions (organization_id, replaced_at)
  where kept = 1 and replaced_at is not null;
create index monitor_versions_staged on monitor_versions (captured_at) where kept = 0;
create index monitor_versions_uncounted on monitor_versions (id) where kept = 1 and size is null;

create table version_parts (
  version_id text not null references monitor_versions (id),
  part text not null,
  media_type text not null,
  digest blob not null references version_bodies (digest),
  primary key (version_id, part)
) strict, without rowid;
create index version_parts_of_body on version_parts (digest);

-- What is kept and counted of each organization.
create table version_sums (
  organization_id text primary key,
  versions integer not null,
  bytes integer not null
) strict, without rowid;
create index version_sums_versions on version_sums (versions);
create index version_sums_bytes on version_sums (bytes);

-- Monitors that were removed, whose versions are still to be dropped.
create table forgotten_versions (
  monitor_id text primary key
) strict, without rowid;
`
