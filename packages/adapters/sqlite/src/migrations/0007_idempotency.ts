/** What idempotency keys stand for, for every operation that takes one. */
export const statements = `
create table idempotency_keys (
  organization_id text not null,
  operation text not null,
  key text not null,
  digest text not null,
  -- Given back as it came.
  answer text not null,
  -- Null for a key that lives as long as what was made.
  expires_at integer,
  primary key (organization_id, operation, key)
) strict;
create index idempotency_keys_expiring on idempotency_keys (expires_at) where expires_at is not null;
`
