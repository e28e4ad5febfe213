/** Monitors with who holds them, their baselines, runs and changes. */
export const statements = `
create table monitor_counts (
  organization_id text collate "C" primary key,
  monitors integer not null check (monitors >= 0)
) with (fillfactor = 50);

create table monitors (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  name text not null,
  target jsonb not null,
  target_type text not null,
  change_detection jsonb not null,
  change_detection_type text not null,
  schedule jsonb not null,
  tags text[] not null,
  status text not null check (status in ('active', 'paused', 'failed')),
  baseline jsonb,
  target_version integer not null,
  anchor_at timestamptz(3) not null,
  next_run_at timestamptz(3),
  last_run_at timestamptz(3),
  last_change_at timestamptz(3),
  last_error jsonb,
  failures_in_a_row integer not null,
  skips_in_a_row integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,

  -- Words of each field, each with a space on either side.
  name_words text not null,
  url_words text not null,
  instructions_words text not null,
  tags_words text not null,

  run_price bigint not null,
  revision bigint not null default 1,
  token bigint not null default 0,
  lease_until timestamptz(3),
  queued_run_id text collate "C",
  queued_at timestamptz(3),
  running_run_id text collate "C",
  running_due_at timestamptz(3),
  -- A run that its holder left counts as due since it was claimed. The value does not change with the claim, so that
  -- claiming touches no index.
  due_at timestamptz(3) generated always as (
    least(queued_at, running_due_at, case when status = 'paused' then null else next_run_at end)
  ) stored
) with (fillfactor = 70);
create index monitors_newest on monitors (organization_id, created_at desc, id desc);
create index monitors_due on monitors (due_at, id) where due_at is not null;

create table baselines (
  monitor_id text collate "C" primary key,
  organization_id text collate "C" not null,
  text text not null,
  captured_at timestamptz(3) not null
);

create table runs (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  monitor_id text collate "C" not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'skipped')),
  run_type text not null,
  trigger text not null,
  target_type text not null,
  change_detection_type text not null,
  target_version integer not null,
  queued_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  change_detected boolean not null,
  baseline_created boolean not null,
  credits_charged bigint not null check (credits_charged >= 0),
  change_id text collate "C",
  skip_reason text,
  error jsonb,
  -- Read whole or not at all, so kept as it came.
  trace json not null,
  -- The slot of the schedule that the run stands for; null for runs that somebody asked for.
  slot_at timestamptz(3)
) with (fillfactor = 80);
create index runs_newest on runs (organization_id, queued_at desc, id desc);
create index runs_of_monitor on runs (monitor_id, queued_at desc, id desc);
create index runs_charged on runs (organization_id, completed_at) where credits_charged > 0;
create unique index runs_one_for_a_slot on runs (monitor_id, slot_at) where slot_at is not null and status <> 'skipped';

create table changes (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  monitor_id text collate "C" not null,
  run_id text collate "C" not null,
  target_type text not null,
  change_detection_type text not null,
  title text not null,
  summary text not null,
  detected_at timestamptz(3) not null,
  url text not null,
  tags text[] not null,
  diff text not null,
  before_text_excerpt text not null,
  after_text_excerpt text not null
);
create index changes_newest on changes (organization_id, detected_at desc, id desc);
create index changes_of_monitor on changes (monitor_id, detected_at desc, id desc);
create index changes_tags on changes using gin (tags);
`
