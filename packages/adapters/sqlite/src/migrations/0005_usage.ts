/**
 * Logged calls and single charges, and the sums of their hours and days that the history of usage is told from.
 *
 * Ids rise with time, so the keys begin with them: calls of many organizations are then written to one page and not to one
 * each. The index by organization holds all that a history counts, and most that a list is filtered by, so that neither
 * walks through what was sent and answered.
 */
export const statements = `
create table request_logs (
  organization_id text not null,
  request_id text not null,
  at integer not null,
  key_id text,
  grant_id text,
  method text not null,
  path text not null,
  route text not null,
  status_code integer not null,
  error_code text,
  -- What was charged when the call was answered; corrections stand among the charges.
  credits_used integer not null,
  latency_ms integer not null,
  tags text not null,
  zdr integer not null check (zdr in (0, 1)),
  user_agent text,
  -- What a search looks through, with its case folded.
  search text not null,
  input text not null,
  response text,
  primary key (request_id, organization_id)
) strict;
create index request_logs_newest on request_logs
  (organization_id, at desc, request_id desc, route, key_id, grant_id, status_code, credits_used);
create index request_logs_oldest on request_logs (at);

create table usage_charges (
  organization_id text not null,
  id text not null,
  at integer not null,
  path text not null,
  key_id text not null,
  status_code integer not null,
  credits_used integer not null,
  request_count integer not null,
  corrects_request_id text,
  primary key (id, organization_id)
) strict, without rowid;
create index usage_charges_newest on usage_charges (organization_id, at desc);
create index usage_charges_oldest on usage_charges (at);
create index usage_charges_corrections on usage_charges (organization_id, corrects_request_id)
  where corrects_request_id is not null;

-- Sums by one thing at a time, because no history is split by two: so a year of them stays few rows.
create table usage_hours (
  organization_id text not null,
  split_by text not null check (split_by in ('path', 'key_id', 'status_code')),
  start integer not null,
  value text not null,
  credits_used integer not null,
  request_count integer not null,
  primary key (organization_id, split_by, start, value)
) strict, without rowid;
create index usage_hours_oldest on usage_hours (start);

create table usage_days (
  organization_id text not null,
  split_by text not null check (split_by in ('path', 'key_id', 'status_code')),
  start integer not null,
  value text not null,
  credits_used integer not null,
  request_count integer not null,
  primary key (organization_id, split_by, start, value)
) strict, without rowid;
create index usage_days_oldest on usage_days (start);
`
