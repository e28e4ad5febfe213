/** Subscriptions, the deliveries of their events, and the attempts that ended. */
export const statements = `
create table subscriptions (
  id text primary key,
  organization_id text not null,
  url text not null,
  events text not null,
  retry text,
  secret text not null,
  -- Written by attempts only; an owner's change keeps it or ends it.
  failure text
) strict;

create table deliveries (
  id text primary key,
  organization_id text not null,
  subscription_id text not null,
  source_type text not null check (source_type in ('monitor', 'batch')),
  monitor_id text,
  run_id text,
  batch_id text,
  event text not null,
  event_id text not null,
  -- Sent byte for byte.
  body text not null,
  url text not null,
  delays_seconds text not null,
  status text not null
    check (status in ('pending', 'delivering', 'retrying', 'delivered', 'failed', 'cancelled')),
  created_at integer not null,
  delivered_at integer,
  next_attempt_at integer,
  trigger text not null,
  attempts integer not null,
  automatic_failures integer not null,
  -- The newest attempt; only ended ones stand in delivery_attempts too.
  last_attempt text,

  token integer not null default 0,
  -- Set while an attempt is in flight.
  lease_until integer,
  -- Since when an attempt is due. Claiming keeps it, so that it touches no index.
  due_at integer
) strict;
-- Also finds what waits for a subscription, by a walk through all that waits, which is little.
create index deliveries_due on deliveries (due_at, id, subscription_id) where due_at is not null;
create index deliveries_newest on deliveries (organization_id, created_at desc, id desc);
create index deliveries_of_run on deliveries (run_id) where run_id is not null;
create index deliveries_of_monitor on deliveries (monitor_id, created_at desc, id desc) where monitor_id is not null;

create table delivery_attempts (
  delivery_id text not null,
  attempt integer not null,
  organization_id text not null,
  body text not null,
  primary key (delivery_id, attempt)
) strict, without rowid;

create table retry_keys (
  organization_id text not null,
  key text not null,
  fingerprint text not null,
  expires_at integer not null,
  primary key (organization_id, key)
) strict, without rowid;
`
