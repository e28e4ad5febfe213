/** Subscriptions, the deliveries of their events, and the attempts that ended. */
export const statements = `
create table subscriptions (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  url text not null,
  events text[] not null,
  retry jsonb,
  secret text not null,
  -- Written by attempts only; an owner's change keeps it or ends it.
  failure jsonb
) with (fillfactor = 70);

create table deliveries (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  subscription_id text collate "C" not null,
  source_type text not null check (source_type in ('monitor', 'batch')),
  monitor_id text collate "C",
  run_id text collate "C",
  batch_id text collate "C",
  event text not null,
  event_id text collate "C" not null,
  -- Sent byte for byte, so never stored as json.
  body text not null,
  url text not null,
  delays_seconds integer[] not null,
  status text not null
    check (status in ('pending', 'delivering', 'retrying', 'delivered', 'failed', 'cancelled')),
  created_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  next_attempt_at timestamptz(3),
  trigger text not null,
  attempts integer not null,
  automatic_failures integer not null,
  -- The newest attempt; only ended ones stand in delivery_attempts too.
  last_attempt jsonb,

  token bigint not null default 0,
  -- Set while an attempt is in flight.
  lease_until timestamptz(3),
  -- Since when an attempt is due. Claiming keeps it, so that it touches no index.
  due_at timestamptz(3)
) with (fillfactor = 70);
create index deliveries_due on deliveries (due_at, id) where due_at is not null;
create index deliveries_newest on deliveries (organization_id, created_at desc, id desc);
create index deliveries_of_run on deliveries (run_id) where run_id is not null;
create index deliveries_of_monitor on deliveries (monitor_id, created_at desc, id desc) where monitor_id is not null;

create table delivery_attempts (
  delivery_id text collate "C" not null,
  attempt integer not null,
  organization_id text collate "C" not null,
  body jsonb not null,
  primary key (delivery_id, attempt)
);

create table retry_keys (
  organization_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, key)
);
create index retry_keys_expiring on retry_keys (expires_at);
`
