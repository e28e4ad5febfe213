/** Monitors with who holds them, their baselines, runs and changes. Rows that may be long stand in tables with a rowid. */
export const statements = `
create table monitor_counts (
  organization_id text primary key,
  monitors integer not null check (monitors >= 0)
) strict, without rowid;

create table monitors (
  id text primary key,
  organization_id text not null,
  name text not null,
  target text not null,
  target_type text not null,
  change_detection text not null,
  change_detection_type text not null,
  schedule text not null,
  tags text not null,
  status text not null check (status in ('active', 'paused', 'failed')),
  baseline text,
  target_version integer not null,
  anchor_at integer not null,
  next_run_at integer,
  last_run_at integer,
  last_change_at integer,
  last_error text,
  failures_in_a_row integer not null,
  skips_in_a_row integer not null,
  created_at integer not null,
  updated_at integer not null,

  -- Words of each field, each with a space on either side.
  name_words text not null,
  url_words text not null,
  instructions_words text not null,
  tags_words text not null,

  run_price integer not null,
  revision integer not null default 1,
  token integer not null default 0,
  lease_until integer,
  queued_run_id text,
  queued_at integer,
  running_run_id text,
  running_due_at integer,
  -- A run that its holder left counts as due since it was claimed. The value does not change with the claim, so that
  -- claiming touches no index. 9e15 is later than every moment.
  due_at integer generated always as (
    nullif(min(
      ifnull(queued_at, 9000000000000000),
      ifnull(running_due_at, 9000000000000000),
      iif(status = 'paused', 9000000000000000, ifnull(next_run_at, 9000000000000000))
    ), 9000000000000000)
  ) stored
) strict;
create index monitors_newest on monitors (organization_id, created_at desc, id desc);
create index monitors_due on monitors (due_at, id) where due_at is not null;

create table baselines (
  monitor_id text primary key,
  organization_id text not null,
  text text not null,
  captured_at integer not null
) strict;

create table runs (
  id text primary key,
  organization_id text not null,
  monitor_id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'skipped')),
  run_type text not null,
  trigger text not null,
  target_type text not null,
  change_detection_type text not null,
  target_version integer not null,
  queued_at integer not null,
  started_at integer,
  completed_at integer,
  change_detected integer not null check (change_detected in (0, 1)),
  baseline_created integer not null check (baseline_created in (0, 1)),
  credits_charged integer not null check (credits_charged >= 0),
  change_id text,
  skip_reason text,
  error text,
  trace text not null,
  -- The slot of the schedule that the run stands for; null for runs that somebody asked for.
  slot_at integer
) strict;
create index runs_newest on runs (organization_id, queued_at desc, id desc);
-- Also tells whether a slot has its run, which is queued when the slot has come. A unique index of slots would be one more
-- page to write for every run; the one thread that writes needs none.
create index runs_of_monitor on runs (monitor_id, queued_at desc, id desc);
-- Holds all that is summed of a run, so that sums read no rows.
create index runs_charged on runs (organization_id, completed_at, monitor_id, credits_charged) where credits_charged > 0;

create table changes (
  id text primary key,
  organization_id text not null,
  monitor_id text not null,
  run_id text not null,
  target_type text not null,
  change_detection_type text not null,
  title text not null,
  summary text not null,
  detected_at integer not null,
  url text not null,
  tags text not null,
  diff text not null,
  before_text_excerpt text not null,
  after_text_excerpt text not null
) strict;
create index changes_newest on changes (organization_id, detected_at desc, id desc);
create index changes_of_monitor on changes (monitor_id, detected_at desc, id desc);
`
