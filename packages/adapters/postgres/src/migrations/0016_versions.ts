/**
 * Versions of what monitors watch.
 *
 * A version is staged before its run is recorded and kept with it. What it takes is counted by the pruning that comes next,
 * so that no run waits for the sums of its organization. Its parts stand apart, each with a body that others may have too.
 */
export const statements = `
create table version_bodies (like asset_bodies including all);

create table monitor_versions (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  monitor_id text collate "C" not null,
  run_id text collate "C",
  change_id text collate "C",
  previous_id text collate "C",
  target_type text not null,
  captured_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  content_bytes bigint not null,
  has_source boolean not null,
  kept boolean not null default false,
  -- Bytes of its parts as they are stored; null until they are counted.
  size bigint
) with (fillfactor = 80);
create index monitor_versions_newest on monitor_versions (monitor_id, captured_at desc, id desc) where kept;
create index monitor_versions_replaced on monitor_versions (replaced_at) where kept and replaced_at is not null;
create index monitor_versions_replaced_of_organization on monitor_versions (organization_id, replaced_at)
  where kept and replaced_at is not null;
create index monitor_versions_staged on monitor_versions (captured_at) where not kept;
create index monitor_versions_uncounted on monitor_versions (id) where kept and size is null;

create table version_parts (
  version_id text collate "C" not null references monitor_versions (id),
  part text collate "C" not null,
  media_type text not null,
  digest bytea not null references version_bodies (digest),
  primary key (version_id, part)
);
create index version_parts_of_body on version_parts (digest);

-- What is kept and counted of each organization.
create table version_sums (
  organization_id text collate "C" primary key,
  versions bigint not null,
  bytes bigint not null
) with (fillfactor = 60);
create index version_sums_versions on version_sums (versions);
create index version_sums_bytes on version_sums (bytes);

-- Monitors that were removed, whose versions are still to be dropped.
create table forgotten_versions (
  monitor_id text collate "C" primary key
);
`
