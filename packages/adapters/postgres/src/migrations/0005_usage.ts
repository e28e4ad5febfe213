/** Logged calls and single charges, and the sums of their hours and days that the history of usage is told from. */
export const statements = `
create table request_logs (
  organization_id text collate "C" not null,
  request_id text collate "C" not null,
  at timestamptz(3) not null,
  key_id text collate "C",
  grant_id text collate "C",
  method text not null,
  path text collate "C" not null,
  route text collate "C" not null,
  status_code integer not null,
  error_code text,
  -- What was charged when the call was answered; corrections stand among the charges.
  credits_used bigint not null,
  latency_ms integer not null,
  tags text[] not null,
  zdr boolean not null,
  user_agent text,
  -- What a search looks through, with its case folded.
  search text collate "C" not null,
  -- Read whole or not at all, so kept as they came.
  input json not null,
  response json,
  primary key (organization_id, request_id)
);
create index request_logs_newest on request_logs (organization_id, at desc, request_id desc);
create index request_logs_oldest on request_logs (at);

create table usage_charges (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  path text collate "C" not null,
  key_id text collate "C" not null,
  status_code integer not null,
  credits_used bigint not null,
  request_count integer not null,
  corrects_request_id text collate "C",
  primary key (organization_id, id)
);
create index usage_charges_newest on usage_charges (organization_id, at desc);
create index usage_charges_oldest on usage_charges (at);
create index usage_charges_corrections on usage_charges (organization_id, corrects_request_id)
  where corrects_request_id is not null;

-- Sums by one thing at a time, because no history is split by two: so a year of them stays few rows. The sums of an hour
-- are written again and again until it is over: room on the page keeps those writes off the indexes.
create table usage_hours (
  organization_id text collate "C" not null,
  split_by text collate "C" not null check (split_by in ('path', 'key_id', 'status_code')),
  start timestamptz(3) not null,
  value text collate "C" not null,
  credits_used bigint not null,
  request_count bigint not null,
  primary key (organization_id, split_by, start, value)
) with (fillfactor = 50);
create index usage_hours_oldest on usage_hours (start);

create table usage_days (
  organization_id text collate "C" not null,
  split_by text collate "C" not null check (split_by in ('path', 'key_id', 'status_code')),
  start timestamptz(3) not null,
  value text collate "C" not null,
  credits_used bigint not null,
  request_count bigint not null,
  primary key (organization_id, split_by, start, value)
) with (fillfactor = 50);
create index usage_days_oldest on usage_days (start);
`
